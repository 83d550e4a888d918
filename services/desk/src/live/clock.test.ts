import { afterEach, expect, test, vi } from 'vitest'
import { measureElapsed } from './clock.ts'

afterEach(() => void vi.restoreAllMocks())

function clocks() {
  const timeOfDay = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  const sincePageBegan = vi.spyOn(performance, 'now').mockReturnValue(500)
  return { timeOfDay, sincePageBegan }
}

test('an absence is measured although the time of day was set back', () => {
  const { timeOfDay, sincePageBegan } = clocks()
  const elapsed = measureElapsed()
  timeOfDay.mockReturnValue(10_000)
  sincePageBegan.mockReturnValue(600_500)
  expect(elapsed()).toBe(600_000)
})

test('an absence is measured although the monotonic clock stood still while the device slept', () => {
  const { timeOfDay } = clocks()
  const elapsed = measureElapsed()
  timeOfDay.mockReturnValue(1_600_000)
  expect(elapsed()).toBe(600_000)
})
