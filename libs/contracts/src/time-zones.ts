import { findNearest } from './edits.ts'
import type { Refinement } from './refinement.ts'

/** Names that people know, besides those that `Intl` lists. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** Returns whether `name` is a time zone of the IANA database. Old names such as `US/Eastern` are, and offsets such as `+01:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Returns how the name of an unknown time zone breaks the rule. It suggests the zone that is spelled most like `name`, if one is. */
export function refuseUnknownZone(name: string): Refinement {
  const suggestion = findNearestZone(name)
  const message =
    suggestion === undefined
      ? 'must be the name of an IANA time zone such as Europe/Berlin'
      : `is no IANA time zone. Did you mean ${suggestion}?`
  return { rule: 'timeZone', message, suggestion }
}

/** Returns the zone that is spelled most like `name`, as a whole or by its last part. `undefined` if more than a third differs. */
export function findNearestZone(name: string): string | undefined {
  // A longer name is no misspelled one, and comparing it would take long.
  const sought = fold(name).slice(0, 64)
  return findNearest(
    sought,
    zones.flatMap((zone) => {
      const whole = fold(zone)
      return [[whole, zone] as const, [whole.slice(whole.lastIndexOf('/') + 1), zone] as const]
    }),
  )
}

const fold = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '_')
