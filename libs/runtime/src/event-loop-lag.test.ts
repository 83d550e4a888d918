import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchEventLoop } from './event-loop-lag.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns how often a process is sampled in ten seconds in which its event loop works this share of the time. */
function samplesAt(utilization: number): number {
  const { histogram } = watchEventLoop(() => utilization)
  vi.advanceTimersByTime(10_000)
  return histogram.count
}

test('a process that works is sampled every 20 ms', () => {
  expect(samplesAt(0.06)).toBe(500)
})

test('an idle process is sampled twice a second after its first half second', () => {
  expect(samplesAt(0.04)).toBe(25 + 19)
})

test('a process that begins to work is sampled every 20 ms again', () => {
  let utilization = 0
  const { histogram } = watchEventLoop(() => utilization)
  vi.advanceTimersByTime(10_000)
  const before = histogram.count

  utilization = 1
  vi.advanceTimersByTime(10_000)

  expect(histogram.count - before).toBe(1 + 475)
})

test('how busy a process is can be read while its clock is simulated', () => {
  const { histogram } = watchEventLoop()
  vi.advanceTimersByTime(1_000)
  expect(histogram.count).toBeGreaterThan(0)
})

test('a blocked event loop shows as the greatest lag and in the recent average', () => {
  vi.useRealTimers()
  const lag = watchEventLoop(() => 1)
  const until = performance.now() + 600
  while (performance.now() < until);

  return vi.waitFor(() => {
    expect(lag.histogram.max).toBeGreaterThanOrEqual(579e6)
    expect(lag.recentMs()).toBeGreaterThanOrEqual(579)
  })
})
