import { connect } from 'node:net'
import type { CompanyEventType, FeedEvent } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { beginFeed } from '@askline/domain/feed/begin-feed'
import { recordCompanyEvent } from '@askline/domain/feed/company-events'
import { readCursor, writeCursor } from '@askline/domain/feed/cursor'
import { expect, onTestFinished, test } from 'vitest'
import type { Answer } from './caller.ts'
import { openWorld } from './world.ts'

const world = await openWorld({ HOST: '127.0.0.1' })
const { api, app, ask, bank, context, db, mint, rival, tokens } = world
await app.listen({ port: 0, host: '127.0.0.1' })

const read = (query: Record<string, string> = {}, token = tokens.integration): Promise<Answer> =>
  api('GET', '/v1/events', { token, query })
/** The place after all events so far that the company can read. Others are on their way while older transactions are in progress. */
const beginNow = async (token = tokens.integration): Promise<string> => (await read({}, token)).body.data.nextCursor

/** Reads on from a cursor until there are `count` events. */
async function readMany(after: string, count: number, query: Record<string, string> = {}, token = tokens.integration) {
  const events: FeedEvent[] = []
  let cursor = after
  for (let pages = 0; events.length < count && pages < 200; pages += 1) {
    const { status, body } = await read({ ...query, after: cursor, wait: '5' }, token)
    expect(status).toBe(200)
    events.push(...body.data.events)
    cursor = body.data.nextCursor
  }
  return { events, cursor }
}
const record = (type: CompanyEventType, detail: Record<string, string>, { companyId } = bank) =>
  inCompany(db, companyId, async (tx) => recordCompanyEvent(tx, type, detail))

/** Sends a request that waits, over a connection that the test can end. */
function wait(after: string, token = tokens.integration) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const { port } = app.server.address() as { port: number }
  const answer = fetch(`http://127.0.0.1:${port}/v1/events?wait=20&after=${after}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  answer.catch(() => undefined)
  return { answer, leave: () => leaving.abort() }
}

test('without a cursor the feed begins now, and a cursor leads to the next event with its ids', async () => {
  const first = await read()
  expect(first.body.data).toEqual({ events: [], nextCursor: expect.any(String) })
  const asked = await api('POST', '/v1/questions', {
    token: tokens.integration,
    body: { userEmail: 'ada@bank.example', userName: 'Ada', text: 'Where?', externalId: 'order-7' },
  })

  const { events } = await readMany(first.body.data.nextCursor, 1)

  const { uuid, lastUpdated, externalIds } = asked.body.data
  expect(events).toEqual([
    {
      cursor: expect.any(String),
      type: 'QUESTION_APPROVED',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        questionUuid: uuid,
        version: 1,
        lastUpdated,
        externalIds,
        correlationId: asked.headers['x-correlation-id'],
      },
    },
  ])
})

test('pages return each event once, in order, and `nextCursor` is the cursor of the last one', async () => {
  const start = await beginNow()
  const uuids: string[] = []
  for (let n = 0; n < 7; n += 1) uuids.push((await ask()).uuid)
  const { cursor } = await readMany(start, 7)

  const { events } = await readMany(start, 7, { limit: '3' })
  const page = (await read({ after: start, limit: '3' })).body.data

  expect(events.map(({ data }) => data.questionUuid)).toEqual(uuids)
  expect(page.events).toHaveLength(3)
  expect(page.nextCursor).toBe(page.events[2].cursor)
  expect((await read({ after: cursor })).body.data.events).toEqual([])
})

test('a filter advances over what it leaves out, and never leaves out who was forgotten', async () => {
  const start = await beginNow()
  await ask()
  await record('PERSON_FORGOTTEN', { userUuid: bank.ben, receiptUuid: bank.ben })
  await ask()
  await readMany(start, 3)

  const filtered = await read({ after: start, types: 'QUESTION_RESOLVED, QUESTION_RATED' })

  expect(filtered.body.data.events).toMatchObject([{ type: 'PERSON_FORGOTTEN', data: { userUuid: bank.ben } }])
  const { nextCursor } = filtered.body.data
  expect((await read({ after: nextCursor })).body.data.events).toEqual([])
  const one = await read({ after: start, types: 'PERSON_FORGOTTEN', limit: '1' })
  expect(one.body.data.events).toHaveLength(1)
})

test('a request that waits is answered with the next event that it asked for, and empty at the end of its time', async () => {
  const start = await beginNow()
  const began = performance.now()
  const waiting = read({ after: start, wait: '20', types: 'KNOWLEDGE_CHANGED' })
  await ask()
  await record('KNOWLEDGE_CHANGED', { knowledgeUuid: bank.ada })

  const answer = await waiting
  expect(answer.body.data.events).toMatchObject([{ type: 'KNOWLEDGE_CHANGED', data: { knowledgeUuid: bank.ada } }])
  expect(performance.now() - began).toBeLessThan(15_000)

  const { body } = await read({ after: answer.body.data.nextCursor, wait: '1', types: 'WEBHOOK_DISABLED' })
  expect(body.data).toEqual({ events: [], nextCursor: expect.any(String) })
})

test('a company reads only its own events', async () => {
  const [own, other] = [await beginNow(), await beginNow(tokens.rival)]
  await ask()
  await record('KNOWLEDGE_CHANGED', { knowledgeUuid: rival.ada }, rival)
  await readMany(own, 1)

  const { events } = await readMany(other, 1, {}, tokens.rival)
  expect(events).toMatchObject([{ type: 'KNOWLEDGE_CHANGED', data: { knowledgeUuid: rival.ada } }])
  expect((await read({ after: own }, tokens.rival)).body.error.code).toBe('cursor_invalid')
})

test('a damaged cursor, one of another company and one of the future are refused', async () => {
  const cursor = await beginNow()
  const parsed = readCursor(bank.companyId, cursor)
  const future = parsed && { ...parsed, place: { tx: String(BigInt(parsed.place.tx) + 1_000_000n), position: 0 } }
  const swapped = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`
  const others = [swapped, cursor.slice(1), `${cursor}A`, 'nonsense', future ? writeCursor(bank.companyId, future) : '']

  for (const after of [...others, await beginNow(tokens.rival)]) {
    const { status, body } = await read({ after })
    expect([status, body.error.code], after).toEqual([400, 'cursor_invalid'])
    expect(body.error.details).toMatchObject([{ field: 'query.after', rule: 'cursor' }])
  }
})

