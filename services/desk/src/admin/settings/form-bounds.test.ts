import { categorySettings, companySettings, type Setting } from '@askline/contracts'
import { expect, test } from 'vitest'
import type { SettingName } from './catalogue.ts'
import { formBounds } from './form-bounds.ts'

const durations = Object.entries<Setting>({ ...categorySettings, ...companySettings }).filter(
  ([, { unit }]) => unit === 'ms',
)

test('the form of a lease goes from one minute to seven days', () => {
  expect(formBounds('leaseMs', {})).toEqual({ minimum: 60_000, maximum: 7 * 86_400_000 })
})

test.each(durations)('the form of %s has bounds that make sense, within those of the API', (name, setting) => {
  const allowed = setting.schema as { minimum: number; maximum: number }
  const { minimum, maximum } = formBounds(name as SettingName, allowed)

  expect(minimum === 0 || minimum >= 10_000).toBe(true)
  expect(minimum).toBeGreaterThanOrEqual(allowed.minimum)
  expect(maximum).toBeLessThanOrEqual(allowed.maximum)
  expect(setting.default).toBeGreaterThanOrEqual(minimum)
  expect(setting.default).toBeLessThanOrEqual(maximum)
})
