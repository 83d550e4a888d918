/** A logistic regression. The last weight is the constant. Inputs are standardized by `means` and `deviations` and limited to 4 deviations. */
export type Logistic = {
  readonly weights: Float64Array
  readonly means: Float64Array
  readonly deviations: Float64Array
}

/**
 * Fits a logistic regression with few features by Newton's method. An uncertain outcome is its probability, 0 to 1. The penalty
 * `ridge` of the standardized weights, except the constant, is 1 by default. The list `weights` has one number per input, each 1
 * by default.
 */
export function fitLogistic(
  inputs: readonly Float64Array[],
  outcomes: readonly (boolean | number)[],
  { ridge = 1, weights: importance }: { readonly ridge?: number; readonly weights?: readonly number[] } = {},
): Logistic {
  const width = inputs[0]?.length ?? 0
  const importanceOf = (i: number) => importance?.[i] ?? 1
  const { means, deviations } = momentsOf(inputs, width, importanceOf)
  const rows = inputs.map((input) => standardize(input, means, deviations))
  const weights = new Float64Array(width + 1)
  for (let step = 0; step < 25; step++) {
    const gradient = new Float64Array(width + 1)
    const hessian = Array.from({ length: width + 1 }, () => new Float64Array(width + 1))
    rows.forEach((row, i) => {
      const p = sigmoid(dot(weights, row))
      const error = importanceOf(i) * (p - Number(outcomes[i]))
      const curvature = importanceOf(i) * Math.max(p * (1 - p), 1e-6)
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

/** Returns the probability, 0 to 1. */
export function probabilityOf({ weights, means, deviations }: Logistic, input: Float64Array): number {
  return sigmoid(dot(weights, standardize(input, means, deviations)))
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function momentsOf(
  inputs: readonly Float64Array[],
  width: number,
  importanceOf: (i: number) => number,
): { means: Float64Array; deviations: Float64Array } {
  const means = new Float64Array(width)
  const deviations = new Float64Array(width)
  const total = inputs.reduce((sum, _, i) => sum + importanceOf(i), 0)
  inputs.forEach((input, at) => {
    for (let i = 0; i < width; i++) means[i]! += (importanceOf(at) * input[i]!) / total
  })
  inputs.forEach((input, at) => {
    for (let i = 0; i < width; i++) deviations[i]! += (importanceOf(at) * (input[i]! - means[i]!) ** 2) / total
  })
  for (let i = 0; i < width; i++) deviations[i] = deviations[i]! < 1e-12 ? 1 : Math.sqrt(deviations[i]!)
  return { means, deviations }
}

function standardize(input: Float64Array, means: Float64Array, deviations: Float64Array): Float64Array {
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

/** Solves a linear system by Gaussian elimination with pivoting. Overwrites both arguments. */
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
