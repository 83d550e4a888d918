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
const mostWeight = 0.03
const textsOfHalfWeight = 30

/** What log ratios weigh beside a separating machine's weights: counts of few texts per class are luck, so there they weigh less. */
export function ratioWeight(texts: number, classes: number): number {
  const perClass = texts / classes
  return (mostWeight * perClass) / (perClass + textsOfHalfWeight)
}

/** What `addLogRatios` needs to know of all texts. */
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
 * Adds to a class's weights, those of a lane, `weight` times, the logarithm of each feature's share in its texts (`members`) against
 * that in all others: naive Bayes by complement (Rennie et al. 2003), which is right about other questions than a separating machine
 * is (Wang & Manning 2012).
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
