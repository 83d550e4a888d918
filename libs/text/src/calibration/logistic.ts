/** A logistic regression: the last weight is the constant. Inputs are standardised by `means` and `deviations`, and held to 4 deviations. */
export type Logistic = {
  readonly weights: Float64Array
  readonly means: Float64Array
  readonly deviations: Float64Array
}

/**
 * Fits by Newton's method with a ridge of `ridge` on the standardised weights; the constant is not penalised. Few features only.
 * Outcomes that are not known for sure are given as their probability, 0 to 1.
 */
export function fitLogistic(
  inputs: readonly Float64Array[],
  outcomes: readonly (boolean | number)[],
  ridge = 1,
): Logistic {
  const width = inputs[0]?.length ?? 0
  const { means, deviations } = momentsOf(inputs, width)
  const rows = inputs.map((input) => standardised(input, means, deviations))
  const weights = new Float64Array(width + 1)
  for (let step = 0; step < 25; step++) {
    const gradient = new Float64Array(width + 1)
    const hessian = Array.from({ length: width + 1 }, () => new Float64Array(width + 1))
    rows.forEach((row, i) => {
      const p = sigmoid(dot(weights, row))
      const error = p - Number(outcomes[i])
      const curvature = Math.max(p * (1 - p), 1e-6)
      for (let a = 0; a <= width; a++) {
        gradient[a]! += error * row[a]!
        for (let b = 0; b <= a; b++) hessian[a]![b]! += curvature * row[a]! * row[b]!
      }
    })
    for (let a = 0; a <= width; a++) {
      if (a < width) gradient[a]! += ridge * weights[a]!
      hessian[a]![a]! += a < width ? ridge : 1e-6
      for (let b = 0; b < a; b++) hessian[b]![a] = hessian[a]![b]!
    }
    const move = solve(hessian, gradient)
    let largest = 0
    for (let a = 0; a <= width; a++) {
      weights[a]! -= Math.max(-4, Math.min(4, move[a]!))
      largest = Math.max(largest, Math.abs(move[a]!))
    }
    if (largest < 1e-6) break
  }
  return { weights, means, deviations }
}

/** The probability, 0 to 1. */
export function probabilityOf({ weights, means, deviations }: Logistic, input: Float64Array): number {
  return sigmoid(dot(weights, standardised(input, means, deviations)))
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function momentsOf(inputs: readonly Float64Array[], width: number): { means: Float64Array; deviations: Float64Array } {
  const means = new Float64Array(width)
  const deviations = new Float64Array(width)
  for (const input of inputs) for (let i = 0; i < width; i++) means[i]! += input[i]! / inputs.length
  for (const input of inputs)
    for (let i = 0; i < width; i++) deviations[i]! += (input[i]! - means[i]!) ** 2 / inputs.length
  for (let i = 0; i < width; i++) deviations[i] = deviations[i]! < 1e-12 ? 1 : Math.sqrt(deviations[i]!)
  return { means, deviations }
}

function standardised(input: Float64Array, means: Float64Array, deviations: Float64Array): Float64Array {
  const row = new Float64Array(input.length + 1)
  for (let i = 0; i < input.length; i++) row[i] = Math.max(-4, Math.min(4, (input[i]! - means[i]!) / deviations[i]!))
  row[input.length] = 1
  return row
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** Gaussian elimination with pivoting; both arguments are overwritten. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length
  for (let i = 0; i < n; i++) {
    let pivot = i
    for (let j = i + 1; j < n; j++) if (Math.abs(matrix[j]![i]!) > Math.abs(matrix[pivot]![i]!)) pivot = j
    ;[matrix[i], matrix[pivot]] = [matrix[pivot]!, matrix[i]!]
    ;[right[i], right[pivot]] = [right[pivot]!, right[i]!]
    for (let j = i + 1; j < n; j++) {
      const factor = matrix[j]![i]! / matrix[i]![i]!
      for (let k = i; k < n; k++) matrix[j]![k]! -= factor * matrix[i]![k]!
      right[j]! -= factor * right[i]!
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) right[i]! -= matrix[i]![k]! * right[k]!
    right[i]! /= matrix[i]![i]!
  }
  return right
}
