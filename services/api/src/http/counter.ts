import { LRUCache } from 'lru-cache'

/** Keys that one counter remembers. Beyond that it forgets the least recently used key, never all of them. */
const defaultCapacity = 50_000

/** State of a key: points counted in the present window, and ms until the window ends. */
export type Counted = { points: number; msLeft: number }

/**
 * Counts points per key in this process, in windows of `seconds` that begin with the first point. It does so without a promise,
 * because each request is counted twice.
 */
export function buildCounter(seconds: number, capacity = defaultCapacity) {
  // Unlike `max`, the size reserves no memory before there are keys.
  const windows = new LRUCache<string, { points: number; endsAt: number }>({
    maxSize: capacity,
    sizeCalculation: () => 1,
  })

  return {
    /** Adds a point and returns the count. `windowSeconds` is the length of a window that begins now. */
    add(key: string, windowSeconds = seconds): Counted {
      const now = performance.now()
      let window = windows.get(key)
      if (!window || window.endsAt <= now) {
        window = { points: 0, endsAt: now + windowSeconds * 1000 }
        windows.set(key, window)
      }
      window.points++
      return { points: window.points, msLeft: window.endsAt - now }
    },
    /** Takes back a point that turned out not to count. */
    giveBack(key: string): void {
      const window = windows.get(key)
      if (window) window.points--
    },
    forget: (key: string) => windows.delete(key),
  }
}
