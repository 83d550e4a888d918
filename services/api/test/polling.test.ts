import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, askAndAnswer, bank, db, mint, offer, tokens } = await openWorld()

const poll = (uuid: string, options: { token?: string; lastChecked?: string; etag?: string } = {}) =>
  api('GET', `/v1/questions/${uuid}`, {
    token: options.token ?? tokens.ada,
    ...(options.lastChecked === undefined ? {} : { query: { lastChecked: options.lastChecked } }),
    headers: options.etag === undefined ? {} : { 'if-none-match': options.etag },
  })

const edit = (uuid: string, text: string) => api('PUT', `/v1/questions/${uuid}`, { token: tokens.ada, body: { text } })

test('has nothing new for who echoes lastUpdated, until something changes', async () => {
  const { uuid, lastUpdated } = await ask()
  const same = await poll(uuid, { lastChecked: lastUpdated })
  await edit(uuid, 'And on Sundays?')
  const changed = await poll(uuid, { lastChecked: lastUpdated })
  const again = await poll(uuid, { lastChecked: changed.body.data.lastUpdated })

  expect([same.status, same.text]).toEqual([304, ''])
  expect([changed.status, changed.body.data.conversation.text]).toEqual([200, 'And on Sundays?'])
  expect(again.status).toBe(304)
})

test('misses no change of many within one second', async () => {
  let { uuid, lastUpdated } = await ask()
  for (const text of ['one', 'two', 'three', 'four']) {
    await edit(uuid, text)
    const changed = await poll(uuid, { lastChecked: lastUpdated })
    expect([changed.status, changed.body.data.conversation.text]).toEqual([200, text])
    lastUpdated = changed.body.data.lastUpdated
    expect((await poll(uuid, { lastChecked: lastUpdated })).status).toBe(304)
  }
})

test('has something new exactly when the stamp is later than the date, to the millisecond', async () => {
  const { uuid } = await ask()
  await db.system.query(`update questions set updated_at = '2026-03-01T12:00:00.250Z' where id = $1`, [uuid])

  expect((await poll(uuid, { lastChecked: '2026-03-01T12:00:00.249Z' })).status).toBe(200)
  expect((await poll(uuid, { lastChecked: '2026-03-01T12:00:00.250Z' })).status).toBe(304)
})

test('reads fractions, offsets and bare dates, and a plus that became a space', async () => {
  const { uuid } = await ask()
  const later = [
    '2099-01-01T00:00:00.123456Z',
    '2099-01-01T00:00:00+02:00',
    '2099-01-01',
    '2099-01-01T00:00',
    '2099-01-01T00:00:00 0200',
  ]
  const earlier = ['2020-01-01T00:00:00.5Z', '2020-01-01T00:00:00-11:30', '2020-01-01']

  for (const lastChecked of later) expect((await poll(uuid, { lastChecked })).status, lastChecked).toBe(304)
  for (const lastChecked of earlier) expect((await poll(uuid, { lastChecked })).status, lastChecked).toBe(200)
})

test('serves the same question by ETag, for each kind of viewer its own', async () => {
  const { uuid } = await ask()
  const { headers } = await poll(uuid)
  const etag = String(headers['etag'])
  const ofCompany = await poll(uuid, { token: tokens.integration })

  expect(etag).toBe('W/"1-user"')
  expect(ofCompany.headers['etag']).toBe('W/"1-integration"')
  for (const shown of [etag, '"1-user"', `"x", ${etag}`, '*']) {
    const same = await poll(uuid, { etag: shown })
    expect([same.status, same.text, same.headers['etag']], shown).toEqual([304, '', etag])
    expect(same.headers['cache-control'], shown).toBe(headers['cache-control'])
  }
  expect((await poll(uuid, { etag, token: tokens.integration })).status).toBe(200)
  await edit(uuid, 'Changed')
  expect((await poll(uuid, { etag })).status).toBe(200)
})

test('believes the ETag over the date, since it says exactly what the client has', async () => {
  const { uuid, lastUpdated } = await ask()

  expect((await poll(uuid, { lastChecked: lastUpdated, etag: 'W/"0-user"' })).status).toBe(200)
  expect((await poll(uuid, { lastChecked: '2020-01-01T00:00:00Z', etag: 'W/"1-user"' })).status).toBe(304)
})

test('tells no stranger whether there is anything new', async () => {
  const { uuid } = await ask()
  const lastChecked = '2099-01-01T00:00:00Z'
  for (const token of [tokens.ben, tokens.max, tokens.rival, tokens.bruno, tokens.rivalsBruno]) {
    expect((await poll(uuid, { token, lastChecked })).status).toBe(404)
  }
  for (const token of [tokens.ada, tokens.integration, tokens.dora]) {
    expect((await poll(uuid, { token, lastChecked })).status).toBe(304)
  }
})

test('shows an offered question to its expert, and the claim to its holder', async () => {
  const { uuid } = await ask()
  await offer(bank, uuid, bank.bruno)
  const offered = await poll(uuid, { token: tokens.bruno })
  await api('POST', `/v1/questions/${uuid}/claim`, { token: tokens.bruno })
  const held = await poll(uuid, { token: tokens.bruno })

  expect([offered.status, offered.body.data.claim]).toEqual([200, undefined])
  expect(held.body.data.claim).toMatchObject({ fence: 1 })
  expect((await poll(uuid, { token: tokens.bruno, lastChecked: held.body.data.lastUpdated })).status).toBe(304)
  expect((await poll(uuid, { token: tokens.carla })).status).toBe(404)
})

