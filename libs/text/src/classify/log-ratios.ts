import { lanes, type Rows, type Weights } from './support-vectors.ts'

/** How much of each feature there is in all texts, and its logarithm. */
type Totals = {
  readonly amounts: Float64Array
  readonly logs: Float64Array
  readonly all: number
  readonly own: Float64Array
}

/** As if each class, and all others, held so much more of every feature. */
const imagined = 0.005
/** Weight of naive Bayes by complement (Rennie et al., ICML 2003) for a class with many texts, and the texts for half of it. */
const mostWeight = 0.03
const textsOfHalfWeight = 30

/** Returns the weight of log ratios relative to the machine's weights. It is lower with few texts per class, whose counts are luck. */
export function ratioWeight(texts: number, classes: number): number {
  const perClass = texts / classes
  return (mostWeight * perClass) / (perClass + textsOfHalfWeight)
}

/** Returns the totals over all texts for `addLogRatios`. */
export function totalsOf({ count, starts, indices, values }: Rows, features: number): Totals {
  const amounts = new Float64Array(features)
  for (let k = 0; k < starts[count]!; k++) amounts[indices[k]!]! += values[k]!
  return {
    amounts,
    logs: amounts.map((amount) => Math.log(amount + imagined)),
    all: amounts.reduce((sum, amount) => sum + amount, 0),
    own: new Float64Array(features),
  }
}

/**
 * Adds `weight` times the log ratio of each feature to the weights of a class, which are those of a lane. The ratio compares the
 * feature's share in the texts of the class (`members`) with that in all others.
 *
 * This is naive Bayes by complement (Rennie et al. 2003). It is right about other questions than a support vector machine (Wang &
 * Manning 2012).
 */
export function addLogRatios(
  { amounts, logs, all, own }: Totals,
  { starts, indices, values }: Rows,
  members: readonly number[],
  weight: number,
  weights: Weights,
  lane: number,
): void {
  own.fill(0)
  let total = 0
  for (const i of members) {
    for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      own[indices[k]!]! += values[k]!
      total += values[k]!
    }
  }
  const spread = imagined * own.length
  const constant = Math.log((all - total + spread) / (total + spread))
  const none = Math.log(imagined) + constant
  for (let f = 0; f < own.length; f++) {
    const ratio =
      own[f] === 0
        ? none - logs[f]!
        : constant + Math.log((own[f]! + imagined) / (Math.max(0, amounts[f]! - own[f]!) + imagined))
    weights[f * lanes + lane]! += weight * ratio
  }
}
