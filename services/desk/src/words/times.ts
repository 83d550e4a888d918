import { language } from './messages.ts'

/** The time of day of `iso`, with its date unless it is today. */
export const formatTime = (iso: string, now = new Date()): string => timeText(iso, now, {})

/** The time of day of `iso` to the second, with its date unless it is today. */
export const formatExactTime = (iso: string): string => timeText(iso, new Date(), { second: '2-digit' })

function timeText(iso: string, now: Date, more: Intl.DateTimeFormatOptions): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === now.toDateString()
  const isThisYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleString(language(), {
    hour: 'numeric',
    minute: '2-digit',
    ...more,
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

const units = [
  ['second', 1_000, 60],
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, Number.POSITIVE_INFINITY],
] as const

/** Rounds a length in ms to a number of its unit. The unit is chosen after rounding: 59 min 45 s is an hour, not 60 minutes. */
function roundToUnit(ms: number) {
  for (const [unit, length, most] of units) {
    const value = Math.round(Math.abs(ms) / length)
    if (value < most) return { unit, value }
  }
  throw new TypeError(`${ms} is not a length of time`)
}

/** The distance between `iso` and `now` as people say it: "in 5 minutes", "1 hour ago", "now". */
export function formatDistance(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now
  const { unit, value } = roundToUnit(distance)
  // A distance is counted in hours, so "yesterday" could be the day before.
  const numeric = value === 0 ? 'auto' : 'always'
  return new Intl.RelativeTimeFormat(language(), { numeric }).format(distance < 0 ? -value : value, unit)
}

/** A length of time in ms as people say it: "4 min". */
export function formatDuration(ms: number): string {
  const { unit, value } = roundToUnit(ms)
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}
