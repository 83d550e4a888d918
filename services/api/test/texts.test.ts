import { setTimeout } from 'node:timers/promises'
import type { RoutingFinding, TextFinding } from '@askline/contracts'
import { inCompany, inSystem, newId } from '@askline/db'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { answerTextRequest, findTextRequest } from '@askline/domain/knowledge/text-requests'
import { buildLogger, DependencyDownError } from '@askline/runtime'
import { openQueues, startWorker } from '@askline/runtime/queues'
import { testRedis } from '@askline/testing'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openTextRequests } from '../src/text-requests.ts'
import { openWorld } from './world.ts'

const { url, prefix } = testRedis()
const logger = buildLogger('api', 'silent')
const world = await openWorld({ REDIS_URL: url, QUEUE_PREFIX: prefix })
const { api, bank, db, tokens } = world
const { knowledgeIds } = await inCompany(db, bank.companyId, (tx) =>
  addKnowledge(tx, { companyId: bank.companyId, answers: [{ question: 'My PIN?', answer: 'See **Cards**.' }] }),
)

// The other side of the queue, as the routing worker stands there: it finds what each test says.
const unsure = { code: 'not_sure_enough', message: 'The likeliest class is 20% sure, and must be 70% sure.' } as const
const nothing: TextFinding = {
  predictedClass: null,
  classConfidence: 0.2,
  classAbstains: unsure,
  knowledgeId: null,
  answerConfidence: 0.1,
  abstains: 'not_like_anything_known',
}
const pin: TextFinding = {
  predictedClass: 'pin',
  classConfidence: 0.97,
  runnerUp: { predictedClass: 'card', confidence: 0.02 },
  decidedBy: ['pin', 'gone'],
  knowledgeId: knowledgeIds[0] ?? '',
  answerConfidence: 0.93,
}
let finding: TextFinding = pin
const prediction: RoutingFinding = {
  shouldRoute: true,
  confidence: 0.7,
  cases: 300,
  predictedClass: 'pin',
  estimatedResponseMs: 61_000.4,
  experts: [
    { expertId: bank.carla, score: 2.5, reasons: ['answered similar questions'] },
    { expertId: newId(), score: 2, reasons: ['is gone meanwhile'] },
    { expertId: bank.bruno, score: 1, reasons: ['could be asked now'] },
  ],
  modelVersion: 'rules-3/questions-0',
}
const asked: unknown[] = []
let isDown = false
const worker = startWorker(
  'text',
  {
    async 'text-request'({ requestId }) {
      const request = await inSystem(db, (tx) => findTextRequest(tx, requestId))
      asked.push(request?.query)
      if (!request || isDown || request.query.text === 'silence') return
      if (request.query.text === 'slow') await setTimeout(3_000)
      const answer = request.kind === 'predict' ? prediction : finding
      await inSystem(db, (tx) => answerTextRequest(tx.of(request.companyId), requestId, { answer }))
    },
  },
  { redisUrl: url, prefix, logger },
)
afterAll(() => worker.close(1_000))
await vi.waitFor(async () => {
  expect((await api('POST', '/v1/classifications', { token: tokens.ada, body: { text: 'Up?' } })).status).toBe(200)
})

const post = (path: string, body: object, token = tokens.integration) => api('POST', `/v1${path}`, { token, body })
const postWithKey = (path: string, key: string, body: object) =>
  api('POST', `/v1${path}`, { token: tokens.integration, body, headers: { 'idempotency-key': key } })

test('tells the class of a text, by GET as by POST, with the known answer', async () => {
  finding = pin
  const got = await api('GET', '/v1/classifications', { token: tokens.integration, query: { text: 'PIN gone' } })
  const posted = await post('/classifications', { text: 'PIN gone', language: 'en' })

  expect(got.status, got.text).toBe(200)
  expect(got.body.data).toEqual({
    predictedClass: 'pin',
    confidence: 0.97,
    abstains: null,
    runnerUp: { predictedClass: 'card', confidence: 0.02 },
    decidedBy: ['pin', 'gone'],
    content: expect.objectContaining({ uuid: knowledgeIds[0], body: 'See **Cards**.' }),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    correlationId: got.headers['x-correlation-id'],
    questionText: 'PIN gone',
  })
  expect(posted.body.data).toMatchObject({ predictedClass: 'pin', questionText: 'PIN gone' })
  expect(asked.at(-1)).toEqual({ text: 'PIN gone', language: 'en' })
})

