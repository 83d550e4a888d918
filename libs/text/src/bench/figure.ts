/** One line of the report. `spread` is the standard deviation over folds or seeds, or half a 95 % bootstrap interval. */
export type Figure = {
  readonly area: string
  readonly name: string
  readonly baseline?: number
  readonly ours: number
  readonly spread?: number
  readonly cases: number
  readonly note?: string
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Sample standard deviation; 0 for a single value. */
export function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return values.length < 2 ? 0 : Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1))
}

export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

/** Area under the ROC curve of `inside` scoring above `outside`; ties count half. */
export function areaUnderCurve(inside: readonly number[], outside: readonly number[]): number {
  let wins = 0
  for (const a of inside) for (const b of outside) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (inside.length * outside.length)
}

/** The figures as a table of text. */
export function tableOf(figures: readonly Figure[]): string {
  const shown = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 10 ? 4 : 1))
  const rows = figures.map((f) => [
    f.area,
    f.name,
    shown(f.baseline),
    shown(f.ours),
    shown(f.spread),
    String(f.cases),
    f.note ?? '',
  ])
  const all = [['area', 'figure', 'baseline', 'ours', '±', 'cases', 'note'], ...rows]
  const widths = all[0]!.map((_, i) => Math.max(...all.map((row) => row[i]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
