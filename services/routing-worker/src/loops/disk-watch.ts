import { type Database, inSystem, statement, types } from '@askline/db'
import type { LoopDefinition } from './loop.ts'

export type DiskUse = {
  database: string
  bytes: number
  /** Postgres archives its log, and the newest attempt failed. The log then stays on the disk. */
  isArchiveFailing: boolean
  /** Postgres archived its log before, and its settings turn that off now. */
  isArchiveStopped: boolean
  /** Unix time in seconds until which the archive has every finished file of the log, or null without archiving. */
  archivedAt: number | null
  /** Unix time in seconds of the newest base backup, or null if it is unknown. */
  baseBackupAt: number | null
}

const readUse = statement({
  name: 'read-disk-use',
  row: {
    database: types.text,
    bytes: types.float,
    isArchiving: types.boolean,
    isArchiveFailing: types.boolean,
    isArchiveStopped: types.boolean,
    archivedAt: types.nullable(types.float),
    mayReadLog: types.boolean,
  },
  // A quiet server archives nothing for hours, so the archive is behind only if a finished file is not in it. A command that hangs
  // from the start has archived nothing, so the time counts from the beginning of the server's statistics.
  text: `with server as (
      select *, current_setting('archive_mode') <> 'off' as is_archiving,
        left(last_archived_wal, 24)
          >= pg_walfile_name(pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))::numeric) as is_whole
      from pg_stat_archiver)
    select current_database()::text as database, pg_database_size(current_database())::float8 as bytes,
      is_archiving as "isArchiving",
      is_archiving and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isArchiveFailing",
      not is_archiving and last_archived_time is not null as "isArchiveStopped",
      case when is_archiving then extract(epoch from case when is_whole then clock_timestamp() else coalesce(last_archived_time, stats_reset) end)::float8 end
        as "archivedAt",
      has_function_privilege('pg_ls_waldir()', 'execute') as "mayReadLog"
    from server`,
})

// Each base backup leaves a file in the log, whichever tool made it. The next one removes the file of the one before.
const readBaseBackup = statement({
  name: 'read-base-backup',
  row: { at: types.nullable(types.float) },
  // Without a base backup its age counts from the beginning of the server's statistics.
  text: `select extract(epoch from coalesce(
      (select max(modification) from pg_ls_waldir() where name like '%.backup'),
      (select stats_reset from pg_stat_archiver)))::float8 as at`,
})

/** Reads once a minute what the database occupies, because each reading looks at every file of it. */
export const diskWatch = (db: Database, onRead: (use: DiskUse) => void): LoopDefinition => ({
  name: 'disk watch',
  everyMs: 60_000,
  async work() {
    await inSystem(db, async (tx) => {
      const [use] = await tx.query(readUse, [])
      if (!use) return
      const [baseBackup] = use.isArchiving && use.mayReadLog ? await tx.query(readBaseBackup, []) : []
      onRead({ ...use, baseBackupAt: baseBackup?.at ?? null })
    })
    return undefined
  },
})
