/** SQL: the lines of the column `folded` of known answers. */
export const foldedQuestion = String.raw`split_part(folded, e'\n', 1)`
export const foldedAnswer = String.raw`split_part(folded, e'\n', 2)`
