import type { QuestionView } from '@askline/contracts'
import { afterAll, expect, inject, test, vi } from 'vitest'
import {
  type CollectedSpan,
  fetchToken,
  openCaller,
  openCollector,
  openSocketListener,
  raiseStage,
} from '../src/index.ts'

const collector = await openCollector()
const stage = await raiseStage({
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100', SLOW_REQUEST_MS: '1' },
})
const company = await stage.found({ experts: 1 })
const api = stage.apiUrls[0] ?? ''
const [asker, bruno] = await Promise.all([
  fetchToken(api, company.integration, 'ada@example.com').then((token) => openCaller([api], token)),
  fetchToken(api, company.experts[0] ?? company.dora),
])
const expert = openCaller([api], bruno)
const listener = await openSocketListener(stage.notifierUrls[0] ?? '', bruno)
afterAll(async () => {
  listener.close()
  await stage.stop()
  collector.close()
})
const [worker] = stage.workers
const patient = { timeout: 40_000, interval: 50 }

/** Returns the spans from the first of its trace to the one `name` about the question, once they have arrived. */
const wayTo = (name: string, questionId: string): Promise<CollectedSpan[]> =>
  vi.waitFor(() => {
    const spans = collector.spans()
    const last = spans.find((span) => span.name === name && span.attributes['askline.question_id'] === questionId)
    if (!last) throw new Error(`No span "${name}" of the question has arrived`)
    const way = [last]
    for (let at = last; at.parentSpanId !== undefined; ) {
      const parent = spans.find(({ traceId, spanId }) => traceId === at.traceId && spanId === at.parentSpanId)
      if (!parent) throw new Error(`The parent of "${at.name}" has not arrived`)
      way.unshift(parent)
      at = parent
    }
    return way
  }, patient)

const told = (way: CollectedSpan[]) => way.map(({ service, name }) => `${service}: ${name}`)

test('one trace leads from a question to the socket, although its worker was killed before it took the job', async () => {
  const killed = worker?.pid()
  worker?.kill('SIGKILL')
  const asked = await asker.post<QuestionView>('/questions', { text: 'Where does Zanzibar lie?' })

  const way = await wayTo('emit inbox-changed', asked.data.uuid)

  expect(told(way)).toEqual([
    'api: POST /v1/questions',
    'api: send route-question',
    'routing-worker: process route-question',
    'routing-worker: send question-changed',
    'notifier: process question-changed',
    'notifier: emit inbox-changed',
  ])
  expect(way[2]?.pid).not.toBe(String(killed))
  expect(new Set(way.map(({ traceId }) => traceId)).size).toBe(1)
})

test.skipIf(!inject('askline').redisIsReal)('a relay in another process continues the trace', async () => {
  await stage.redis.kill('SIGKILL')
  const asked = await asker.post<QuestionView>('/questions', { text: 'Is Zanzibar an island?' }, { patienceMs: 20_000 })
  await stage.redis.start()

  const way = await wayTo('emit inbox-changed', asked.data.uuid)

  expect(told(way).slice(0, 3)).toEqual([
    'api: POST /v1/questions',
    'routing-worker: send route-question',
    'routing-worker: process route-question',
  ])
})

test("a trace continues the caller's, and ends at the socket of the asked question", async () => {
  const asked = await asker.post<QuestionView>('/questions', { text: 'Who rules Zanzibar?' })
  const { uuid } = asked.data
  await wayTo('emit inbox-changed', uuid)
  await listener.watch(uuid)
  const traceId = 'a'.repeat(32)
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }

  await expert.post(`/questions/${uuid}/claim`, {}, { headers })

  const route = 'POST /v1/questions/:uuid/claim'
  await vi.waitFor(() => {
    const names = collector.spans().filter((span) => span.traceId === traceId)
    expect(names.map(({ service, name }) => `${service}: ${name}`)).toEqual(
      expect.arrayContaining([`api: ${route}`, 'notifier: emit question-changed']),
    )
  }, patient)
})

test('log lines name the span and the correlation id of their request', async () => {
  const headers = { 'x-correlation-id': 'zanzibar-7' }
  const asked = await asker.post<QuestionView>('/questions', { text: 'How far is Zanzibar?' }, { headers })
  const [request] = await wayTo('emit inbox-changed', asked.data.uuid)

  const line = await vi.waitFor(() => {
    const slow = stage.logs().match(/^.*"correlationId":"zanzibar-7".*"slow".*$/m)
    return JSON.parse(slow?.[0] ?? '')
  }, patient)

  expect(line).toMatchObject({ trace_id: request?.traceId, span_id: request?.spanId })
  expect(request?.attributes).toMatchObject({ 'askline.correlation_id': 'zanzibar-7' })
})

test('no span contains the text of a question', async () => {
  const asked = await asker.post<QuestionView>('/questions', { text: 'What grows on Zanzibar?', subject: 'Zanzibar' })
  await wayTo('emit inbox-changed', asked.data.uuid)

  expect(collector.received()).not.toContain('Zanzibar')
})
