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