test('an unknown type is refused, and the answer names the most similar one', async () => {
  const { status, body } = await read({ types: 'QUESTION_RATED,QUESTION_RESOLVD' })

  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect(body.error.details).toEqual([
    {
      field: 'query.types',
      rule: 'enum',
      message: 'query.types has the unknown type QUESTION_RESOLVD. Did you mean QUESTION_RESOLVED?',
      suggestion: 'QUESTION_RESOLVED',
    },
  ])
  expect((await read({ types: 'x' })).body.error.details[0].suggestion).toBeUndefined()
  expect((await read({ types: 'OFFER_CLOSED' })).status).toBe(400)
})

test('a cursor that is older than 30 days is gone, and the answer has the oldest valid one', async () => {
  const start = await beginNow()
  await ask()
  const { uuid } = await ask()
  const [, second] = (await readMany(start, 2)).events
  const tx = readCursor(bank.companyId, second?.cursor ?? '')?.place.tx
  await db.system.query(`insert into feed_marks (at, tx) values (now() - interval '31 days', $1::xid8)`, [tx])
  onTestFinished(async () => void (await db.system.query('delete from feed_marks')))

  const { status, body } = await read({ after: start })

  expect([status, body.error.code]).toEqual([410, 'cursor_gone'])
  const [{ field, rule, suggestion }] = body.error.details
  expect([field, rule]).toEqual(['query.after', 'gone'])
  const page = await read({ after: suggestion })
  expect(page.status).toBe(200)
  expect(page.body.data.events).toMatchObject([{ data: { questionUuid: uuid } }])
})

test('a credential may have 20 requests that wait; they hold no connection, and each seat is free when its client leaves', async () => {
  const start = await beginNow()
  const waiting = Array.from({ length: 20 }, () => wait(start))
  await expect.poll(() => context.feed.waits.count(), { timeout: 10_000 }).toBe(20)
  const refused = async () => (await read({ after: start, wait: '1' })).status
  const answer = await read({ after: start, wait: '20' })
  expect([answer.headers['retry-after'], answer.body.error.code]).toEqual(['5', 'rate_limited'])
  expect((await read({ after: start })).status).toBe(200)
  expect((await read({ after: await beginNow(tokens.edda), wait: '1' }, tokens.edda)).status).toBe(200)
  await expect.poll(() => db.app.totalCount - db.app.idleCount, { timeout: 10_000 }).toBe(0)

  waiting[0]?.leave()

  await expect.poll(refused, { timeout: 10_000 }).toBe(200)
}, 30_000)