test('says with what confidence no class is certain enough, and why', async () => {
  finding = nothing
  const { body } = await post('/classifications', { text: 'Hm' })

  expect(body.data).toMatchObject({
    predictedClass: null,
    confidence: 0.2,
    abstains: unsure,
    runnerUp: null,
    decidedBy: [],
    content: null,
  })
})

test('takes a classification back as it was told, also where no class was certain enough', async () => {
  finding = nothing
  const { body } = await post('/classifications', { text: 'Hm' })
  const { predictedClass } = body.data
  const who = { userEmail: 'ada@bank.example' }

  for (const told of [{ classification: body.data }, { predictedClass }]) {
    const asked = await post('/questions', { text: 'Hm', ...who, ...told })
    expect([asked.status, asked.body.data?.conversation.responses], asked.text).toEqual([201, []])
  }
  const answer = await post('/automaticAnswers', { text: 'Hm', predictedClass })
  expect([answer.status, answer.body.data?.content], answer.text).toEqual([200, null])
})

test('gives an automatic answer and takes feedback under either uuid, once', async () => {
  finding = pin
  for (const nameIt of [(a: { uuid: string }) => a.uuid, (a: { content: { uuid: string } }) => a.content.uuid]) {
    const given = await post('/automaticAnswers', { text: 'PIN gone', predictedClass: 'pin', metadata: { a: 1 } })
    const uuid = nameIt(given.body.data)
    const path = `/automaticAnswers/${uuid}/feedback`
    const rejected = await post(path, { quickReply: 'REJECTED', userEmail: 'ada@bank.example' })
    const again = await post(path, { quickReply: 'REJECTED' })
    const changed = await post(path, { quickReply: 'ACCEPTED' })

    expect(given.body.data).toMatchObject({
      predictedClass: 'pin',
      confidence: 0.93,
      content: { body: 'See **Cards**.' },
      abstains: null,
    })
    expect(given.body.data.content.author).toMatchObject({ type: 'AUTOMATIC' })
    expect(rejected.body.data, rejected.text).toMatchObject({
      uuid: given.body.data.uuid,
      type: 'AutoResponse',
      quickReply: 'REJECTED',
      isAccepted: false,
    })
    expect(again.body.data).toEqual(rejected.body.data)
    expect([changed.status, changed.body.error.code]).toEqual([400, 'already_decided'])
  }
  const { rows } = await db.system.query('select user_id from automatic_answers where decided_at is not null')
  expect(rows).toEqual([{ user_id: bank.ada }, { user_id: bank.ada }])
})

test('keeps whose question and whose verdict it is, also of people who are new', async () => {
  finding = pin
  const who = async (uuid: string) =>
    (
      await db.system.query(
        'select u.email from automatic_answers a left join users u on u.id = a.user_id where a.id = $1',
        [uuid],
      )
    ).rows[0].email
  const asked = await post('/automaticAnswers', { text: 'PIN gone', userEmail: 'zoe@bank.example' })
  expect(await who(asked.body.data.uuid)).toBe('zoe@bank.example')
  const others = await post(`/automaticAnswers/${asked.body.data.uuid}/feedback`, {
    quickReply: 'ACCEPTED',
    userEmail: 'yan@bank.example',
  })
  expect([others.status, others.body.error.code]).toEqual([404, 'automatic_answer_not_found'])

  const nobodys = await post('/automaticAnswers', { text: 'PIN gone' })
  expect(await who(nobodys.body.data.uuid)).toBeNull()
  await post(`/automaticAnswers/${nobodys.body.data.uuid}/feedback`, {
    quickReply: 'ACCEPTED',
    userEmail: 'xia@bank.example',
  })
  expect(await who(nobodys.body.data.uuid)).toBe('xia@bank.example')
})

