import { describe, expect, test } from 'vitest'
import { durationMs, durationOf } from './durations.ts'

describe('a duration', () => {
  test.each([
    ['PT8H', 8 * 3_600_000],
    ['P7D', 7 * 86_400_000],
    ['P1W', 7 * 86_400_000],
    ['P1DT2H3M4S', 93_784_000],
    ['PT90M', 5_400_000],
    ['PT0S', 0],
  ])('%s is read', (text, ms) => {
    expect(durationMs(text, 'advance')).toBe(ms)
  })

  test.each([
    '',
    'P',
    'PT',
    'P1',
    '8H',
    'PT8',
    'P1M',
    'P1Y',
    'PT-1H',
    '-PT1H',
    'PT1.5H',
    'pt8h',
    'P1DT',
    ' PT8H',
    'PT9999999S',
  ])('%j is none', (text) => {
    expect(() => durationMs(text, 'advance')).toThrow(/ISO 8601/)
  })

  test.each([
    [0, 'PT0S'],
    [999, 'PT0S'],
    [8 * 3_600_000, 'PT8H'],
    [7 * 86_400_000, 'P7D'],
    [93_784_000, 'P1DT2H3M4S'],
    [20 * 3_600_000 + 30_000, 'PT20H30S'],
  ])('of %i ms is printed', (ms, text) => {
    expect(durationOf(ms)).toBe(text)
  })
})
