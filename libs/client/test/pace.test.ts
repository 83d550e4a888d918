import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { atPace, openPace } from '../src/watch/pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** Announces a change every 10 ms for `ms` and returns when calls were made. */
function callsDuring(ms: number, everyMs: number, burst: number) {
  const began = performance.now()
  const calls: number[] = []
  const { announce } = atPace(openPace(everyMs, burst), () => calls.push(performance.now() - began))
  for (let passed = 0; passed < ms; passed += 10) {
    announce()
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(60_000)
  return calls
}

test('a single change after a quiet time is announced at once', () => {
  expect(callsDuring(10, 1_000, 3)).toEqual([0])
})

test('changes without end are announced once per period after the burst, and the last one is announced', () => {
  expect(callsDuring(3_005, 1_000, 3)).toEqual([0, 10, 20, 1_000, 2_000, 3_000, 4_000])
})

test('the burst is allowed again after a quiet time', () => {
  const pace = openPace(1_000, 2)
  pace.take()
  pace.take()
  expect(pace.waitMs()).toBe(1_000)
  vi.advanceTimersByTime(2_000)
  pace.take()
  expect(pace.waitMs()).toBe(0)
})

test('nothing is announced after a stop', () => {
  const call = vi.fn()
  const { announce, stop } = atPace(openPace(1_000, 1), call)
  announce()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(call).not.toHaveBeenCalled()
})
