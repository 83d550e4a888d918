import type { Database, Statement } from '@askline/db'
import { wallClock } from '@askline/runtime'

export type Clock = {
  /** Seconds since 1970 by this process's own clock: for the times in tokens. */
  second(): number
  /** The company's time, `YYYY-MM-DDThh:mm:ssZ`, rounded down: the database's time plus a sandbox's offset. */
  serverTime(companyId?: string): string
  /** Whether the company's time may jump: then `refresh` comes before `serverTime`. */
  mayJump(companyId?: string): boolean
  /** Reads the database's clock and the sandboxes' offsets again. */
  refresh(): Promise<void>
  close(): void
}

const readClock: Statement = {
  name: 'api_read_clock',
  text: `select clock_timestamp() as now, coalesce((
      select jsonb_object_agg(id, extract(epoch from clock_offset) * 1000) from companies where is_sandbox
    ), '{}') as offsets`,
}

const refreshMs = 1_000

/**
 * Tells the time that answers print without asking Postgres for it: once a second it learns how far the database's clock
 * is from this process's, and how far each sandbox is ahead. Lists look five seconds behind what clients echo,
 * so the few milliseconds this may be wrong lose nothing. Before the first reading, and while Postgres is away, the
 * process's clock serves.
 */
export function openClock(db: Database): Clock {
  let skewMs = 0
  let offsets: Record<string, number> = {}
  let printedSecond = 0
  let printed = ''

  async function refresh() {
    const before = wallClock()
    const { rows } = await db.system.query<{ now: Date; offsets: Record<string, number> }>(readClock)
    const row = rows[0]
    if (!row) return
    skewMs = row.now.getTime() - (before + wallClock()) / 2
    offsets = row.offsets
  }

  function print(ms: number): string {
    const second = Math.floor(ms / 1000)
    if (second !== printedSecond) {
      printedSecond = second
      printed = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
    }
    return printed
  }

  // Postgres away: the last reading goes on serving.
  const timer = setInterval(() => void refresh().catch(() => undefined), refreshMs)
  timer.unref()

  return {
    second: () => Math.floor(wallClock() / 1000),
    mayJump: (companyId) => companyId !== undefined && companyId in offsets,
    serverTime: (companyId) => print(wallClock() + skewMs + ((companyId && offsets[companyId]) || 0)),
    refresh,
    close: () => clearInterval(timer),
  }
}
