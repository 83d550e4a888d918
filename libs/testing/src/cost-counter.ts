import { Client } from 'pg'
import { afterAll } from 'vitest'
import { readServerEnvironment } from './servers/environment.ts'

/** Rows that were written, also deleted ones, and new entries of the table's indexes. */
type Written = { rows: number; entries: number }

/** The work of Postgres for services: statements with BEGIN, SET and COMMIT, bytes of WAL, and rows and index entries by table. */
export type Costs = { statements: number; walBytes: number; written: Record<string, Written> }

export type CostCounter = {
  /** Runs `work` and returns the costs of one of its `count` parts. Everything else in the database meanwhile is counted too. */
  costOf(count: number, work: () => Promise<unknown>): Promise<Costs>
}

/**
 * Statements under the roles $1, without the upkeep of young tables. BEGIN and the statement that sets the role run before it is set,
 * so they are counted by the COMMIT.
 */
const countStatements = `select coalesce(sum(calls * case when query ~* '^commit' then 3 else 1 end), 0)::int as statements,
    coalesce(sum(wal_bytes), 0)::float8 as "walBytes"
  from pg_stat_statements where userid = any($1::regrole[]) and query not like '%analyze_young_tables%'
    and dbid = (select oid from pg_database where datname = current_database())`

// A split of a page at the lowest level of an index adds an entry too. Postgres writes nothing else for a new one.
const countWritten = `select coalesce(i.indrelid, r.oid)::regclass::text as "table",
    (count(*) filter (where b.resource_manager = 'Heap'))::int as rows,
    (count(*) filter (where b.resource_manager = 'Btree'))::int as entries
  from pg_get_wal_block_info($1, $2, false) b
    join pg_class r on r.oid = pg_filenode_relation(b.reltablespace, b.relfilenode) and r.relnamespace = 'public'::regnamespace
    left join pg_index i on i.indexrelid = r.oid
  where b.reldatabase = (select oid from pg_database where datname = current_database()) and b.block_id = 0
    and (b.resource_manager = 'Heap' and b.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)'
      or b.resource_manager = 'Btree' and (b.record_type in ('INSERT_LEAF', 'INSERT_POST')
        or b.record_type ~ '^SPLIT' and b.description like 'level: 0,%'))
  group by 1 order by 1`

/**
 * Opens a counter of the database at `url`, which must not go through a pooler. It counts statements and WAL under `roles`. Returns
 * `undefined` if the server cannot count, and if services reach it through a pooler. Call it at the top of a file; it is closed
 * after the last test.
 */
export async function openCostCounter(
  url: string,
  roles: ('askline_app' | 'askline_system')[],
): Promise<CostCounter | undefined> {
  if (readServerEnvironment().pooler !== undefined) return undefined
  const client = new Client({ connectionString: url })
  await client.connect()
  afterAll(() => client.end())
  const { rows: able } = await client.query(
    `select from pg_available_extensions where name = 'pg_walinspect' and default_version >= '1.1'
      and current_setting('shared_preload_libraries') like '%pg_stat_statements%'`,
  )
  if (able.length === 0) return undefined
  await client.query('create extension pg_stat_statements; create extension pg_walinspect')
  await client.query(turnAutovacuumOff)

  async function countSoFar() {
    // Writes out what transactions left unwritten that do not wait for the disk.
    const { rows: marks } = await client.query<{ place: string }>(
      `select pg_logical_emit_message(true, 'costs', '') as place`,
    )
    const { rows } = await client.query<{ statements: number; walBytes: number }>(countStatements, [roles])
    return { place: marks[0]?.place, statements: 0, walBytes: 0, ...rows[0] }
  }
  return {
    async costOf(count, work) {
      const before = await countSoFar()
      await work()
      const after = await countSoFar()
      const { rows } = await client.query<Written & { table: string }>(countWritten, [before.place, after.place])
      const each = (all: number) => all / count
      return {
        statements: each(after.statements - before.statements),
        walBytes: each(after.walBytes - before.walBytes),
        written: Object.fromEntries(
          rows.map(({ table, rows: all, entries }) => [table, { rows: each(all), entries: each(entries) }]),
        ),
      }
    },
  }
}

const turnAutovacuumOff = `do $$ declare name regclass; begin
  for name in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %s set (autovacuum_enabled = false)', name);
  end loop; end $$`
