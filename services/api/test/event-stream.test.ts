import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { CompanyEventType, FeedEvent } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { recordCompanyEvent } from '@askline/domain/feed/company-events'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openWorld } from './world.ts'

const world = await openWorld()
const { api, app, ask, bank, context, db, mint, rival, tokens } = world
await app.listen({ port: 0, host: '127.0.0.1' })
// An event is shown when older transactions have ended, also those of other files.
const patient = { timeout: 40_000, interval: 10 }
vi.setConfig({ testTimeout: 60_000 })
const waits = context.feed.waits

// Older transactions delay the end of the feed, where a stream starts: it would begin with events of the test before.
beforeEach(async () => {
  const hidden = `select tx from (select tx from company_events union all select tx from question_events) e
    where tx >= pg_snapshot_xmin(pg_current_snapshot())`
  await expect.poll(async () => (await db.system.query(hidden)).rows, patient).toEqual([])
})

type Block = { id?: string; event?: string; data?: FeedEvent; comment?: string }

/** Reads a block of server-sent events. */
function blockOf(text: string): Block {
  const fields = text.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
  const fieldOf = (name: string) => fields.find((field) => field[1] === name)?.[2]
  const [id, event, data, comment] = [fieldOf('id'), fieldOf('event'), fieldOf('data'), fieldOf('')]
  return {
    ...(id === undefined ? {} : { id }),
    ...(event === undefined ? {} : { event }),
    ...(data === undefined ? {} : { data: JSON.parse(data) }),
    ...(comment === undefined ? {} : { comment }),
  }
}

type Options = { token?: string; query?: string; lastId?: string | undefined; server?: typeof app }

/** Opens a stream over a connection of its own. */
async function open({ token = tokens.integration, query = '', lastId, server = app }: Options = {}) {
  const { port } = server.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) }
  const sent = request({ host: '127.0.0.1', port, path: `/v1/events/stream${query}`, headers, agent: false }).end()
  sent.on('error', () => undefined)
  onTestFinished(() => void sent.destroy())
  const [response] = await once(sent, 'response')
  let text = ''
  let endedAt: number | undefined
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    endedAt = Date.now()
  })
  const blocks = () => text.split('\n\n').slice(0, -1).map(blockOf)
  return {
    status: response.statusCode,
    headers: response.headers,
    response,
    blocks,
    events: () => blocks().flatMap(({ data, id, event }) => (data ? [{ id, event, data }] : [])),
    lastId: () => blocks().findLast(({ id }) => id !== undefined)?.id,
    endedAt: () => endedAt,
    leave: () => sent.destroy(),
  }
}
const record = (type: CompanyEventType, detail: Record<string, string>, { companyId } = bank) =>
  inCompany(db, companyId, async (tx) => recordCompanyEvent(tx, type, detail))

test('a stream sends each event as it comes, with its cursor, type and JSON', async () => {
  const stream = await open()
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(stream.headers['cache-control']).toBe('no-store')
  const { uuid } = await ask()
  await record('KNOWLEDGE_CHANGED', { knowledgeUuid: rival.ada }, rival)
  await record('KNOWLEDGE_CHANGED', { knowledgeUuid: bank.ada })

  await vi.waitFor(() => expect(stream.events()).toHaveLength(2), patient)

  const [first, second] = stream.events()
  expect(first?.data).toMatchObject({ type: 'QUESTION_APPROVED', data: { questionUuid: uuid, version: 1 } })
  expect([first?.id, first?.event]).toEqual([first?.data.cursor, 'QUESTION_APPROVED'])
  expect(second?.data.data).toEqual({ knowledgeUuid: bank.ada })
  const page = await api('GET', '/v1/events', { token: tokens.edda, query: { after: first?.id ?? '', wait: '5' } })
  expect(page.body.data.events).toEqual([second?.data])
})

test('a stream goes on after Last-Event-ID, whatever `after` is, and after the id of a comment', async () => {
  const stream = await open()
  await vi.waitFor(() => expect(stream.lastId()).toBeDefined(), patient)
  const start = stream.lastId()
  await ask()
  await vi.waitFor(() => expect(stream.events()).toHaveLength(1), patient)
  const [first] = stream.events()
  stream.leave()
  const { uuid } = await ask()

  const again = await open({ query: `?after=${start}`, lastId: first?.id })
  await vi.waitFor(() => expect(again.events()).toHaveLength(1), patient)
  expect(again.events()[0]?.data.data.questionUuid).toBe(uuid)
  const whole = await open({ query: `?after=${start}` })
  await vi.waitFor(() => expect(whole.events()).toHaveLength(2), patient)
  const filtered = await open({ query: `?after=${start}&types=WEBHOOK_DISABLED` })
  await vi.waitFor(() => expect(filtered.blocks().length).toBeGreaterThan(2), patient)
  expect(filtered.events()).toEqual([])
  const last = await open({ lastId: filtered.lastId() })
  await vi.waitFor(() => expect(last.blocks().length).toBeGreaterThan(1), patient)
  expect(last.events()).toEqual([])
})

