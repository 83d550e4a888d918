import type { RankedExpert } from '@askline/text'

/** The features of a ranking as they are kept: those that said something. Most are zero for most experts, and every offer keeps its own. */
export function keptFeatures({ features }: RankedExpert): Record<string, number> {
  const kept: Record<string, number> = {}
  for (const name in features) {
    const value = keptFigure(features[name] ?? 0)
    if (value !== 0) kept[name] = value
  }
  return kept
}

/** To a thousandth. */
export const keptFigure = (value: number) => Math.round(value * 1_000) / 1_000
