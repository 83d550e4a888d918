import { buildLanes } from '../loops/lanes.ts'

/** A company whose refit failed is left alone for so long, in ms. */
const retryMs = 60_000

export type Refits = {
  /** Puts a company in the queue, if it is not there and did not fail a moment ago. */
  add(companyId: string, refit: () => Promise<void> | undefined): void
}

/**
 * Does refits of companies one after the other: each judges hundreds of questions, for seconds in a large company, and after
 * a start many are due at once. `onFailed` hears of each that fails.
 */
export function buildRefits(
  onFailed: (error: unknown, companyId: string) => void,
  now = () => performance.now(),
): Refits {
  const inTurn = buildLanes(1)
  const waiting = new Set<string>()
  const failedAt = new Map<string, number>()
  return {
    add(companyId, refit) {
      if (waiting.has(companyId) || now() - (failedAt.get(companyId) ?? Number.NEGATIVE_INFINITY) < retryMs) return
      failedAt.delete(companyId)
      waiting.add(companyId)
      inTurn(async () => refit())
        .catch((error: unknown) => {
          failedAt.set(companyId, now())
          onFailed(error, companyId)
        })
        .finally(() => waiting.delete(companyId))
    },
  }
}
