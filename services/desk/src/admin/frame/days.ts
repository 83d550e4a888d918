/**
 * Returns the period of two days as the API takes it, from the start of `from` to the end of `to`, in the reader's time zone. A
 * day is `yyyy-mm-dd`, or empty without a bound. Invalid days are omitted.
 */
export const periodOf = ({ from, to }: { from: string; to: string }): { from?: string; to?: string } => ({
  ...(isDay(from) ? { from: dayStart(from, 0) } : {}),
  ...(isDay(to) ? { to: dayStart(to, 1) } : {}),
})

const isDay = (day: string) => !Number.isNaN(Date.parse(`${day}T00:00:00`))

function dayStart(day: string, more: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + more)
  return date.toISOString()
}