test('seats are free when a connection closes before its requests could wait, and while answers wait behind another', async () => {
  await expect.poll(() => context.feed.waits.count(), { timeout: 10_000 }).toBe(0)
  const { port } = app.server.address() as { port: number }
  const head = `HTTP/1.1\r\nhost: api\r\nauthorization: Bearer ${tokens.integration}\r\n\r\n`
  const send = async (...paths: string[]) => {
    const socket = connect(port, '127.0.0.1')
    await new Promise((resolve) => socket.write(paths.map((path) => `GET ${path} ${head}`).join(''), resolve))
    return socket
  }
  const hurried = await Promise.all(Array.from({ length: 5 }, () => send('/v1/events?wait=20')))
  for (const socket of hurried) socket.destroy()
  const behind = await send('/v1/events?wait=20', '/v1/events/stream', '/v1/events?wait=20')
  await expect.poll(() => context.feed.waits.count(), { timeout: 5_000 }).toBe(3)

  behind.destroy()

  await expect.poll(() => context.feed.waits.count(), { timeout: 5_000 }).toBe(0)
})

test('a request that waits ends with its token: 401 if it is revoked, and an answer before it expires', async () => {
  const start = await beginNow()
  const revoked = mint(bank, 'integration', bank.integrationId, { clientId: bank.client.clientId })
  const { answer } = wait(start, revoked)
  const short = mint(bank, 'admin', bank.edda, { lifetimeSeconds: 4 })
  const { exp } = JSON.parse(Buffer.from(short.split('.')[1] ?? '', 'base64url').toString())
  const { answer: shortAnswer } = wait(start, short)
  await expect.poll(() => context.feed.waits.count()).toBe(2)
  await api('POST', '/v1/oauth/logout', { token: revoked })

  const { status } = await answer
  expect(status).toBe(401)
  expect((await shortAnswer).status).toBe(200)
  expect(Date.now()).toBeLessThanOrEqual(exp * 1_000)
})

test('callers without the scope are refused, and an admin may read', async () => {
  const poor = mint(bank, 'integration', bank.integrationId, { scopes: ['questions:read'] })
  expect((await read({}, poor)).body.error.code).toBe('insufficient_scope')
  expect((await read({}, tokens.edda)).status).toBe(200)
})

test('a stop answers requests that wait', async () => {
  const other = await openWorld({ HOST: '127.0.0.1' })
  const start = (await other.api('GET', '/v1/events', { token: other.tokens.integration })).body.data.nextCursor
  const options = { token: other.tokens.integration, query: { after: start, wait: '20' } }
  const waiting = other.api('GET', '/v1/events', options)
  await expect.poll(() => other.context.feed.waits.count()).toBe(1)

  await other.app.close()

  const { status, body, headers } = await waiting
  expect([status, body.data.events, headers['connection']]).toEqual([200, [], 'close'])
})

test('after a restore the old cursor is gone, and a reader that follows the answer skips nothing', async () => {
  const restored = await openWorld()
  const { companyId } = restored.bank
  const pull = (query: Record<string, string>) =>
    restored.api('GET', '/v1/events', { token: restored.tokens.integration, query })
  const uuids = [(await restored.ask()).uuid, (await restored.ask()).uuid, (await restored.ask()).uuid]
  const former = (await pull({})).body.data.nextCursor
  // A logical restore keeps the numbers of transactions of the former server.
  const renumber = 'update question_events set tx = (tx::text::bigint + 2000000000)::text::xid8 where company_id = $1'
  await restored.db.system.query(renumber, [companyId])
  await beginFeed(restored.db, [companyId, restored.rival.companyId])

  const { status, body } = await pull({ after: former })
  expect([status, body.error.code]).toEqual([410, 'cursor_gone'])
  let after = body.error.details[0].suggestion
  const found: string[] = []
  const readOn = async () => {
    const { events, nextCursor } = (await pull({ after, limit: '2' })).body.data
    // Others are of the experts and categories with which the company began.
    found.push(...events.flatMap(({ data }: FeedEvent) => data.questionUuid ?? []))
    after = nextCursor
    return found
  }
  await expect.poll(readOn).toEqual(uuids)
  const { uuid } = await restored.ask()
  await expect.poll(readOn).toEqual([...uuids, uuid])
})
