import { codeText } from '../words.ts'
import { percent } from './percent.ts'

/** A rule that may promise nothing, with the figures of that. */
export type Rule = {
  abstains?: string | null | undefined
  casesFound?: number | null | undefined
  casesNeeded?: number | null | undefined
  precisionReached?: number | null | undefined
  message?: string | null | undefined
}

/**
 * Returns why nothing is promised at the precision `asked`.
 * `undefined` if only the API has words for it, for example because an earlier version stored no figures.
 */
export function describeLack(kind: 'classes' | 'answers', rule: Rule, asked: number): string | undefined {
  const { abstains, casesFound, casesNeeded, precisionReached } = rule
  const isComplete = typeof casesFound === 'number' && (casesNeeded ?? precisionReached ?? null) !== null
  if (!abstains || !isComplete) return undefined
  return codeText(`lack.${kind}.${abstains}`, {
    n: casesFound,
    needed: casesNeeded ?? '',
    reached: percent(precisionReached ?? 0),
    asked: percent(asked),
  })
}
