import type { RankedExpert } from '@askline/text'

/** Returns the ranking features that are not zero. Most are zero for most experts, and every offer stores its own. */
export function keptFeatures({ features }: RankedExpert): Record<string, number> {
  const kept: Record<string, number> = {}
  for (const name in features) {
    const value = keptFigure(features[name] ?? 0)
    if (value !== 0) kept[name] = value
  }
  return kept
}

/** Rounds to a thousandth. */
export const keptFigure = (value: number) => Math.round(value * 1_000) / 1_000
