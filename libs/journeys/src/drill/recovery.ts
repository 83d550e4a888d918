import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../stage/stage.ts'
import type { ArchivedPostgres } from './archived-postgres.ts'

type Sql = Pick<Stage, 'sql'>

/** Waits until the log so far is archived. In operation `archive_timeout` bounds how much of it a disaster costs. */
export async function archiveAll({ sql }: Sql): Promise<void> {
  const [last] = await sql<{ name: string }>('select pg_walfile_name(pg_switch_wal() - 1) as name')
  await until(60_000, 'The log is archived', async () => {
    const [found] = await sql<{ isDone: boolean }>(
      `select coalesce(last_archived_wal >= $1, false) as "isDone" from pg_stat_archiver`,
      [last?.name],
    )
    return found?.isDone === true
  })
}

/** Kills Postgres and removes its data. */
export async function destroy(postgres: ArchivedPostgres): Promise<void> {
  await postgres.kill('SIGKILL')
  for (const name of readdirSync(postgres.data)) rmSync(join(postgres.data, name), { recursive: true })
}

/** Lays out the data of a time with restore.sh, starts Postgres and waits until it has replayed its log. */
export async function recover(postgres: ArchivedPostgres, { sql }: Sql, time: string): Promise<void> {
  await postgres.runScript('restore.sh', [postgres.backups, postgres.data, time])
  await postgres.start()
  await until(120_000, 'Postgres has replayed its log', async () => {
    const rows = await sql<{ isOver: boolean }>('select not pg_is_in_recovery() as "isOver"').catch(() => [])
    return rows[0]?.isOver === true
  })
}

/** Returns a time of the database that is after every commit so far. */
export async function afterAllCommits({ sql }: Sql): Promise<string> {
  const [row] = await sql<{ now: Date }>('select clock_timestamp() as now')
  // Commits of the same millisecond are before it.
  await pause(5)
  return new Date((row?.now.getTime() ?? 0) + 1).toISOString()
}

export async function until(ms: number, what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${ms / 1_000} s`)
    await pause(100)
  }
}
