import { type Database, inSystem, statement, types } from '@askline/db'
import type { LoopDefinition } from './loop.ts'

export type DiskUse = {
  database: string
  bytes: number
  /** Postgres archives its log, and the newest attempt failed. The log then stays on the disk. */
  isArchiveFailing: boolean
}

const readUse = statement({
  name: 'read-disk-use',
  row: { database: types.text, bytes: types.float, isArchiveFailing: types.boolean },
  text: `select current_database()::text as database, pg_database_size(current_database())::float8 as bytes,
      current_setting('archive_mode') <> 'off' and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        as "isArchiveFailing"
    from pg_stat_archiver`,
})

/** Reads once a minute what the database occupies, because each reading looks at every file of it. */
export const diskWatch = (db: Database, onRead: (use: DiskUse) => void): LoopDefinition => ({
  name: 'disk watch',
  everyMs: 60_000,
  async work() {
    const [use] = await inSystem(db, (tx) => tx.query(readUse, []))
    if (use) onRead(use)
    return undefined
  },
})
