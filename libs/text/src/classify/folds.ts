/** Number of folds the examples are divided into. Each fold that is used is held out of one machine. */
export const folds = 10
/** Number of folds the classes are divided into. Up to `fewClasses`, each class is a fold. */
const classFolds = 4
const fewClasses = 10
/** Up to this many examples times classes, all class folds are trained, because that takes less than a second. */
const fewDecisions = 15_000
/** With fewer classes, a machine that does not know one of them has nothing left to choose from. */
const leastClasses = 3
/** This many held-out cases are enough. */
const enoughCases = 1_500
/** Upper limit for examples times classes over all folds, because training time is proportional to that. */
const mostDecisions = 1_600_000
/** Number of features of an example of usual length. Longer examples count as several. */
const usualFeatures = 400
/** Upper limit for the time of holding out classes, as a share of the other training time. */
const classShare = 1 / 3

/**
 * Returns how many example folds to train: enough for 1,500 held-out cases, fewer if that is expensive, and at least one. The count
 * `features` includes the features of all examples.
 */
export function foldsToTrain(examples: number, classes: number, features: number): number {
  const enough = Math.ceil((enoughCases * folds) / examples)
  const cheap = Math.floor(mostDecisions / (Math.max(examples, features / usualFeatures) * classes))
  return Math.min(folds, enough, Math.max(1, cheap))
}

/**
 * Returns into how many folds the classes are divided, and how many of them to train. All are trained if examples times classes are
 * at most 15,000. Otherwise at least one is trained, and more only within a third of the time of the other `trainings`. The field
 * `cost` is the time of one class fold, as a share of a training on all examples.
 */
export function classFoldsToTrain(
  examples: number,
  classes: number,
  trainings: number,
): { count: number; trained: number; cost: number } {
  if (classes < leastClasses) return { count: 0, trained: 0, cost: 0 }
  const count = classes <= fewClasses ? classes : classFolds
  // A class fold leaves out examples and classes.
  const cost = (1 - 1 / count) ** 2
  const affordable = Math.max(1, Math.floor((classShare * trainings) / cost))
  return { count, trained: examples * classes <= fewDecisions ? count : Math.min(count, affordable), cost }
}
