import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { openTestDatabase } from '@askline/testing'
import { expect, test, vi } from 'vitest'
import { youngTables } from '../src/loops/young-tables.ts'
import { foundCompany } from './company.ts'

const db = await openTestDatabase()
const loop = youngTables(db)

/** Returns the number of rows that Postgres plans with, or -1 before it analyzed the table. */
const plannedRows = async (table: string): Promise<number> =>
  (
    await db.system.query<{ rows: number }>('select reltuples::int as rows from pg_class where oid = $1::regclass', [
      table,
    ])
  ).rows[0]?.rows ?? Number.NaN

test('a table that grew tenfold is analyzed, and a small one is not', async () => {
  // Otherwise Postgres itself may analyze them meanwhile, in a long run.
  for (const table of ['knowledge', 'outbox', 'categories'])
    await db.system.query(`alter table ${table} set (autovacuum_enabled = false)`)
  const { companyId, run } = await foundCompany(db)
  const add = (count: number) =>
    run(async (tx) => {
      const answers = Array.from({ length: count }, (_, n) => ({ question: `Question ${n}?`, answer: 'So.' }))
      await addKnowledge(tx, { companyId, answers })
      // Otherwise the connection reports the rows that it wrote up to ten seconds later.
      await tx.orm.execute('select pg_stat_force_next_flush()')
    })
  const analyzed = (rows: number) =>
    vi.waitFor(
      async () => {
        await loop.work()
        expect(await plannedRows('knowledge')).toBe(rows)
      },
      { timeout: 10_000, interval: 100 },
    )
  await run(async (tx) => {
    await tx.orm.execute(
      `insert into outbox (company_id, jobs) select '${companyId}', '[]' from generate_series(1, 300)`,
    )
    await tx.orm.execute('select pg_stat_force_next_flush()')
  })
  await add(300)
  await analyzed(300)
  expect(await plannedRows('categories')).toBe(-1)
  // Every move writes there, so every connection would plan every move again.
  expect(await plannedRows('outbox')).toBe(-1)

  await add(2_000)
  await loop.work()
  expect(await plannedRows('knowledge')).toBe(300)
  await add(1_000)
  await analyzed(3_300)
})
