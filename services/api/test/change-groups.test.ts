import { expect, test, vi } from 'vitest'
import { openWorld } from './world.ts'

const world = await openWorld()
const { api, bank, db, rival, tokens } = world

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

async function ask(text: string): Promise<string> {
  const { body } = await api('POST', '/v1/questions', { token: tokens.ada, body: { text } })
  return body.data.uuid
}
const askMany = (count: number, about: string) => Promise.all(numbers(count).map((n) => ask(`${about} ${n}?`)))

const write = (questionUuid: string, text: string, { token = tokens.ada, key = '' } = {}) =>
  api('POST', '/v1/messages', {
    token,
    body: { questionUuid, text },
    headers: key === '' ? {} : { 'idempotency-key': key },
  })

const textsOf = async (like: string): Promise<string[]> => {
  const { rows } = await db.system.query<{ body: string }>(
    'select body from messages where body like $1 order by seq',
    [like],
  )
  return rows.map(({ body }) => body)
}

test('messages that come together are written in few transactions, each with its own answer', async () => {
  const questionIds = await askMany(48, 'Together')
  const before = db.statements.count
  const answers = await Promise.all(questionIds.map((id, n) => write(id, `Message ${n}`, { key: `together-${n}` })))

  expect(answers.map(({ status, body }) => [status, body.data.body, body.data.questionUuid])).toEqual(
    questionIds.map((id, n) => [201, `Message ${n}`, id]),
  )
  expect(db.statements.count - before).toBeLessThan(24)
  const again = await write(questionIds[7] ?? '', 'Message 7', { key: 'together-7' })
  expect([again.headers['idempotency-replayed'], again.body.data.uuid]).toEqual(['true', answers[7]?.body.data.uuid])
  expect(await textsOf('Message 7')).toHaveLength(1)
})

test('a message is answered as it is read later', async () => {
  const id = await ask('Read later?')
  const body = { questionUuid: id, text: 'A *word*', metadata: { plan: 'gold', nested: { a: 1 } } }
  const written = await api('POST', '/v1/messages', { token: tokens.ada, body })
  const { body: read } = await api('GET', `/v1/questions/${id}`, { token: tokens.ada })

  expect(read.data.conversation.messages).toContainEqual(written.body.data)
})

test('an answer of an expert is answered as it is read later', async () => {
  const id = await ask('Who answers?')
  await world.offer(bank, id, bank.bruno)
  const written = await api('POST', `/v1/questions/${id}/responses`, { token: tokens.bruno, body: { text: 'I do' } })
  const { body: read } = await api('GET', `/v1/questions/${id}`, { token: tokens.bruno })

  expect(read.data.conversation.responses).toEqual([written.body.data])
})

test('of fifty messages that come together ten are refused by their own rules, five wait for a lock, and none is written twice', async () => {
  const questionIds = await askMany(50, 'Fifty')
  const [closed, locked] = [questionIds.slice(0, 10), questionIds.slice(10, 15)]
  await Promise.all(closed.map((id) => api('POST', `/v1/questions/${id}/close`, { token: tokens.ada, body: {} })))
  const holder = await db.system.connect()
  const ended: string[] = []
  try {
    await holder.query('begin')
    await holder.query('select 1 from questions where id = any($1::uuid[]) for update', [locked])
    const writeTo = (id: string) => write(id, `Fifty ${id}`, { key: `fifty-${id}` })
    const writing = questionIds.map(async (id) => {
      const answer = await writeTo(id)
      if (answer.status !== 503) ended.push(id)
      return answer
    })
    await vi.waitFor(() => expect(ended).toHaveLength(45))
    expect(ended).not.toEqual(expect.arrayContaining(locked))
    await holder.query('commit')
    const first = await Promise.all(writing)
    // On a busy machine the locked ones wait longer than a lock may, and are asked to try again.
    const answers = await Promise.all(first.map((one, n) => (one.status === 503 ? writeTo(questionIds[n] ?? '') : one)))

    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(
      questionIds.map((id) => (closed.includes(id) ? [400, 'interaction_not_allowed'] : [201, undefined])),
    )
    const written = questionIds.filter((id) => !closed.includes(id)).map((id) => `Fifty ${id}`)
    const found = (await textsOf('Fifty %')).filter((text) => questionIds.some((id) => text === `Fifty ${id}`))
    expect(found.toSorted()).toEqual(written.toSorted())
  } finally {
    holder.release()
  }
})

test('messages of one question that come together are all written', async () => {
  const id = await ask('All to me?')
  const answers = await Promise.all(numbers(12).map((n) => write(id, `To one ${n}`)))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(await textsOf('To one %')).size).toBe(12)
})

test('of claims that come together one wins each question, and the load of the winner is right', async () => {
  const questionIds = await askMany(4, 'Claimed')
  for (const id of questionIds) await world.offer(bank, id, bank.bruno, bank.carla)
  const claims = questionIds.flatMap((id) =>
    [tokens.bruno, tokens.carla].map((token) => api('POST', `/v1/questions/${id}/claim`, { token, body: {} })),
  )
  const statuses = (await Promise.all(claims)).map(({ status }) => status)

  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  const { rows } = await db.system.query(
    `select e.load, (select coalesce(sum(units), 0) from questions q where q.holder_id = e.user_id and q.turn = 'experts')::int as held
      from experts e where e.user_id = any($1::uuid[])`,
    [[bank.bruno, bank.carla]],
  )
  expect(rows.map(({ load }) => load)).toEqual(rows.map(({ held }) => held))
})

test('a refusal under a key is stored, and a repeat gets it again', async () => {
  const id = await ask('Closed soon?')
  await api('POST', `/v1/questions/${id}/close`, { token: tokens.ada, body: {} })
  const first = await write(id, 'Too late', { key: 'late' })
  const again = await write(id, 'Too late', { key: 'late' })

  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([400, 400, 'true'])
  expect(again.body.error.code).toBe(first.body.error.code)
})

test('two companies in one burst never share a transaction', async () => {
  const own = await askMany(6, 'Own')
  const rivals = await Promise.all(
    numbers(6).map(async (n) => {
      const { body } = await api('POST', '/v1/questions', { token: tokens.max, body: { text: `Rival ${n}?` } })
      return body.data.uuid as string
    }),
  )
  await Promise.all([
    ...own.map((id) => write(id, 'Burst')),
    ...rivals.map((id) => write(id, 'Burst', { token: tokens.max })),
  ])
  const { rows } = await db.system.query<{ companies: number; written: number }>(
    `select count(distinct company_id)::int as companies, count(*)::int as written from messages where body = 'Burst' group by xmin::text`,
  )

  expect(rows.reduce((sum, { written }) => sum + written, 0)).toBe(12)
  expect(rows.map(({ companies }) => companies)).toEqual(rows.map(() => 1))
  expect(bank.companyId).not.toBe(rival.companyId)
})

test('a refused message does not leave behind an agent that the integration named for the first time', async () => {
  const id = await ask('Whose agent?')
  await api('POST', `/v1/questions/${id}/close`, { token: tokens.ada, body: {} })
  const body = { questionUuid: id, text: 'Too late', agentEmail: 'newcomer@bank.example', agentName: 'New Comer' }
  const refused = await api('POST', '/v1/agents/messages', { token: tokens.integration, body })
  const { rows } = await db.system.query(`select 1 from users where address = 'newcomer@bank.example'`)

  expect([refused.status, rows.length]).toEqual([400, 0])
})
