import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, db, mint, bank, tokens } = await openWorld()
const { integration } = tokens

type Item = { uuid: string }
const list = (query: Record<string, string>, token = integration) => api('GET', '/v1/questions', { token, query })
const uuidsOf = (items: Item[]) => items.map(({ uuid }) => uuid)

test('finds a question by its external id, and shows it at the root as well', async () => {
  const asked = await ask({ externalId: 'ticket 1/a', userEmail: 'ada@bank.example' }, integration)
  const found = await list({ 'externalId.id': 'ticket 1/a', 'externalId.system': 'bank-desk' })
  const elsewhere = await list({ 'externalId.id': 'ticket 1/a', 'externalId.system': 'other' })
  const all = await list({})

  expect(uuidsOf(found.body.data.questions)).toEqual([asked.uuid])
  expect(found.body.questions).toEqual(found.body.data.questions)
  expect(elsewhere.body).toMatchObject({ data: { questions: [] }, questions: [] })
  expect(all.body.questions).toBeUndefined()
})

test("gives a bare id the system of the integration that obtained a user's token, and none to a person's own", async () => {
  const bound = mint(bank, 'user', bank.ada, { clientId: bank.client.clientId })
  const viaIntegration = await ask({ externalId: 'bound-1' }, bound)
  const own = await ask({ externalId: 'own-1', externalIds: [{ id: 'own-1' }, { id: 'x', system: 'crm' }] }, tokens.ben)

  expect(viaIntegration.externalIds).toEqual([{ id: 'bound-1', system: 'bank-desk' }])
  expect(own.externalIds).toEqual(
    expect.arrayContaining([
      { id: 'own-1', system: 'default' },
      { id: 'x', system: 'crm' },
    ]),
  )
  expect(own.externalIds).toHaveLength(2)
})

test('lists in condensed form, unless the conversation is asked for', async () => {
  await ask({}, tokens.ada)
  const condensed = (await list({ limit: '1' }, tokens.ada)).body.data.questions[0]
  const whole = (await list({ limit: '1', includeConversation: 'true' }, tokens.ada)).body.data.questions[0]

  expect(condensed.conversation).toBeUndefined()
  expect(condensed.state).toMatchObject({ isAnswered: false, numResponses: 0 })
  expect(whole.conversation.text).toBe('How do I reset my PIN?')
})

test('pages by cursor and by offset without losing or repeating one', async () => {
  const asker = mint(bank, 'user', bank.carla)
  const asked: string[] = []
  for (let n = 0; n < 5; n++) asked.unshift((await ask({ text: `Number ${n}?` }, asker)).uuid)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { data }: { data: { paging: { limit: number; nextCursor?: string }; questions: Item[] } } = (
      await list({ limit: '2', ...(cursor ? { cursor } : {}) }, asker)
    ).body
    expect(data.paging.limit).toBe(2)
    seen.push(...uuidsOf(data.questions))
    cursor = data.paging.nextCursor
  } while (cursor)
  const skipped = await list({ limit: '2', offset: '3' }, asker)

  expect(seen).toEqual(asked)
  expect(uuidsOf(skipped.body.data.questions)).toEqual(asked.slice(3))
})

test("shows a user only their own, an integration all or one user's", async () => {
  const mine = await ask({}, tokens.ben)
  const bens = await list({ userEmail: 'ben@bank.example', limit: '100' })
  const nobodys = await list({ userEmail: 'nobody@bank.example' })
  const adas = await list({ limit: '100' }, tokens.ada)

  expect(uuidsOf(bens.body.data.questions)).toContain(mine.uuid)
  expect(nobodys.body.data.questions).toEqual([])
  expect(uuidsOf(adas.body.data.questions)).not.toContain(mine.uuid)
})

test('repeats rather than misses what changed since the server time a client echoes', async () => {
  const { serverTime } = (await list({}, tokens.ada)).body.meta
  const { uuid } = await ask()
  const since = await list({ lastChecked: serverTime, limit: '100' }, tokens.ada)
  const future = await list({ lastChecked: '2099-01-01T00:00:00Z' }, tokens.ada)

  expect(uuidsOf(since.body.data.questions)).toContain(uuid)
  expect(future.body.data.questions).toEqual([])
})

