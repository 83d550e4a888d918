import type { WorkingHours } from '@askline/db'

const minutesOfDay = 24 * 60
const dayMs = 86_400_000

/**
 * Whether a person with these hours works at `at`, ms since 1970. Hours are what clocks on the wall show in the time zone, so
 * shifts keep their hours when clocks change. A shift that ends at or before its beginning ends on the next day. A holiday
 * takes away the shifts that begin on it. Days: 1 is Monday, 7 and 0 are Sunday.
 */
export function isWorking({ timeZone, days, holidays = [] }: WorkingHours, at: number): boolean {
  const wall = wallClock(timeZone, at)
  const eve = wall.midnight - dayMs
  return days.some(({ day, from, to }) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    const isOvernight = end <= begin
    const beganOn = (midnight: number) =>
      day % 7 === new Date(midnight).getUTCDay() && !holidays.includes(dateOf(midnight))
    if (beganOn(wall.midnight) && wall.minute >= begin && wall.minute < (isOvernight ? minutesOfDay : end)) return true
    return isOvernight && beganOn(eve) && wall.minute < end
  })
}

/** Whether a person works at `at`, with these hours or, with none, always. */
export const isAtWork = (hours: WorkingHours | null, at: number): boolean => hours === null || isWorking(hours, at)

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const dateOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10)

type WallClock = { midnight: number; minute: number }
const formats = new Map<string, Intl.DateTimeFormat>()
/** By zone, what clocks show in the minute asked for last: to read them takes longer than everything else here. */
const clocks = new Map<string, WallClock & { minuteOfAll: number }>()

/** The date in the zone, as if its midnight were one of UTC, and the minutes since. */
function wallClock(timeZone: string, at: number): WallClock {
  const minuteOfAll = Math.floor(at / 60_000)
  let clock = clocks.get(timeZone)
  if (clock?.minuteOfAll !== minuteOfAll) {
    clock = { ...readClock(timeZone, at), minuteOfAll }
    clocks.set(timeZone, clock)
  }
  return clock
}

function readClock(timeZone: string, at: number): WallClock {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return { midnight: Date.UTC(of('year'), of('month') - 1, of('day')), minute: of('hour') * 60 + of('minute') }
}