test('a quiet stream sends comments, so that proxies keep it open', async () => {
  const stream = await open()

  await vi.waitFor(() => expect(stream.blocks().filter(({ comment }) => comment === '')).toHaveLength(3), patient)
  expect(stream.endedAt()).toBeUndefined()
})

test('a stream ends before its token expires, and at once when the token is revoked', async () => {
  const short = mint(bank, 'admin', bank.edda, { lifetimeSeconds: 3 })
  const { exp } = JSON.parse(Buffer.from(short.split('.')[1] ?? '', 'base64url').toString())
  const ending = await open({ token: short })
  const revoked = mint(bank, 'integration', bank.integrationId, { clientId: bank.client.clientId })
  const ended = await open({ token: revoked })
  expect(await ending.status).toBe(200)

  await api('POST', '/v1/oauth/logout', { token: revoked })

  await vi.waitFor(() => expect(ended.endedAt()).toBeDefined(), patient)
  await vi.waitFor(() => expect(ending.endedAt()).toBeDefined(), patient)
  expect(ending.endedAt()).toBeLessThanOrEqual(exp * 1_000)
})

test('a credential may have 20 streams, and each seat is free when its client leaves', async () => {
  await expect.poll(() => waits.count(), patient).toBe(0)
  const streams = await Promise.all(Array.from({ length: 20 }, () => open()))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  expect((await open()).status).toBe(429)
  expect((await open({ token: tokens.rival })).status).toBe(200)
  await expect.poll(() => db.app.totalCount - db.app.idleCount, patient).toBe(0)

  for (const { leave } of streams.slice(5)) leave()

  await expect.poll(() => waits.count(), patient).toBe(6)
  expect((await open()).status).toBe(200)
})

test('a stream ends when more than 1 MB is unread', async () => {
  const stream = await open()
  stream.response.pause()

  await db.system.query(
    `insert into company_events (company_id, type, detail, at)
     select $1, 'KNOWLEDGE_CHANGED', jsonb_build_object('knowledgeUuid', gen_random_uuid()), now() from generate_series(1, 60000)`,
    [bank.companyId],
  )

  await expect.poll(() => waits.count(), { timeout: 60_000, interval: 50 }).toBe(0)
}, 90_000)

test('a refused cursor is a JSON error', async () => {
  for (const options of [{ query: { after: 'nonsense' } }, { headers: { 'last-event-id': 'nonsense' } }]) {
    const { status, body } = await api('GET', '/v1/events/stream', { token: tokens.integration, ...options })
    expect([status, body.error.code]).toEqual([400, 'cursor_invalid'])
    expect(body.error.details[0].field).toBe('query' in options ? 'query.after' : 'header.Last-Event-ID')
  }
})

test('a stop ends all streams, and connections without a whole request', async () => {
  const other = await openWorld()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await open({ token: other.tokens.integration, server: other.app })
  const { port } = other.app.server.address() as AddressInfo
  for (const text of [
    '',
    'GET /v1/events HTTP/1.1\r\n',
    'GET /v1/health HTTP/1.1\r\nhost: api\r\n\r\nGET /v1/events HTTP/1.1\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await new Promise((resolve) => socket.write(text, resolve))
    if (text.includes('health')) await once(socket, 'data')
  }

  const late = connect(port, '127.0.0.1')
  const connections = () => new Promise<number>((resolve) => other.app.server.getConnections((_error, n) => resolve(n)))
  await expect.poll(connections, patient).toBe(5)
  const answered = once(late, 'data')

  const closing = other.app.close()
  late.write('GET /v1/health HTTP/1.1\r\nhost: api\r\n\r\n')

  expect(String(await answered)).toMatch(/^HTTP/)
  await closing

  await vi.waitFor(() => expect(stream.endedAt()).toBeDefined(), patient)
  expect(other.context.feed.waits.count()).toBe(0)
})