test('the server time of a list is before its questions are read, however long that takes', async () => {
  const other = await db.system.connect()
  await other.query('begin')
  await other.query('lock table questions in access exclusive mode')
  const sentAt = Date.now()
  const waiting = list({}, tokens.ada)
  await pause(1_500)
  await other.query('commit')
  other.release()

  expect(Date.parse((await waiting).body.meta.serverTime)).toBeLessThanOrEqual(sentAt + 400)
})

test('lists the messages of a question, a response, or an external id, oldest first', async () => {
  const { question, response } = await askAndAnswer()
  const said = await api('POST', '/v1/messages', {
    token: tokens.ada,
    body: { questionUuid: question.uuid, text: 'So?', externalId: 'm-1' },
  })
  const messages = async (query: Record<string, string>) =>
    (await api('GET', '/v1/messages', { token: tokens.ada, query })).body.data.messages

  const ids = (await messages({ questionUuid: question.uuid })).map(({ id }: { id: number }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  expect(uuidsOf(await messages({ responseUuid: response.uuid }))).toContain(said.body.data.uuid)
  expect(uuidsOf(await messages({ 'externalId.id': 'm-1' }))).toEqual([said.body.data.uuid])
})

test('does not find messages of a question that is not there for its reader', async () => {
  const { question, response } = await askAndAnswer()
  const messages = (query: Record<string, string>, token = tokens.ada) => api('GET', '/v1/messages', { token, query })
  const unknown = { questionUuid: crypto.randomUUID() }
  const ofQuestion = { questionUuid: question.uuid }
  const ofResponse = { responseUuid: response.uuid }

  for (const filter of [ofQuestion, ofResponse]) {
    expect((await messages(filter)).body.data.messages).not.toEqual([])
    expect((await messages({ ...filter, lastChecked: '2099-01-01' })).body.data.messages).toEqual([])
    for (const token of [tokens.ben, tokens.max, tokens.rival]) expect((await messages(filter, token)).status).toBe(404)
    for (const userEmail of ['ben@bank.example', 'nobody@bank.example'])
      expect((await messages({ ...filter, userEmail }, integration)).status).toBe(404)
  }
  const missing = await messages(unknown)
  expect([missing.status, missing.body.error.code]).toEqual([404, 'question_not_found'])
  expect((await messages({ userEmail: 'nobody@bank.example' }, integration)).body.data.messages).toEqual([])
})

test('never skips an item that did not change, while a thousand changes happen between its pages', async () => {
  const asker = mint(bank, 'user', bank.dora)
  const texts = Array.from({ length: 60 }, (_, n) => `Steady ${n}?`)
  const asked: string[] = []
  for (const text of texts) asked.push((await ask({ text }, asker)).uuid)
  const steady = asked.filter((_, n) => n % 3 !== 0)
  const moving = asked.filter((_, n) => n % 3 === 0)
  let changes = 0
  async function change() {
    const uuid = moving[changes % moving.length] ?? ''
    const isNew = changes++ % 4 === 0
    const { status } = isNew
      ? await api('POST', '/v1/questions', { token: asker, body: { text: 'One more?' } })
      : await api('PUT', `/v1/questions/${uuid}`, { token: asker, body: { text: `Changed ${changes}?` } })
    expect([200, 201]).toContain(status)
  }

  const queries: Record<string, string>[] = [{}, { lastChecked: '2020-01-01T00:00:00Z' }]
  for (const query of queries) {
    const seen: string[] = []
    const until = changes + 500
    let cursor: string | undefined
    do {
      const page = await list({ limit: '3', ...query, ...(cursor ? { cursor } : {}) }, asker)
      seen.push(...uuidsOf(page.body.data.questions))
      cursor = page.body.data.paging.nextCursor
      // While the pages are read, not only between them.
      const burst = Math.min(25, until - changes)
      await Promise.all(Array.from({ length: Math.max(0, burst) }, change))
    } while (cursor)

    while (changes < until) await change()
    expect(steady.filter((uuid) => !seen.includes(uuid))).toEqual([])
    expect(new Set(seen).size).toBe(seen.length)
  }
  expect(changes).toBe(1_000)
}, 60_000)
