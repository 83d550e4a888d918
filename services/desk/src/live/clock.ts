import { type Cell, createCell } from './cell.ts'

const clocks = new Map<number, Cell<number>>()

/**
 * Returns the clock that ticks every `everyMs` while components look. All components share it, and its ticks are drawn together
 * with the changes of other cells.
 */
export function clockOf(everyMs: number): Cell<number> {
  const known = clocks.get(everyMs)
  if (known) return known
  const ticks = createCell(0)
  let timer: ReturnType<typeof setInterval> | undefined
  let looking = 0
  const clock: Cell<number> = {
    ...ticks,
    subscribe(listener) {
      const stop = ticks.subscribe(listener)
      if (looking++ === 0) timer = setInterval(() => ticks.set(ticks.get() + 1), everyMs)
      return () => {
        stop()
        if (--looking === 0) clearInterval(timer)
      }
    },
  }
  clocks.set(everyMs, clock)
  return clock
}

/**
 * Begins to measure, and returns how to read the ms since then. Two clocks count, because the time of day may be set back, and the
 * other clock stands still in some browsers while the device sleeps.
 */
export function measureElapsed(): () => number {
  const [timeOfDay, sincePageBegan] = [Date.now(), performance.now()]
  return () => Math.max(Date.now() - timeOfDay, performance.now() - sincePageBegan)
}
