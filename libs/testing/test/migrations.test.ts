import {
  checkDatabase,
  listMigrations,
  type Migration,
  migrateDatabase,
  openDatabase,
  waitForMigrations,
} from '@askline/db'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createBareDatabase, createTestDatabase } from '../src/test-database.ts'
import { addQuestions, holdEveryTable, startWriter } from './load-beside-migrations.ts'

const migrations = await listMigrations()
// Set by `npm run drill`.
const isDrill = process.env['ASKLINE_DRILL'] === '1'

/** Returns the migrations of this build and a later one. */
const followedBy = (name: string, ...statements: string[]): Migration[] => [
  ...migrations,
  { name, hash: name, createdAt: Date.now(), statements },
]

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
  await migrateDatabase(url)
  await waiting
})

test('a database of an earlier chain of migrations is refused in one sentence that says what to do', async () => {
  const { url } = await createTestDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`update drizzle.__drizzle_migrations set hash = 'earlier'`)
  await client.end()
  const db = openDatabase(url, { maxConnections: 1 })
  onTestFinished(() => db.close())
  const sentence =
    /^The database was made before the first release and cannot be upgraded: start with an empty one \(npm start -- --fresh\)\.$/

  await expect(migrateDatabase(url)).rejects.toThrow(sentence)
  await expect(waitForMigrations(url)).rejects.toThrow(sentence)
  await expect(checkDatabase(db)).rejects.toThrow(sentence)
  expect(await appliedTo(url)).toEqual(['earlier'])
})

test('a process that waits for a server that does not come says so and ends', async () => {
  const waiting = waitForMigrations('postgres://nobody@127.0.0.1:1/none', { withinMs: 0 })
  await expect(waiting).rejects.toThrow(/the database cannot be read: .*ECONNREFUSED/)
})

const lockEveryTable = `do $$ declare t record; begin
  for t in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('lock table %s', t.name);
  end loop;
end $$`

test('a migration waits for a 5 s reader, and no write waits longer than 2 s meanwhile', async () => {
  const { url } = await createTestDatabase()
  const reader = await holdEveryTable(url, 5_000)
  const writer = await startWriter(url)
  const lines: string[] = []

  await migrateDatabase(url, { log: (line) => lines.push(line), migrations: followedBy('next', lockEveryTable) })

  const { writes, longestMs } = await writer.stop()
  await reader.ended
  expect(await appliedTo(url)).toHaveLength(migrations.length + 1)
  expect(lines.join('\n')).toMatch(/cannot get a lock \(try 1 of \d+\)\. Open transactions: pid \d+/)
  expect(writes).toBeGreaterThan(0)
  expect(longestMs).toBeLessThan(2_000)
}, 60_000)

const insertQuestion = `insert into questions
    (id, company_id, asker_id, category_id, type, subject, text, company_tags, turn, expires_at)
  select id, id, id, id, 'QUESTION', 'Card', 'Where is my card?', '{}', 'experts', now() from gen_random_uuid() as id`

const buildIndex = [
  'drop index concurrently if exists questions_next',
  'create index concurrently questions_next on questions (company_id, id)',
]

/** Returns a database and two clients of it. */
async function openWithClients() {
  const { url } = await createTestDatabase()
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
  for (const text of [...statements, ...buildIndex]) expect(text.replace(/^--.*$/gm, '').trim()).toMatch(besideWrites)
})

/** An index, or a block that changes rows and no table. */
const besideWrites =
  /^((create (unique )?|drop )index concurrently |do \$\$(?!.*\b(alter|lock|truncate|create|drop)\b))/is

test('an index is built while others write', async () => {
  const { url, clients } = await openWithClients()
  const [holder, other] = clients
  await holder.query(`begin; ${insertQuestion}`)
  const migrating = migrateDatabase(url, { migrations: followedBy('next', ...buildIndex) })
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like 'create index%'`
  await expect.poll(() => other.query(waiting)).toMatchObject({ rowCount: 1 })

  await other.query(`set lock_timeout = '2s'; ${insertQuestion}`)

  await holder.query('commit')
  await migrating
})

test('an index whose build was interrupted is built anew', async () => {
  const { url, clients } = await openWithClients()
  await clients[0].query('create index questions_next on questions (id)')

  await migrateDatabase(url, { migrations: followedBy('next', ...buildIndex) })

  const { rows } = await clients[0].query(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'questions_next'::regclass and indisvalid`,
  )
  expect(rows).toEqual([{ definition: expect.stringContaining('(company_id, id)') }])
})

// There is nothing to upgrade until a second migration exists.
test.runIf(isDrill && migrations.length > 1)(
  'the migrations after the first, on a million questions, pass a 60 s reader and later ones of 3 s, and no write waits longer than 2 s',
  async () => {
    const { url } = await createBareDatabase()
    await migrateDatabase(url, { migrations: migrations.slice(0, 1) })
    await addQuestions(url, 1_000_000)
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