test('answers 200 without content where nothing is good enough, and then there is nothing to judge', async () => {
  finding = nothing
  const { status, body } = await post('/automaticAnswers', { text: 'Hm' })
  const judged = await post(`/automaticAnswers/${body.data.uuid}/feedback`, { quickReply: 'ACCEPTED' })

  expect([status, body.data.content]).toEqual([200, null])
  expect(body.data).toMatchObject({
    confidence: 0,
    abstains: { code: 'not_like_anything_known', message: expect.stringMatching(/^The text shares /) },
  })
  expect([judged.status, judged.body.error.code]).toEqual([400, 'no_answer_given'])
})

test('hides automatic answers from other companies', async () => {
  finding = pin
  const { body } = await post('/automaticAnswers', { text: 'PIN gone' })
  const judged = await post(`/automaticAnswers/${body.data.uuid}/feedback`, { quickReply: 'ACCEPTED' }, tokens.rival)

  expect([judged.status, judged.body.error.code]).toEqual([404, 'automatic_answer_not_found'])
  expect(judged.body.error.message).toMatch(/^The automatic answer .* does not exist/)
})

test('predicts the experts that a text would be offered to, as askers see them, and asks none', async () => {
  const counts = `select (select count(*) from questions) + (select count(*) from offers) + (select count(*) from question_events)
    + (select count(*) from outbox) + (select count(*) from automatic_answers) as rows`
  const before = (await db.system.query(counts)).rows
  const answer = await post('/predictiveRouting', { text: 'PIN gone', language: 'en', metadata: { a: 1 }, limit: 3 })

  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.data).toEqual({
    shouldRoute: true,
    confidence: 0.7,
    cases: 300,
    predictedClass: 'pin',
    estimatedResponseTimeInMillis: 61_000,
    experts: [
      {
        expert: expect.objectContaining({ uuid: bank.carla, name: 'carla', isExpert: true, isOriginalPoster: false }),
        score: 2.5,
        reasons: ['answered similar questions'],
      },
      { expert: expect.objectContaining({ uuid: bank.bruno }), score: 1, reasons: ['could be asked now'] },
    ],
    reason: null,
    modelVersion: 'rules-3/questions-0',
  })
  expect(answer.text).not.toContain('@bank.example')
  expect(asked.at(-1)).toEqual({ text: 'PIN gone', language: 'en', limit: 3 })
  expect((await db.system.query(counts)).rows).toEqual(before)
  expect((await db.system.query('select 1 from text_requests')).rows).toEqual([])
})

test('predicts for ten experts unless told otherwise, and for a hundred at most', async () => {
  await post('/predictiveRouting', { text: 'PIN gone' })
  expect(asked.at(-1)).toEqual({ text: 'PIN gone', limit: 10 })

  for (const limit of [0, 101, '5']) {
    expect((await post('/predictiveRouting', { text: 'PIN gone', limit } as object)).status).toBe(400)
  }
  expect((await post('/predictiveRouting', { text: 'PIN gone', limit: 100 })).status).toBe(200)
})

test('serves the older form, and says what replaces it', async () => {
  finding = pin
  const answer = await post('/content', { text: 'PIN gone' })

  expect(answer.body.data.content.body).toBe('See **Cards**.')
  expect(answer.headers['deprecation']).toMatch(/^@\d+$/)
  expect(answer.headers['link']).toBe('</v1/automaticAnswers>; rel="successor-version"')
})

test.concurrent.each(['/classifications', '/predictiveRouting'])(
  '%s waits for a worker that learns first',
  async (path) => {
    expect((await post(path, { text: 'slow' })).status).toBe(200)
  },
)

test.concurrent.each(['/classifications', '/predictiveRouting'])(
  '%s answers 503 within its deadline where the worker is silent, says why, and leaves nothing behind',
  { timeout: 15_000 },
  async (path) => {
    const { status, headers, body } = await post(path, { text: 'silence' })

    expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'dependency_down', '5'])
    expect(body.error.message).toContain('still learning')
    await vi.waitFor(async () => {
      expect((await db.system.query('select 1 from text_requests')).rows).toEqual([])
    })
  },
)

