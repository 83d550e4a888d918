import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

const connect = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

/** Returns false for a deadlock. Throws any other error again. */
function passDeadlock(error: { code?: string }): false {
  if (error.code !== '40P01') throw error
  return false
}

/** Opens a transaction that has read every table, and keeps it open for `ms`, or until `end` is called. */
export async function holdEveryTable(url: string, ms: number): Promise<{ ended: Promise<void>; end: () => void }> {
  const client = await connect(url)
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const readAll = async () => {
    await client.query('begin')
    for (const { name } of rows) await client.query(`select from ${name} limit 1`)
  }
  // A step that holds one table and waits for another one makes the reader start again, as services do.
  while (!(await readAll().then(() => true, passDeadlock))) await client.query('rollback')
  const stop = new AbortController()
  const ended = setTimeout(ms, undefined, { signal: stop.signal })
    .catch(() => undefined)
    .then(() => client.end())
  return { ended, end: () => stop.abort() }
}

async function foundCompany(client: Client): Promise<{ companyId: string; categoryId: string; userId: string }> {
  const [companyId, categoryId, userId] = [randomUUID(), randomUUID(), randomUUID()]
  await client.query(`insert into companies (id, tag, name) values ($1, $2, 'Writer')`, [companyId, companyId])
  await client.query(`insert into categories (id, company_id, name) values ($1, $2, 'General')`, [
    categoryId,
    companyId,
  ])
  await client.query(
    `insert into users (id, company_id, name, role, email, address) values ($1, $2, 'Ada', 'user', $3, $3)`,
    [userId, companyId, `${userId}@example.com`],
  )
  return { companyId, categoryId, userId }
}

/** Adds resolved questions, each with a message and an event. Needs the first migration. */
export async function addQuestions(url: string, count: number): Promise<void> {
  const client = await connect(url)
  const { companyId, categoryId, userId } = await foundCompany(client)
  await client.query(
    `with made as (
       insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, expires_at, status, closed_at)
       select gen_random_uuid(), $1, $2, $3, 'ONE_TO_ONE', 'Card', 'Where is my card?', '{}', now(), 'RESOLVED', now()
       from generate_series(1, $4::int) returning id
     ), written as (
       insert into messages (id, company_id, question_id, author_id, author_kind, body)
       select gen_random_uuid(), $1, id, $2, 'USER', 'Where is my card?' from made
     )
     insert into question_events (question_id, seq, company_id, type, actor_kind, audience)
     select id, 1, $1, 'QUESTION_APPROVED', 'user', '{}' from made`,
    [companyId, userId, categoryId, count],
  )
  await client.end()
}

/**
 * Writes to hot tables without a pause, each write in a separate transaction. `stop` returns the number of writes and the
 * longest one in ms. Needs the first migration.
 */
export async function startWriter(url: string): Promise<{ stop(): Promise<{ writes: number; longestMs: number }> }> {
  const client = await connect(url)
  const { companyId, categoryId, userId } = await foundCompany(client)
  const questionId = randomUUID()
  await client.query(
    `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, expires_at, status, closed_at)
     values ($1, $2, $3, $4, 'ONE_TO_ONE', 'S', 'T', '{}', now(), 'RESOLVED', now())`,
    [questionId, companyId, userId, categoryId],
  )
  const writes = [
    `update questions set version = version + 1 where id = '${questionId}'`,
    `update categories set name = name where id = '${categoryId}'`,
    `update users set name = name where id = '${userId}'`,
    `insert into outbox (company_id, jobs) values ('${companyId}', '[]')`,
  ]
  let isStopped = false
  let count = 0
  let longestMs = 0
  const running = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await client.query(writes[count % writes.length] as string)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      count++
      await setTimeout(5)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      await client.end()
      return { writes: count, longestMs: Math.round(longestMs) }
    },
  }
}
