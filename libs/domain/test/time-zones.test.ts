import { findNearestZone, isTimeZone, refuseUnknownZone } from '@askline/contracts'
import { expect, test } from 'vitest'

test.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'US/Eastern'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true)
  },
)

test.each(['', 'Mars/Olympus', 'Europe/Berln', '+01:00', 'Berlin', 'x'.repeat(1_000)])('%s is no time zone', (name) => {
  expect(isTimeZone(name)).toBe(false)
})

test.each([
  ['Europe/Berln', 'Europe/Berlin'],
  ['Berlin', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['Amerika/New-York', 'America/New_York'],
  ['europe/ berlin', 'Europe/Berlin'],
  ['utc ', 'UTC'],
])('the zone nearest to %s is %s', (name, zone) => {
  expect(findNearestZone(name)).toBe(zone)
})

test.each(['', 'Z', 'Mars/Olympus Mons', '東京', '/'.repeat(100_000)])('no zone is near to %.20s', (name) => {
  expect(findNearestZone(name)).toBeUndefined()
})

test('the message about an unknown zone names the nearest one, or only an example', () => {
  expect(refuseUnknownZone('Europe/Lndon')).toEqual({
    rule: 'timeZone',
    message: 'is no IANA time zone. Did you mean Europe/London?',
    suggestion: 'Europe/London',
  })
  expect(refuseUnknownZone('Middle Earth').message).toBe('must be the name of an IANA time zone such as Europe/Berlin')
})
