/** Parts that examples are dealt into; each is held out of a machine of its own. */
export const folds = 10
/** So many held-out cases say enough. */
const enoughCases = 1_500
/** A training takes time in examples times classes; beyond so many of those in all folds, fewer folds are trained. */
const mostDecisions = 1_600_000
/** Features of an example that costs as much as is meant by that; of longer ones, each costs as many times more. */
const usualFeatures = 400

/** How many of the folds are trained: enough for 1,500 cases as far as they are cheap, and one at least. `features`: of all examples together. */
export function foldsToTrain(examples: number, classes: number, features: number): number {
  const enough = Math.ceil((enoughCases * folds) / examples)
  const cheap = Math.floor(mostDecisions / (Math.max(examples, features / usualFeatures) * classes))
  return Math.min(folds, enough, Math.max(1, cheap))
}
