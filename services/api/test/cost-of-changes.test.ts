import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const world = await openWorld()
const { api, bank, db, tokens } = world

const { rows: preloaded } = await db.system.query(`select current_setting('shared_preload_libraries') as libraries`)
const isCounted = String(preloaded[0]?.libraries).includes('pg_stat_statements') && db.pooler === undefined
if (isCounted) await db.system.query('create extension pg_stat_statements')

/**
 * Counts what transactions of companies did in this database so far, as Postgres counts it. Of each, BEGIN and the statement that sets
 * the role run before the role is set, so they are counted by its COMMIT.
 */
async function countSoFar(): Promise<{ statements: number; walBytes: number }> {
  const { rows } = await db.system.query<{ statements: number; walBytes: number }>(
    `select coalesce(sum(calls * case when query ~* '^commit' then 3 else 1 end), 0)::int as statements,
      coalesce(sum(wal_bytes), 0)::int as "walBytes"
    from pg_stat_statements where userid = 'askline_app'::regrole and dbid = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0] ?? { statements: 0, walBytes: 0 }
}

/** Runs requests at once, and returns what one of them costs on average. Each must succeed. */
async function costOf(requests: (() => ReturnType<typeof api>)[]): Promise<{ statements: number; walBytes: number }> {
  const before = await countSoFar()
  const answers = await Promise.all(requests.map((send) => send()))
  expect(answers.map(({ status }) => status < 300)).toEqual(answers.map(() => true))
  const after = await countSoFar()
  return {
    statements: (after.statements - before.statements) / requests.length,
    walBytes: (after.walBytes - before.walBytes) / requests.length,
  }
}

const askMany = (count: number) => Promise.all(Array.from({ length: count }, async () => (await world.ask()).uuid))
const write = (questionUuid: string) => () =>
  api('POST', '/v1/messages', { token: tokens.ada, body: { questionUuid, text: 'It is the blue one.' } })
const claim = (questionId: string) => () =>
  api('POST', `/v1/questions/${questionId}/claim`, { token: tokens.bruno, body: {} })

async function offerMany(count: number): Promise<string[]> {
  const questionIds = await askMany(count)
  for (const id of questionIds) await world.offer(bank, id, bank.bruno)
  return questionIds
}

await db.system.query('update experts set capacity = 1000 where user_id = $1', [bank.bruno])
const [first = '', ...others] = await askMany(17)
const [claimed = '', ...open] = await offerMany(17)
// The first use of a table or a connection costs more.
await costOf([...(await askMany(32)).map(write), ...(await offerMany(32)).map(claim)])

test.skipIf(!isCounted)('a message alone costs 10 statements and 3.1 KB of WAL at most', async () => {
  const { statements, walBytes } = await costOf([write(first)])

  expect(statements).toBe(8)
  expect(walBytes).toBeLessThan(3_100)
})

test.skipIf(!isCounted)('of 16 messages at once each costs at most one statement and 2.6 KB of WAL', async () => {
  const { statements, walBytes } = await costOf(others.map(write))

  expect(statements).toBeLessThanOrEqual(1)
  expect(walBytes).toBeLessThan(2_600)
})

test.skipIf(!isCounted)('a claim alone costs 14 statements at most', async () => {
  const { statements } = await costOf([claim(claimed)])

  expect(statements).toBe(14)
})

test.skipIf(!isCounted)('of 16 claims at once each costs at most one statement', async () => {
  const { statements } = await costOf(open.map(claim))

  expect(statements).toBeLessThanOrEqual(1)
})
