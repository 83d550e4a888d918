import { types } from './column-types.ts'
import { assertSameFirst, listMigrations, neverMigrated } from './migrate.ts'
import type { Database } from './open.ts'
import { isConnectTimeout } from './postgres-errors.ts'
import { statement } from './statement.ts'
import { inCompany, inSystem, type Tx } from './transaction.ts'

/** The database lacks migrations of this build. */
class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError'
}

/** Row-level security is not in force, so requests could see rows of other companies. */
class RowSecurityError extends Error {
  override name = 'RowSecurityError'
}

/** The pooler knows no prepared statements, although DATABASE_URL says so. */
class PoolerMismatchError extends Error {
  override name = 'PoolerMismatchError'
}

/**
 * Checks at start that this build may serve the database, and waits for one that is slow to answer. Throws SchemaMismatchError
 * if it lacks migrations, UnreleasedDatabaseError if other migrations made it, and RowSecurityError if row-level security or
 * the time limits are not in force. Throws PoolerMismatchError if the pooler should know prepared statements, but does not.
 * Each error says what to do.
 */
export async function checkDatabase(db: Database): Promise<void> {
  await onceItAnswers(async () => {
    await checkPooler(db)
    await checkMigrations(db)
    await checkRowSecurity(db)
  })
}

const prepared = statement({ name: 'check-pooler', row: { one: types.int }, text: 'select 1 as one' })

/** Postgres' codes for a prepared statement that its connection lacks, or has already. */
const namesMixed = new Set(['26000', '42P05'])

/** Prepares a statement through one connection to the pooler, and runs it again while another one holds what served it. */
async function checkPooler(db: Database): Promise<void> {
  if (db.pooler !== 'prepared') return
  const run = () => inSystem(db, (tx) => tx.query(prepared, []))
  try {
    await run()
    await inCompany(db, noCompany, async (tx) => {
      await tx.query(prepared, [])
      await run()
    })
  } catch (error) {
    if (!namesMixed.has((error as { code?: string }).code ?? '')) throw error
    throw new PoolerMismatchError(
      'The pooler forgets prepared statements. Set its max_prepared_statements, which PgBouncer knows from 1.21 on, ' +
        'or change DATABASE_URL to ?pooler=transaction.',
    )
  }
}

/** Belongs to no company: the checks read none of its rows. */
export const noCompany = '00000000-0000-0000-0000-000000000000'

/** Attempts to connect. Each takes at most `connectMs`, and several services that start together make a small machine slow. */
const firstAttempts = 15

async function onceItAnswers(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectTimeout(error) || attempt === firstAttempts) throw error
    }
  }
}

const appliedMigrations = statement({
  name: 'list-applied-migrations',
  row: { hash: types.text },
  text: 'select hash from drizzle.__drizzle_migrations order by id',
})

async function checkMigrations(db: Database): Promise<void> {
  const expected = await listMigrations()
  const applied = await inSystem(db, (tx) => tx.query(appliedMigrations, [])).then(
    (rows) => rows,
    (error: { code?: string }) => {
      if (neverMigrated.has(error.code ?? '')) return []
      throw error
    },
  )
  assertSameFirst(applied, expected)
  const missing = expected.filter(({ hash }) => !applied.some((row) => row.hash === hash)).length
  if (missing > 0) {
    throw new SchemaMismatchError(
      `The database lacks ${missing} of ${expected.length} migrations. Run: node libs/db/dist/migrate-main.js`,
    )
  }
}

/** Reads the role and limits of a transaction of a company, and the tenant tables that it could read in full. */
const security = statement({
  name: 'check-row-security',
  row: {
    role: types.text,
    canBypass: types.boolean,
    isUnlimited: types.boolean,
    open: types.array(types.text),
  },
  text: `select current_user::text as role, r.rolsuper or r.rolbypassrls as "canBypass",
      current_setting('statement_timeout') = '0' as "isUnlimited",
      array(select c.relname::text from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and (c.relname = 'companies' or exists (
            select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
          and not (c.relforcerowsecurity and row_security_active(c.oid)) order by 1) as open
    from pg_roles r where r.rolname = current_user`,
})

async function checkRowSecurity(db: Database): Promise<void> {
  await inCompany(db, noCompany, assertRowSecurity).catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error
    throw new RowSecurityError(
      'The login role of DATABASE_URL is no member of askline_app. Grant it: grant askline_app to …',
    )
  })
}

/** Throws RowSecurityError if row-level security or the time limits are not in force in a transaction of a company. */
export async function assertRowSecurity(tx: Tx): Promise<void> {
  const [found] = await tx.query(security, [])
  if (found?.role !== 'askline_app' || found.canBypass || found.isUnlimited) {
    throw new RowSecurityError(
      `Transactions run as ${found?.role} ${found?.canBypass ? 'which bypasses row-level security' : 'without their settings'}. ` +
        'A pooler must keep one connection per transaction: set pool_mode to transaction or session.',
    )
  }
  if (found.open.length > 0) {
    throw new RowSecurityError(
      `Row-level security is off for ${found.open.join(', ')}. Run as the owner: select fence_table('${found.open[0]}')`,
    )
  }
}
