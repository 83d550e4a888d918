import { type Database, querySystem, statement, types } from '@askline/db'
import { wallClock } from '@askline/runtime'

export type Clock = {
  /** Returns seconds since 1970 by this process's own clock, for the times in tokens. */
  second(): number
  /** Returns the company's time `msAgo` as `YYYY-MM-DDThh:mm:ssZ`, rounded down: the database's time plus a sandbox's offset. */
  serverTime(companyId?: string, msAgo?: number): string
  /** Returns whether the company's time may have jumped since the last reading. If so, call `refresh` before `serverTime`. */
  mayJump(companyId?: string): boolean
  /** Reads the database's clock and the sandboxes' offsets. */
  refresh(): Promise<void>
  close(): void
}

const readClock = statement({
  name: 'api-read-clock',
  row: { now: types.instant, offsets: types.json<Record<string, number>>() },
  text: `select clock_timestamp() as now, coalesce((
      select jsonb_object_agg(id, extract(epoch from clock_offset) * 1000) from companies where is_sandbox
    ), '{}') as offsets`,
})

const refreshMs = 1_000
/** ms since the last answer after which readings pause, so that an idle API does not read. */
const idleMs = 10_000
/** ms after which a reading is too old, because readings had paused: a company may be a sandbox since. */
const staleMs = 3_000

/**
 * Opens the clock of answers. Once a second it reads the database's clock and the offset of each sandbox, so
 * printing the time costs no statement. It may be wrong by a few milliseconds; lists tolerate five
 * seconds. Before the first reading and while Postgres is down, the last known difference applies.
 * Readings pause ten seconds after the last answer.
 */
export function openClock(db: Database): Clock {
  let skewMs = 0
  let offsets: Record<string, number> = {}
  let printedSecond = 0
  let printed = ''
  let readAt = Number.NEGATIVE_INFINITY
  let usedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  async function read() {
    const startedAt = performance.now()
    const before = wallClock()
    const [row] = await querySystem(db, readClock, [])
    if (!row) return
    skewMs = row.now.getTime() - (before + wallClock()) / 2
    offsets = row.offsets
    readAt = startedAt
  }

  function refresh(): Promise<void> {
    usedAt = performance.now()
    timer ??= setInterval(refreshOrPause, refreshMs).unref()
    return read()
  }

  function refreshOrPause() {
    // While Postgres is down the last reading stays in force.
    if (performance.now() - usedAt < idleMs) read().catch(() => undefined)
    else pause()
  }

  function pause() {
    clearInterval(timer)
    timer = undefined
  }

  function print(ms: number): string {
    const second = Math.floor(ms / 1000)
    if (second !== printedSecond) {
      printedSecond = second
      printed = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
    }
    return printed
  }

  return {
    second: () => Math.floor(wallClock() / 1000),
    mayJump(companyId) {
      usedAt = performance.now()
      return companyId !== undefined && (companyId in offsets || usedAt - readAt > staleMs)
    },
    serverTime: (companyId, msAgo = 0) =>
      print(wallClock() - msAgo + skewMs + ((companyId && offsets[companyId]) || 0)),
    refresh,
    close: pause,
  }
}
