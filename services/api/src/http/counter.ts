import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Keys that one counter remembers. Beyond that it forgets the least recently used key, never all of them. */
const defaultCapacity = 50_000

/** State of a key: points counted in the present window, and ms until the window ends. */
export type Counted = { points: number; msLeft: number }

/**
 * Counts points per key in this process, in windows of `seconds` that begin with the first point. Counting happens before
 * the first await, so parallel callers see different numbers.
 */
export function buildCounter(seconds: number, capacity = defaultCapacity) {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds })
  const keys = new LRUCache<string, true>({ max: capacity, dispose: (_value, key) => void limiter.delete(key) })

  return {
    /** Adds a point and returns the count. `windowSeconds` is the length of a window that begins now. */
    async add(key: string, windowSeconds = seconds): Promise<Counted> {
      if (!keys.get(key)) keys.set(key, true)
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1, { customDuration: windowSeconds })
      return { points: consumedPoints, msLeft: msBeforeNext }
    },
    /** Takes back a point that turned out not to count. */
    async giveBack(key: string): Promise<void> {
      if (keys.has(key)) await limiter.reward(key)
    },
    forget: (key: string) => keys.delete(key),
  }
}