test('gives up at once where Redis is away', async () => {
  const queues = openQueues({ redisUrl: 'redis://127.0.0.1:1', prefix, logger })
  onTestFinished(() => queues.close())
  const start = performance.now()

  await expect(openTextRequests(db, queues).read(bank.companyId, { text: 'x' })).rejects.toThrow(DependencyDownError)
  // The deadline is 6.5 s.
  expect(performance.now() - start).toBeLessThan(5_000)
})

test('gives no answer in another language than was asked for, and refuses an unknown category', async () => {
  finding = pin
  const setLanguage = (language: string | null) =>
    db.system.query('update knowledge set language = $2 where id = $1', [knowledgeIds[0], language])
  const contentOf = async (path: string, more: object) =>
    (await post(path, { text: 'My PIN?', ...more })).body.data.content?.body
  const unknown = await post('/automaticAnswers', { text: 'My PIN?', questionCategory: 'nowhere' })
  const [{ name: category }] = (
    await db.system.query('select name from categories where company_id = $1', [bank.companyId])
  ).rows

  await setLanguage('en')
  for (const path of ['/automaticAnswers', '/classifications']) {
    expect(await contentOf(path, { language: 'EN' })).toBe('See **Cards**.')
    expect(await contentOf(path, { language: 'de' })).toBeUndefined()
    expect(await contentOf(path, {})).toBe('See **Cards**.')
  }
  const german = await post('/automaticAnswers', { text: 'My PIN?', language: 'de' })
  expect(german.body.data).toMatchObject({ confidence: 0, abstains: { code: 'another_language' } })
  await setLanguage(null)
  expect(await contentOf('/automaticAnswers', { language: 'de', questionCategory: category })).toBe('See **Cards**.')
  expect(asked.at(-1)).toEqual({ text: 'My PIN?', language: 'de', questionCategory: category })
  await post('/predictiveRouting', { text: 'My PIN?', questionCategory: category })
  expect(asked.at(-1)).toEqual({ text: 'My PIN?', questionCategory: category, limit: 10 })
  const unrouted = await post('/predictiveRouting', { text: 'My PIN?', questionCategory: 'nowhere' })
  for (const { status, body } of [unknown, unrouted])
    expect([status, body.error.code]).toEqual([400, 'category_unknown'])
})

test.each(['/classifications', '/automaticAnswers', '/content', '/predictiveRouting'])(
  '%s answers a repeated request without the worker',
  async (path) => {
    finding = pin
    const send = (text: string) => postWithKey(path, path, { text })
    const first = await send('PIN gone')
    isDown = true
    onTestFinished(() => {
      isDown = false
    })

    const second = await send('PIN gone')
    const other = await send('Card gone')

    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([200, 'true'])
    // A stored answer holds no id of the request that it answered: it is erased with its person.
    const { correlationId } = second.body.meta
    expect(second.body.data).toEqual({
      ...first.body.data,
      ...('correlationId' in first.body.data && { correlationId }),
    })
    expect([other.status, other.body.error.code]).toEqual([400, 'idempotency_key_reused'])
  },
)

test('a routing prediction is repeated whether or not its category still exists', async () => {
  const rename = (from: string, to: string) =>
    db.system.query('update categories set name = $3 where company_id = $1 and name = $2', [bank.companyId, from, to])
  const predict = (key: string) =>
    postWithKey('/predictiveRouting', key, { text: 'My PIN?', questionCategory: 'cards' })
  const { rows } = await db.system.query('select name from categories where company_id = $1', [bank.companyId])
  const name: string = rows[0].name

  const unknown = await predict('unknown')
  await rename(name, 'cards')
  const known = await predict('known')
  const stillUnknown = await predict('unknown')
  await rename('cards', name)
  const stillKnown = await predict('known')

  expect([unknown.status, unknown.body.error.code]).toEqual([400, 'category_unknown'])
  expect([stillUnknown.status, stillUnknown.body.error]).toEqual([400, unknown.body.error])
  expect(known.status).toBe(200)
  expect([stillKnown.status, stillKnown.body.data]).toEqual([200, known.body.data])
})
