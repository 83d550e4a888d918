import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { readPooler } from './open.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

// Any number, as long as every process that migrates takes the same one.
const migrationLock = 7_204_118

/**
 * How long the statements of one migration may wait for locks, in ms. A table that a migration waits for also blocks every
 * later write to it, and no write should wait longer than 2 s.
 */
const lockWaitMs = 1_500
/** Pause between two tries in ms, in which the writes that waited go on. */
const retryPauseMs = 1_000
const mostTries = 300
/** Pause in ms before a call that waits for another one looks again. */
const lockPauseMs = 100

export type Migration = { name: string; hash: string; createdAt: number; statements: string[] }

export type MigrateOptions = {
  /** Receives a line for each migration that was applied or has to wait. */
  log?: (line: string) => void
  /** Those to apply, oldest first. Default: those of this build. */
  migrations?: Migration[]
}

/** The database was made by a version whose first migration is another one. */
export class UnreleasedDatabaseError extends Error {
  override name = 'UnreleasedDatabaseError'
  constructor() {
    super(
      'The database was made before the first release and cannot be upgraded: start with an empty one (npm start -- --fresh).',
    )
  }
}

/** Throws UnreleasedDatabaseError if the first migration of `applied`, oldest first, is not that of `expected`. */
export function assertSameFirst(applied: { hash: string }[], expected: { hash: string }[]): void {
  if (applied.length > 0 && applied[0]?.hash !== expected[0]?.hash) throw new UnreleasedDatabaseError()
}

/** Returns the migrations of this build, oldest first. */
export async function listMigrations(): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[]
  }
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }, n) => ({
    name: journal.entries[n]?.tag ?? hash,
    hash,
    createdAt: folderMillis,
    statements: sql,
  }))
}

/**
 * Applies the migrations that the database at `url` lacks, each in a transaction of its own. Migrations that build indexes beside
 * writes (`concurrently`) or change rows in batches (`commit;`) run without one, so each of their statements may run again. A migration that waits for
 * locks longer than 1.5 s is rolled back and tried again a second later, at most 300 times. Concurrent calls wait for each
 * other. Throws UnreleasedDatabaseError if the database was made by other migrations, and what Postgres says if a migration fails; earlier
 * migrations stay applied.
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<void> {
  if (readPooler(url).pooler) {
    throw new TypeError(
      'Migrations hold a session lock. Give them a DATABASE_URL that goes to Postgres and not to a pooler.',
    )
  }
  const migrations = options.migrations ?? (await listMigrations())
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    // Roles belong to the whole server, but this lock to one database: the migrations that create roles allow for that.
    await takeLock(client)
    await client.query(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
    const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
    assertSameFirst(rows, migrations)
    const applied = new Set(rows.map(({ hash }) => hash))
    for (const migration of migrations) {
      if (!applied.has(migration.hash)) await applyMigration(client, migration, options.log ?? (() => undefined))
    }
  } finally {
    await client.end()
  }
}

/**
 * Waits until no other call migrates. Does not wait inside of a statement: an index that is built beside writes waits for all
 * older statements, so it would wait for this one.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isTaken: boolean }>('select pg_try_advisory_lock($1) as "isTaken"', [
      migrationLock,
    ])
    if (rows[0]?.isTaken) return
    await setTimeout(lockPauseMs)
  }
}

const lookEveryMs = 1_000

/**
 * Waits until the database at `url` has all migrations of this build, also while no server answers. Looks once a second and tells `log` why
 * it waits. Throws after `withinMs` (default 10 min), and UnreleasedDatabaseError if the database was made by other migrations.
 */
export async function waitForMigrations(
  url: string,
  { log = () => undefined, withinMs = 600_000 }: { log?: (line: string) => void; withinMs?: number } = {},
): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  for (let told = ''; ; ) {
    const reason = await missingMigrations(url)
    if (reason === undefined) return
    if (performance.now() > giveUpAt) throw new Error(`${reason} Waited ${withinMs / 1_000} s.`)
    if (reason !== told) log(`Waiting: ${reason}`)
    told = reason
    await setTimeout(lookEveryMs)
  }
}

