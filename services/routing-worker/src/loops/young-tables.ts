import { type Database, querySystem, statement, types } from '@askline/db'
import type { LoopDefinition } from './loop.ts'

const analyze = statement({
  name: 'analyze-young-tables',
  row: { analyzed: types.int },
  text: 'select analyze_young_tables() as analyzed',
})

/**
 * Has Postgres analyze tables that grew tenfold since it last did. Autovacuum looks once a minute, and until then statements of a
 * new installation read all rows of their company.
 */
export const youngTables = (db: Database): LoopDefinition => ({
  name: 'young tables',
  everyMs: 3_000,
  async work() {
    await querySystem(db, analyze, [])
    return undefined
  },
})
