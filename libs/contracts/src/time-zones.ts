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
  let nearest: string | undefined
  let least = Math.floor(sought.length / 3) + 1
  for (const zone of zones) {
    const whole = fold(zone)
    const city = whole.slice(whole.lastIndexOf('/') + 1)
    for (const spelled of [whole, city]) {
      const distance = countEdits(sought, spelled, least)
      if (distance >= least) continue
      nearest = zone
      least = distance
    }
  }
  return nearest
}

const fold = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '_')

/** Returns the number of letters to insert, remove or replace to turn `a` into `b` (Levenshtein), or `most` if it is not smaller. */
function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return Math.min(most, previous[b.length] ?? 0)
}