test('lets experts look at what they asked themselves as its askers', async () => {
  const own = await ask({}, tokens.bruno)
  const seen = await poll(own.uuid, { token: tokens.bruno })

  expect([seen.status, seen.headers['etag']]).toEqual([200, 'W/"1-user"'])
  expect(seen.body.data.isExpert).toBe(true)
})

test('narrows an integration to the user it names', async () => {
  const { uuid } = await ask()
  const as = (userEmail: string) =>
    api('GET', `/v1/questions/${uuid}`, { token: tokens.integration, query: { userEmail } })

  expect((await as('ada@bank.example')).status).toBe(200)
  expect((await as('ADA@bank.example')).status).toBe(200)
  expect((await as('ben@bank.example')).status).toBe(404)
  expect((await as('nobody@bank.example')).status).toBe(404)
})

test('costs a statement for many polls, four for a question, and ten for an ask at most', async () => {
  const { uuid, lastUpdated } = await ask()
  const count = async (work: () => Promise<unknown>) => {
    const before = db.statements.count
    await work()
    return db.statements.count - before
  }
  const polls = () => Promise.all(Array.from({ length: 50 }, () => poll(uuid, { lastChecked: lastUpdated })))

  expect(await count(() => poll(uuid, { lastChecked: lastUpdated }))).toBe(1)
  expect(await count(polls)).toBeLessThanOrEqual(5)
  expect(await count(() => poll(uuid))).toBeLessThanOrEqual(4)
  const byIntegration = {
    token: tokens.integration,
    body: { text: 'Why?', userEmail: 'ada@bank.example', externalId: 'x-1' },
  }
  expect(await count(() => api('POST', '/v1/questions', byIntegration))).toBeLessThanOrEqual(10)
  expect(await count(() => ask({}, mint(bank, 'user', bank.ada)))).toBeLessThanOrEqual(4)
})

test('costs as many statements however long the conversation and the lists are, and few', async () => {
  await db.system.query('update experts set capacity = 100')
  const { question, response } = await askAndAnswer()
  const write = (text: string) =>
    api('POST', '/v1/messages', { token: tokens.ada, body: { responseUuid: response.uuid, text } })
  const read = (path: string, token: string, query: Record<string, string> = {}) =>
    api('GET', `/v1/${path}`, { token, query: { limit: '100', ...query } })
  const hot: Record<string, () => Promise<unknown>> = {
    question: () => poll(question.uuid),
    questions: () => read('questions', tokens.ada),
    conversations: () => read('questions', tokens.ada, { includeConversation: 'true' }),
    messages: () => read('messages', tokens.ada, { questionUuid: question.uuid }),
    inbox: () => read('experts/me/questions', tokens.bruno, { view: 'answered' }),
    queue: () => read('agents/questions', tokens.dora),
    write: () => write('And on Sundays?'),
    read: () => api('POST', `/v1/responses/${response.uuid}/markAsRead`, { token: tokens.ada, body: {} }),
  }
  const costs = async () => {
    const found: Record<string, number> = {}
    for (const [name, work] of Object.entries(hot)) {
      const before = db.statements.count
      await work()
      found[name] = db.statements.count - before
    }
    return found
  }

  await costs()
  const short = await costs()
  for (let n = 0; n < 30; n++) await write(`Message ${n}`)
  for (let n = 0; n < 10; n++) {
    const { question } = await askAndAnswer()
    if (n % 2 === 0) await api('POST', `/v1/questions/${question.uuid}/reroute`, { token: tokens.ada, body: {} })
  }

  expect(await costs()).toEqual(short)
  expect(short['question']).toBeLessThanOrEqual(4)
  // A message costs nine: the last one counts the conversation under the question's lock.
  expect(Math.max(...Object.values(short)), JSON.stringify(short)).toBeLessThanOrEqual(9)
})

test.each(['2026-02-30T00:00:00Z', '2026-02-29', '2026-04-31T12:00:00.5+02:00', '2026-13-01'])(
  'refuses %s, a day that does not exist',
  async (lastChecked) => {
    const { uuid } = await ask()
    const list = await api('GET', '/v1/questions', { token: tokens.ada, query: { lastChecked } })

    for (const { status, body } of [await poll(uuid, { lastChecked }), list]) {
      expect([status, body.error.details[0].field]).toEqual([400, 'query.lastChecked'])
    }
    expect((await poll(uuid, { lastChecked: '2024-02-29T00:00:00Z' })).status).toBe(200)
  },
)

test('a question is shown as of one moment, whatever is written while it is read', async () => {
  const { question, message } = await askAndAnswer()
  const before = await api('GET', `/v1/questions/${question.uuid}`, { token: tokens.ada })
  const writer = await db.system.connect()
  try {
    // The reader has its question and waits for the messages; then both change, together.
    await writer.query('begin; lock table messages in access exclusive mode')
    const reading = api('GET', `/v1/questions/${question.uuid}`, { token: tokens.ada })
    const waiting = `select count(*)::int as n from pg_locks where relation = 'messages'::regclass and not granted`
    await expect.poll(async () => (await db.system.query(waiting)).rows[0].n).toBeGreaterThan(0)
    await writer.query('update questions set version = version + 1 where id = $1', [question.uuid])
    await writer.query(`update messages set body = 'Written meanwhile.' where id = $1`, [message.uuid])
    await writer.query('commit')

    const seen = await reading
    expect(seen.headers['etag']).toBe(before.headers['etag'])
    expect(seen.body.data).toEqual(before.body.data)
  } finally {
    writer.release(true)
  }
})
