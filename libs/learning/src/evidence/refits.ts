import pLimit from 'p-limit'

/** Pause after a failed refit of a company, in ms. */
const retryMs = 60_000

export type Refits = {
  /** Queues a company, unless it waits already or failed a short time ago. */
  add(companyId: string, refit: () => Promise<void> | undefined): void
}

/**
 * Runs the refits of companies one by one, because each takes seconds in a large company and many are due after a start.
 * Each error is passed to `onFailed`.
 */
export function buildRefits(
  onFailed: (error: unknown, companyId: string) => void,
  now = () => performance.now(),
): Refits {
  const oneAtATime = pLimit(1)
  const waiting = new Set<string>()
  const failedAt = new Map<string, number>()
  return {
    add(companyId, refit) {
      if (waiting.has(companyId) || now() - (failedAt.get(companyId) ?? Number.NEGATIVE_INFINITY) < retryMs) return
      failedAt.delete(companyId)
      waiting.add(companyId)
      oneAtATime(async () => refit())
        .catch((error: unknown) => {
          failedAt.set(companyId, now())
          onFailed(error, companyId)
        })
        .finally(() => waiting.delete(companyId))
    },
  }
}
