export type Count = { remaining: number; seconds: number; isExceeded: boolean }

const mostKeys = 50_000

/**
 * Counts what comes under a key in windows of `windowMs`, in this process and without waiting for anything. Keys begin
 * their windows together, so that forgetting all of them at a window's end is all the cleaning there is. At a cost of 0
 * it only looks.
 */
export function buildWindowCounter(max: number, windowMs: number) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return function count(key: string, now = performance.now(), cost = 1): Count {
    if (now >= endsAt || counts.size >= mostKeys) {
      counts.clear()
      endsAt = now + windowMs
    }
    const counted = (counts.get(key) ?? 0) + cost
    if (cost > 0) counts.set(key, counted)
    return {
      remaining: Math.max(0, max - counted),
      seconds: Math.ceil((endsAt - now) / 1000),
      isExceeded: counted > max,
    }
  }
}
