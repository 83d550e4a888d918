import { describe, expect, it } from 'vitest'
import { isWorking } from './working-hours.ts'

const at = (date: string) => Date.parse(date)
const berlin = (days: { day: number; from: string; to: string }[], holidays?: string[]) => ({
  timeZone: 'Europe/Berlin',
  days,
  ...(holidays ? { holidays } : {}),
})
const monday = berlin([{ day: 1, from: '09:00', to: '17:30' }])
const night = berlin([{ day: 5, from: '22:00', to: '06:00' }])

describe('working hours', () => {
  it.each([
    ['as they begin', '2026-06-01T09:00:00+02:00', true],
    ['a moment before', '2026-06-01T08:59:59+02:00', false],
    ['in their last minute', '2026-06-01T17:29:59+02:00', true],
    ['as they end', '2026-06-01T17:30:00+02:00', false],
    ['on another day', '2026-06-02T12:00:00+02:00', false],
    ['on a day that is Monday elsewhere only', '2026-06-01T09:30:00-12:00', false],
  ])('%s', (_when, when, works) => expect(isWorking(monday, at(when))).toBe(works))

  it.each([
    ['the evening', '2026-06-05T23:00:00+02:00', true],
    ['the morning after', '2026-06-06T05:59:00+02:00', true],
    ['its end', '2026-06-06T06:00:00+02:00', false],
    ['the morning before', '2026-06-05T05:00:00+02:00', false],
    ['the evening after', '2026-06-06T23:00:00+02:00', false],
  ])('of a night shift include or leave out %s', (_when, when, works) => expect(isWorking(night, at(when))).toBe(works))

  it.each([
    // On 29 March 2026 clocks in Berlin go from 2:00 to 3:00, on 25 October from 3:00 back to 2:00.
    ['winter', '2026-03-28T09:00:00+01:00', true],
    ['summer', '2026-03-29T09:00:00+02:00', true],
    ['summer, an hour early', '2026-03-29T08:00:00+02:00', false],
    ['winter again', '2026-10-25T09:00:00+01:00', true],
    ['winter again, an hour early', '2026-10-25T08:00:00+01:00', false],
  ])('follow the clocks on the wall in %s', (_when, when, works) => {
    const daily = berlin([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '10:00' })))
    expect(isWorking(daily, at(when))).toBe(works)
  })

  it('last through the night in which clocks change', () => {
    const hours = [0, 1, 2, 3, 4].map((n) =>
      isWorking(
        { ...night, days: [{ day: 6, from: '22:00', to: '06:00' }] },
        at('2026-03-29T00:30:00+01:00') + n * 3_600_000,
      ),
    )
    expect(hours).toEqual([true, true, true, true, true])
  })

  it.each([0, 7])('call Sunday %i', (day) => {
    const sunday = berlin([{ day, from: '00:00', to: '00:00' }])
    expect(isWorking(sunday, at('2026-06-07T00:00:00+02:00'))).toBe(true)
    expect(isWorking(sunday, at('2026-06-07T23:59:59+02:00'))).toBe(true)
    expect(isWorking(sunday, at('2026-06-08T00:00:00+02:00'))).toBe(false)
    expect(isWorking(sunday, at('2026-06-06T23:59:59+02:00'))).toBe(false)
  })

  it('are none on a holiday, whose night shift falls away to its end', () => {
    const free = { ...night, holidays: ['2026-06-05'] }
    expect(isWorking(free, at('2026-06-05T23:00:00+02:00'))).toBe(false)
    expect(isWorking(free, at('2026-06-06T05:00:00+02:00'))).toBe(false)
    expect(isWorking({ ...night, holidays: ['2026-06-06'] }, at('2026-06-06T05:00:00+02:00'))).toBe(true)
  })

  it('are never without days', () => expect(isWorking(berlin([]), at('2026-06-01T12:00:00Z'))).toBe(false))
})
