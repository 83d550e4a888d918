import { percent } from '../../words/percent.ts'
import { codeText } from '../admin-words.ts'

/** A rule that may promise nothing, with the figures of that. */
export type Rule = {
  abstains: string | null
  casesFound: number | null
  casesNeeded: number | null
  precisionReached: number | null
  message: string | null
}

/** Returns why nothing is promised at the precision `asked`, or `undefined` if only the API has words for it. */
export function describeLack(kind: 'classes' | 'answers', rule: Rule, asked: number): string | undefined {
  const { abstains, casesFound, casesNeeded, precisionReached } = rule
  if (abstains === null || casesFound === null) return undefined
  return codeText(`lack.${kind}.${abstains}`, {
    n: casesFound,
    needed: casesNeeded ?? '',
    reached: percent(precisionReached ?? 0),
    asked: percent(asked),
  })
}
