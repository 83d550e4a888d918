import { expect, onTestFinished, test, vi } from 'vitest'

test('a hundred changes of several cells in a second repaint at most ten times, and the last change is shown', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  // A module of its own, because a repaint that another test began waits for the real time.
  vi.resetModules()
  const { createCell } = await import('../src/live/cell.ts')
  const cells = [createCell(0), createCell(0)]
  const shown = cells.map(() => [] as number[])
  for (const [at, cell] of cells.entries()) cell.subscribe(() => shown[at]?.push(cell.get()))

  for (let change = 1; change <= 100; change++) {
    for (const cell of cells) cell.set(change)
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(100)

  for (const values of shown) {
    expect(values.length).toBeLessThanOrEqual(11)
    expect(values.at(-1)).toBe(100)
  }
})
