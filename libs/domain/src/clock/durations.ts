import { InvalidValueError } from '../errors.ts'

const units = [
  ['W', 7 * 86_400_000],
  ['D', 86_400_000],
  ['H', 3_600_000],
  ['M', 60_000],
  ['S', 1_000],
] as const

const iso = /^P(?=\d|T\d)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/

/**
 * Returns the ms of an ISO 8601 duration in weeks, days, hours, minutes and seconds. Years and months have no fixed length.
 * Throws InvalidValueError that names `field`.
 */
export function durationMs(text: string, field: string): number {
  const parts = iso.exec(text)
  if (!parts) {
    const message = `${field} must be an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as PT8H or P7D`
    throw new InvalidValueError('duration_invalid', field, 'duration', message)
  }
  return units.reduce((sum, [, ms], n) => sum + Number(parts[n + 1] ?? 0) * ms, 0)
}

/** Formats ms as an ISO 8601 duration, cut to whole seconds. Days are the largest unit. */
export function durationOf(ms: number): string {
  let left = Math.max(0, ms)
  const take = (unit: number) => {
    const count = Math.floor(left / unit)
    left -= count * unit
    return count
  }
  const [days, hours, minutes, seconds] = units.slice(1).map(([, unit]) => take(unit))
  const time = [`${hours}H`, `${minutes}M`, `${seconds}S`].filter((part) => !part.startsWith('0')).join('')
  if (!days && time === '') return 'PT0S'
  return `P${days ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`
}
