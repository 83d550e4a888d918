import { language } from './words.ts'

/** The time of day of `iso`, with its date unless it is today. */
export function formatTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === now.toDateString()
  const isThisYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleString(language(), {
    hour: 'numeric',
    minute: '2-digit',
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** The distance between `iso` and `now` in its largest unit: "in 5 minutes", "2 days ago". */
export function formatDistance(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now
  const [unit, ms] = units.find(([, length]) => Math.abs(distance) >= length) ?? units[3]
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(Math.round(distance / ms), unit)
}

/** A length of time in ms in its largest unit: "4 min". */
export function formatDuration(ms: number): string {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? units[3]
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.round(ms / length),
  )
}
