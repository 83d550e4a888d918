import { listMigrations, migrateDatabase, waitForMigrations } from '@askline/db'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createBareDatabase } from '../src/test-database.ts'
import { addQuestions, holdEveryTable, startWriter } from './load-beside-migrations.ts'

const migrations = await listMigrations()
// Set by `npm run drill`.
const isDrill = process.env['ASKLINE_DRILL'] === '1'

async function appliedTo(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  return rows.map(({ hash }) => hash)
}

test('every migration is applied once, also by concurrent starts', async () => {
  const { url } = await createBareDatabase()
  await Promise.all([migrateDatabase(url), migrateDatabase(url)])
  await migrateDatabase(url)
  expect(await appliedTo(url)).toEqual(migrations.map(({ hash }) => hash))
})

test('a process waits until another one has applied every migration', async () => {
  const { url } = await createBareDatabase()
  const lines: string[] = []
  const waiting = waitForMigrations(url, { log: (line) => lines.push(line) })
  await expect.poll(() => lines).toEqual(['Waiting: the database was never migrated.'])
  await migrateDatabase(url, { before: migrations.at(-1)?.name ?? '' })
  await expect
    .poll(() => lines, { timeout: 5_000 })
    .toContainEqual(expect.stringMatching(/^Waiting: 1 migrations are missing/))
  await migrateDatabase(url)
  await waiting
})

test('a process that waits for a server that does not come says so and ends', async () => {
  const waiting = waitForMigrations('postgres://nobody@127.0.0.1:1/none', { withinMs: 0 })
  await expect(waiting).rejects.toThrow(/the database cannot be read: .*ECONNREFUSED/)
})

test('the newest migrations wait for a 5 s reader, and no write waits longer than 2 s meanwhile', async () => {
  const { url } = await createBareDatabase()
  // This migration locks every table of companies, so it always has to wait for the reader.
  await migrateDatabase(url, { before: '0027_force-row-security' })
  const reader = await holdEveryTable(url, 5_000)
  const writer = await startWriter(url)
  const lines: string[] = []

  await migrateDatabase(url, { log: (line) => lines.push(line) })

  const { writes, longestMs } = await writer.stop()
  await reader.ended
  expect(await appliedTo(url)).toHaveLength(migrations.length)
  expect(lines.join('\n')).toMatch(/cannot get a lock \(try 1 of \d+\)\. Open transactions: pid \d+/)
  expect(writes).toBeGreaterThan(0)
  expect(longestMs).toBeLessThan(2_000)
}, 60_000)

const insertQuestion = `insert into questions
    (id, company_id, asker_id, category_id, type, subject, text, company_tags, turn, expires_at)
  select id, id, id, id, 'QUESTION', 'Card', 'Where is my card?', '{}', 'experts', now() from gen_random_uuid() as id`

/** Returns a database without the newest indexes, and two clients of it. */
async function beforeIndexes() {
  const { url } = await createBareDatabase()
  await migrateDatabase(url, { before: '0038_indexes-of-lists' })
  const clients = [new Client({ connectionString: url }), new Client({ connectionString: url })] as const
  for (const client of clients) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  return { url, clients }
}

test('statements outside a transaction take no lock that blocks writes, because they wait for locks without a limit', () => {
  const statements = migrations
    .filter(({ statements }) => statements.some((text) => /\bconcurrently\b|\bcommit;/i.test(text)))
    .flatMap((migration) => migration.statements)

  expect(statements.length).toBeGreaterThan(80)
  for (const text of statements) expect(text.replace(/^--.*$/gm, '').trim()).toMatch(besideWrites)
})

/** An index, or a block that changes rows and no table. */
const besideWrites =
  /^((create (unique )?|drop )index concurrently |do \$\$(?!.*\b(alter|lock|truncate|create|drop)\b))/is

test('an index is built while others write', async () => {
  const { url, clients } = await beforeIndexes()
  const [holder, other] = clients
  await holder.query(`begin; ${insertQuestion}`)
  const migrating = migrateDatabase(url)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%create index%'`
  await expect.poll(() => other.query(waiting)).toMatchObject({ rowCount: 1 })

  await other.query(`set lock_timeout = '2s'; ${insertQuestion}`)

  await holder.query('commit')
  await migrating
})

test('an index whose build was interrupted is built anew', async () => {
  const { url, clients } = await beforeIndexes()
  await clients[0].query('create index questions_company on questions (id)')

  await migrateDatabase(url)

  const { rows } = await clients[0].query(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'questions_company'::regclass and indisvalid`,
  )
  expect(rows).toEqual([{ definition: expect.stringContaining('(company_id, id)') }])
})

test('messages that are older than the index of their external ids are found by it, also while one is being written', async () => {
  const { url } = await createBareDatabase()
  await migrateDatabase(url, { before: '0063_message-external-ids' })
  await addQuestions(url, 1)
  const [holder, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  for (const client of [holder, other]) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  const write = (ids: string) =>
    `insert into messages (id, company_id, question_id, author_kind, external_ids)
     select gen_random_uuid(), company_id, id, 'USER', jsonb_build_array(jsonb_build_object('id', 'M-' || n, 'system', 'shop'))
     from questions, ${ids} n`
  // More than two batches.
  await other.query(write('generate_series(1, 25000)'))
  await migrateDatabase(url, { before: '0064_index-external-ids-of-messages' })
  await holder.query(`begin; ${write('generate_series(25001, 25001)')}`)

  await migrateDatabase(url)

  await holder.query('commit')
  const { rows } = await other.query(
    `select count(*)::int, count(distinct x.external_id)::int as ids from message_external_ids x
     join messages m on m.company_id = x.company_id and m.seq = x.seq and m.external_ids -> 0 ->> 'id' = x.external_id`,
  )
  expect(rows).toEqual([{ count: 25_001, ids: 25_001 }])
})

// Those before, which nobody ran with so many questions, rewrite the table of offers and its neighbors in one step.
const firstBesideMillions = '0014_promises'

test.runIf(isDrill).each([
  { what: 'all migrations', before: migrations[1]?.name ?? '', questions: 0 },
  { what: 'migrations of a million questions', before: firstBesideMillions, questions: 1_000_000 },
])(
  '$what pass a 60 s reader and later ones of 3 s, and no write waits longer than 2 s',
  async ({ before, questions }) => {
    const { url } = await createBareDatabase()
    await migrateDatabase(url, { before })
    if (questions > 0) await addQuestions(url, questions)
    const writer = await startWriter(url)
    let isDone = false
    const readers = (async () => {
      for (let ms = 60_000; !isDone; ms = 3_000) await (await holdEveryTable(url, ms)).ended
    })()

    await migrateDatabase(url, { log: (line) => console.log(line) })

    isDone = true
    await readers
    const { writes, longestMs } = await writer.stop()
    console.log(`${writes} writes, the longest took ${longestMs} ms.`)
    expect(await appliedTo(url)).toHaveLength(migrations.length)
    expect(longestMs).toBeLessThan(2_000)
  },
  600_000,
)