/** Codes of Postgres: no such table, no such schema, or not even the role that the first migration makes. */
export const neverMigrated = new Set(['42P01', '3F000', '22023'])

/** Returns why this build cannot use the database yet, or undefined if it can. */
async function missingMigrations(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // The role of the services inherits nothing, so it reads the list only after the switch.
    await client.query('begin read only; set local role askline_system')
    const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
    await client.query('commit')
    const migrations = await listMigrations()
    assertSameFirst(rows, migrations)
    const applied = new Set(rows.map(({ hash }) => hash))
    const missing = migrations.filter(({ hash }) => !applied.has(hash))
    return missing.length === 0
      ? undefined
      : `${missing.length} migrations are missing, the first is ${missing[0]?.name}.`
  } catch (error) {
    if (error instanceof UnreleasedDatabaseError) throw error
    if (error instanceof pg.DatabaseError && neverMigrated.has(error.code ?? ''))
      return 'the database was never migrated.'
    return `the database cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function applyMigration(client: pg.Client, migration: Migration, log: (line: string) => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await tryMigration(client, migration)
      log(`Applied ${migration.name}.`)
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockFailure(error)) throw error
      const transactions = await describeOldTransactions(client)
      const advice = `${migration.name} cannot get a lock (try ${attempt} of ${mostTries}). ${transactions}`
      if (attempt === mostTries) throw new Error(`${advice} End them and migrate again.`, { cause: error })
      log(advice)
      await setTimeout(retryPauseMs)
    }
  }
}

async function tryMigration(client: pg.Client, { hash, createdAt, statements }: Migration): Promise<void> {
  // Postgres builds an index beside writes only outside of a transaction, and a block of code commits only there.
  const isBesideWrites = statements.some((text) => /\bconcurrently\b|\bcommit;/i.test(text))
  // Without a limit: an index waits for every older transaction, and its lock blocks no write.
  if (isBesideWrites) for (const text of statements) await client.query(text)
  await client.query('begin')
  const startedAt = performance.now()
  for (const text of isBesideWrites ? [] : statements) {
    // Locks of earlier statements are held already, so later statements only get what is left of the time.
    const leftMs = Math.max(50, Math.round(lockWaitMs - (performance.now() - startedAt)))
    await client.query(`set local lock_timeout = ${leftMs}`)
    await client.query(text)
  }
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, createdAt])
  await client.query('commit')
}

/** A lock timeout, or a deadlock with the reads or writes of others. */
const isLockFailure = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

/** Names the transactions that are probably in the way: those older than the time a migration waits. Says if some are hidden. */
async function describeOldTransactions(client: pg.Client): Promise<string> {
  // The owner inherits nothing, and without this role it sees the times of its own sessions only.
  await client.query('begin; set local role pg_read_all_stats').catch(() => client.query('rollback; begin'))
  const { rows } = await client.query<{ pid: number; application: string; seconds: number | null }>(
    `select pid, application_name as application, extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (xact_start < clock_timestamp() - interval '1 second' or (backend_start is null and usesysid is not null))
     order by xact_start`,
  )
  await client.query('rollback')
  const open = rows.filter(({ seconds }) => seconds !== null).slice(0, 5)
  const hidden = rows.filter(({ seconds }) => seconds === null).length
  const list = open.map(({ pid, application, seconds }) => `pid ${pid} (${application || 'unnamed'}, ${seconds} s)`)
  const words = open.length > 0 ? [`Open transactions: ${list.join(', ')}.`] : []
  if (hidden > 0)
    words.push(
      `The transactions of ${hidden} sessions are hidden: grant pg_read_all_stats to ${client.user} to see them.`,
    )
  return words.join(' ') || 'No old transaction is open now.'
}
