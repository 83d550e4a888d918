import type { ServerResponse } from 'node:http'
import { verifyWebhook } from '@askline/client'
import { inSystem } from '@askline/db'
import { forgetPerson } from '@askline/domain/privacy/forget'
import {
  findTestResult,
  listDeliveries,
  replayDeliveries,
  requestTest,
  resendDelivery,
} from '@askline/domain/webhooks/deliveries'
import { changeWebhook, enableWebhook, pauseWebhook, rotateWebhookSecret } from '@askline/domain/webhooks/endpoints'
import { buildLogger } from '@askline/runtime'
import { inviteCast, openTestDatabase, testSecretsKey } from '@askline/testing'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig, startCourier } from '../src/index.ts'
import { companyOf, makeSecret, type Received, startReceiver, startTestCourier } from './courier-stage.ts'

const db = await openTestDatabase()
const openCompany = async (isSandbox = false) => companyOf(db, await inviteCast(db, { isSandbox }))
const owner = { integrationId: null }
const patient = { timeout: 20_000, interval: 20 }
const notYetReadable =
  'select seq from question_events where company_id = $1 and tx >= pg_snapshot_xmin(pg_current_snapshot())'
const typesOf = (received: Received[]) => received.map(({ body }) => body.type)

test('a receiver gets each event once, in order, as a body of ids that both libraries verify', async () => {
  const company = await openCompany()
  const receiver = await startReceiver()
  const { secret } = await company.subscribe(receiver.url)
  await startTestCourier(db)
  const questionId = await company.ask()
  for (let n = 0; n < 5; n += 1) await company.say(questionId)

  await vi.waitFor(() => expect(receiver.received).toHaveLength(6), patient)

  expect(receiver.received[0]?.body).toEqual({
    type: 'QUESTION_APPROVED',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      questionUuid: questionId,
      version: 1,
      lastUpdated: expect.stringMatching(/Z$/),
      externalIds: [],
      correlationId: null,
    },
  })
  expect(receiver.received.map(({ body }) => body.data['version'])).toEqual([1, 2, 3, 4, 5, 6])
  for (const { headers, text, body } of receiver.received) {
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body)
    expect(await verifyWebhook({ body: text, headers, secret })).toMatchObject({ id: headers['webhook-id'], ...body })
    const flipped = text.replace('question', 'questiom')
    expect(() => new Webhook(secret).verify(flipped, headers as Record<string, string>)).toThrow()
  }
}, 30_000)

test('during a rotation both secrets verify each request, and a revoked one verifies none', async () => {
  const company = await openCompany()
  const receiver = await startReceiver()
  const first = await company.subscribe(receiver.url)
  await startTestCourier(db)
  const verifies = (secret: string, { text, headers }: Received) =>
    verifyWebhook({ body: text, headers, secret }).then(
      () => true,
      () => false,
    )
  const rotate = async (revokeNow: boolean) => {
    const { secret, stored } = makeSecret()
    await company.run((tx) => rotateWebhookSecret(tx, owner, first.uuid, { revokeNow, secret: stored }))
    return secret
  }

  const second = await rotate(false)
  await company.ask()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patient)
  const third = await rotate(true)
  await company.ask()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patient)

  const [during, after] = receiver.received as [Received, Received]
  expect([await verifies(first.secret, during), await verifies(second, during)]).toEqual([true, true])
  const secrets = [first.secret, second, third]
  expect(await Promise.all(secrets.map((secret) => verifies(secret, after)))).toEqual([false, false, true])
}, 30_000)

test('a failed attempt is repeated under the same id after Retry-After, by the clock of the company', async () => {
  const company = await openCompany(true)
  const receiver = await startReceiver((_received, response) => {
    if (receiver.received.length === 1) response.writeHead(503, { 'retry-after': '600' }).end('later')
    else response.writeHead(200).end('thanks')
  })
  const { uuid } = await company.subscribe(receiver.url)
  await startTestCourier(db)
  await company.ask()
  await vi.waitFor(async () => expect(await company.deliveries(uuid)).toMatchObject([{ attempts: 1 }]), patient)
  await company.pass('8 minutes')
  const [waiting] = await company.rows(
    'select due_at > company_now(company_id) as "isLater" from webhook_deliveries where endpoint_id = $1',
    [uuid],
  )
  expect(waiting).toEqual({ isLater: true })

  await company.pass('3 minutes')
  await vi.waitFor(async () => expect(await company.deliveries(uuid)).toMatchObject([{ status: 'DELIVERED' }]), patient)

  const [first, second] = receiver.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.text).toBe(first?.text)
  const attempts = await company.rows('select status, answer from webhook_attempts where company_id = $1 order by id', [
    company.companyId,
  ])
  expect(attempts).toEqual([
    { status: 503, answer: 'later' },
    { status: 200, answer: 'thanks' },
  ])
}, 30_000)

test('an endpoint that hangs and one that answers 500 delay no other endpoint', async () => {
  const company = await openCompany()
  const hanging = await startReceiver(() => undefined)
  const broken = await startReceiver((_received, response) => void response.writeHead(500).end())
  const others = await Promise.all(Array.from({ length: 4 }, () => startReceiver()))
  for (const { url } of [hanging, broken, ...others]) await company.subscribe(url)
  await startTestCourier(db)
  const began = performance.now()
  for (let n = 0; n < 8; n += 1) await company.ask()

  await vi.waitFor(() => {
    for (const { received } of others) expect(received).toHaveLength(8)
  }, patient)

  // The hanging endpoint is given up after 15 s.
  expect(performance.now() - began).toBeLessThan(14_000)
  expect(hanging.received.length).toBeLessThanOrEqual(4)
  expect(broken.received.length).toBeGreaterThanOrEqual(1)
}, 40_000)

test('five days of failure disable an endpoint once, the feed tells it once, and LAST catches up', async () => {
  const company = await openCompany(true)
  let isDown = true
  const receiver = await startReceiver((_received, response) => void response.writeHead(isDown ? 500 : 204).end())
  const listener = await startReceiver()
  const { uuid } = await company.subscribe(receiver.url)
  await company.subscribe(listener.url, { types: ['WEBHOOK_DISABLED'] })
  await startTestCourier(db)
  await company.ask()
  await company.ask()
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(1), patient)
  const isDisabled = async () => (await company.endpoint(uuid))?.state === 'DISABLED'
  for (let part = 0; part < 14 && !(await isDisabled()); part += 1) {
    // The longest wait of a delivery is 12 hours.
    await company.passUntilFailure(uuid, '13 hours')
  }
  await vi.waitFor(
    async () => expect(await company.endpoint(uuid)).toMatchObject({ state: 'DISABLED', disabled_reason: 'FAILING' }),
    patient,
  )
  await vi.waitFor(() => expect(typesOf(listener.received)).toEqual(['WEBHOOK_DISABLED']), patient)
  expect(listener.received[0]?.body.data).toEqual({ endpointUuid: uuid, reason: 'FAILING' })
  const late = await company.ask('While it is disabled')
  isDown = false
  const sentBefore = receiver.received.length
  await company.run((tx) => enableWebhook(tx, owner, uuid, 'LAST'))

  await vi.waitFor(async () => {
    const deliveries = await company.deliveries(uuid)
    expect(deliveries.map(({ status }) => status)).toEqual(Array(4).fill('DELIVERED'))
  }, patient)
  const caughtUp = receiver.received.slice(sentBefore)
  const isAsked = 'QUESTION_APPROVED'
  expect(typesOf(caughtUp).sort()).toEqual([isAsked, isAsked, isAsked, 'WEBHOOK_DISABLED'])
  expect(caughtUp.map(({ body }) => body.data['questionUuid'])).toContain(late)
  expect(listener.received).toHaveLength(1)
}, 60_000)

test('an event does not wait for the answer to an earlier one', async () => {
  const company = await openCompany()
  const open: ServerResponse[] = []
  const receiver = await startReceiver((_received, response) => void open.push(response))
  await company.subscribe(receiver.url)
  await startTestCourier(db)
  const first = await company.ask()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patient)

  const second = await company.ask()

  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { ...patient, timeout: 10_000 })
  expect(receiver.received.map(({ body: { data } }) => data['questionUuid'])).toEqual([first, second])
  for (const response of open) response.writeHead(204).end()
}, 40_000)

test('another address and a pause count at once, also for deliveries that a courier has read', async () => {
  const company = await openCompany()
  const held: (() => void)[] = []
  const hold = () => startReceiver((_received, response) => void held.push(() => response.writeHead(204).end()))
  const release = () => {
    for (const answer of held.splice(0)) answer()
  }
  const [former, present] = [await hold(), await hold()]
  const { uuid } = await company.subscribe(former.url)
  for (let n = 0; n < 12; n += 1) await company.ask()
  await vi.waitFor(async () => expect(await company.rows(notYetReadable, [company.companyId])).toEqual([]), patient)
  await startTestCourier(db)
  await vi.waitFor(() => expect(former.received).toHaveLength(4), patient)

  await company.run((tx) => changeWebhook(tx, owner, uuid, { url: present.url }))
  release()
  await vi.waitFor(() => expect(present.received).toHaveLength(4), patient)
  await company.run((tx) => pauseWebhook(tx, owner, uuid))
  release()

  const delivered = async () => (await company.deliveries(uuid)).filter(({ status }) => status === 'DELIVERED')
  await vi.waitFor(async () => expect(await delivered()).toHaveLength(8), patient)
  expect([former.received.length, present.received.length]).toEqual([4, 4])
  await company.run((tx) => enableWebhook(tx, owner, uuid, 'LAST'))
  await vi.waitFor(() => expect(present.received).toHaveLength(8), patient)
  release()
  await vi.waitFor(async () => expect(await delivered()).toHaveLength(12), patient)
}, 30_000)

test('an endpoint that is enabled from NOW gets nothing of what it missed', async () => {
  const company = await openCompany()
  const receiver = await startReceiver()
  const { uuid } = await company.subscribe(receiver.url)
  await startTestCourier(db)
  await company.run((tx) => pauseWebhook(tx, owner, uuid))
  await company.ask('Missed')
  // Until older transactions of other tests have ended, the event is still to come.
  await vi.waitFor(async () => expect(await company.rows(notYetReadable, [company.companyId])).toEqual([]), patient)
  await company.run((tx) => enableWebhook(tx, owner, uuid, 'NOW'))
  const questionId = await company.ask('Sent')

  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patient)
  expect(receiver.received[0]?.body.data).toMatchObject({ questionUuid: questionId })
}, 30_000)

test('a receiver that was down for six hours gets each event, the first attempts of a question in order', async () => {
  const company = await openCompany(true)
  let isDown = true
  const receiver = await startReceiver((_received, response) => void response.writeHead(isDown ? 502 : 204).end())
  const { uuid } = await company.subscribe(receiver.url)
  await startTestCourier(db)
  const questions = [await company.ask(), await company.ask(), await company.ask()]
  for (let n = 0; n < 4; n += 1) for (const questionId of questions) await company.say(questionId)
  for (let part = 0; part < 6; part += 1) {
    // An hour is the longest wait of a probe.
    await company.passUntilFailure(uuid, '1 hour')
  }
  isDown = false
  await company.pass('1 hour')

  await vi.waitFor(async () => {
    const deliveries = await company.deliveries(uuid)
    expect(deliveries).toHaveLength(15)
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
  }, patient)
  for (const questionId of questions) {
    const versions = receiver.received.flatMap(({ body: { data } }) =>
      data['questionUuid'] === questionId ? [data['version'] as number] : [],
    )
    const first = versions.filter((version, place) => versions.indexOf(version) === place)
    expect(first).toEqual([1, 2, 3, 4, 5])
  }
}, 60_000)

test('410 disables an endpoint at once, and a refused address ends a delivery without another attempt', async () => {
  const company = await openCompany()
  const gone = await startReceiver((_received, response) => void response.writeHead(410).end())
  const { uuid: goneId } = await company.subscribe(gone.url)
  const { uuid: refusedId } = await company.subscribe('http://10.0.0.1/')
  await startTestCourier(db)
  await company.ask()

  await vi.waitFor(async () => {
    expect(await company.endpoint(goneId)).toMatchObject({ state: 'DISABLED', disabled_reason: 'GONE' })
    expect((await company.deliveries(refusedId))[0]).toMatchObject({ status: 'FAILED', attempts: 1 })
  }, patient)
  expect(gone.received).toHaveLength(1)
}, 30_000)

async function forgetAskerOf({ companyId, rows }: Awaited<ReturnType<typeof openCompany>>, questionId: string) {
  const [{ address } = { address: '' }] = await rows<{ address: string }>(
    'select u.address from users u join questions q on q.asker_id = u.id where q.id = $1',
    [questionId],
  )
  await inSystem(db, (tx) => forgetPerson(tx.of(companyId), { companyId, email: address }))
}

test('a filter leaves other events out, but not PERSON_FORGOTTEN; includeState adds the question without texts', async () => {
  const company = await openCompany()
  const receiver = await startReceiver()
  await company.subscribe(receiver.url, { types: ['QUESTION_APPROVED'], includeState: true })
  await startTestCourier(db)
  const questionId = await company.ask('My PIN is 4711')
  await company.say(questionId)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patient)

  await forgetAskerOf(company, questionId)

  await vi.waitFor(() => expect(typesOf(receiver.received)).toEqual(['QUESTION_APPROVED', 'PERSON_FORGOTTEN']), patient)
  const [first, second] = receiver.received
  expect(first?.body.data['question']).toMatchObject({ uuid: questionId, state: { status: 'UNRESOLVED' } })
  expect(first?.text).not.toContain('4711')
  expect(second?.body.data).toEqual({ userUuid: expect.any(String), receiptUuid: expect.any(String) })
}, 30_000)

test('the answer of a receiver about a forgotten person is not stored', async () => {
  const company = await openCompany()
  const receiver = await startReceiver((_received, response) => void response.end('Noted for Ada'))
  const { uuid } = await company.subscribe(receiver.url, { types: ['QUESTION_APPROVED'] })
  await startTestCourier(db)
  const questionId = await company.ask()
  const answers = () =>
    company.rows('select status, answer from webhook_attempts where company_id = $1 order by id', [company.companyId])
  await vi.waitFor(async () => expect(await answers()).toEqual([{ status: 200, answer: 'Noted for Ada' }]), patient)

  await forgetAskerOf(company, questionId)
  await vi.waitFor(async () => expect(await answers()).toHaveLength(2), patient)
  const [delivery] = await company.deliveries(uuid)
  await company.run((tx) => resendDelivery(tx, owner, delivery?.id ?? ''))

  await vi.waitFor(async () => expect(await answers()).toHaveLength(3), patient)
  expect((await answers()).slice(1)).toEqual([
    { status: 200, answer: null },
    { status: 200, answer: null },
  ])
}, 30_000)

test('a resent and a replayed delivery keep their id', async () => {
  const company = await openCompany()
  const receiver = await startReceiver()
  const { uuid } = await company.subscribe(receiver.url)
  await startTestCourier(db)
  await company.ask()
  const isDelivered = () =>
    vi.waitFor(async () => expect(await company.deliveries(uuid)).toMatchObject([{ status: 'DELIVERED' }]), patient)
  await isDelivered()
  const [delivery] = await company.deliveries(uuid)

  await company.run((tx) => resendDelivery(tx, owner, delivery?.id ?? ''))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patient)
  await isDelivered()
  await company.run((tx) => replayDeliveries(tx, owner, uuid, { since: new Date(Date.now() - 60_000) }))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patient)

  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.id]))
}, 30_000)

test('a delivery that waits for another attempt or for a probe is sent at once when it is resent', async () => {
  const company = await openCompany()
  let isDown = true
  const receiver = await startReceiver((_received, response) => void response.writeHead(isDown ? 500 : 204).end())
  const { uuid } = await company.subscribe(receiver.url)
  await startTestCourier(db)
  await company.ask()
  await company.ask()
  const waits = { status: 'WAITING', attempts: 1 }
  await vi.waitFor(async () => expect(await company.deliveries(uuid)).toMatchObject([waits, waits]), patient)
  await company.rows(`update webhook_deliveries set due_at = due_at + interval '1 hour' where endpoint_id = $1`, [uuid])
  const second = (await company.deliveries(uuid))[1]?.id ?? ''
  const tried = receiver.received.length

  await company.run((tx) => resendDelivery(tx, owner, second))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(tried + 1), patient)
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(second)

  await vi.waitFor(async () => expect((await company.deliveries(uuid))[1]).toMatchObject(waits), patient)
  await company.rows(
    `update webhook_endpoints set failures = 12, probe_at = statement_timestamp() + interval '1 hour' where id = $1`,
    [uuid],
  )
  isDown = false
  await company.run((tx) => resendDelivery(tx, owner, second))
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(tried + 1), patient)
  expect(receiver.received[tried + 1]?.headers['webhook-id']).toBe(second)
  const delivered = { status: 'DELIVERED' }
  await vi.waitFor(async () => expect(await company.deliveries(uuid)).toMatchObject([delivered, delivered]), patient)
}, 30_000)

test('a delivery names its next attempt: its own, that of the probe, and none while the endpoint is paused', async () => {
  const company = await openCompany()
  const receiver = await startReceiver((_received, response) => void response.writeHead(500).end())
  const { uuid } = await company.subscribe(receiver.url)
  await startTestCourier(db)
  await company.ask()
  await vi.waitFor(async () => expect(await company.deliveries(uuid)).toMatchObject([{ attempts: 1 }]), patient)
  const nextAttempt = async () => {
    const { deliveries } = await company.run((tx) => listDeliveries(tx, owner, uuid, { limit: 1 }))
    return deliveries[0]?.dateNextAttempt
  }
  await company.rows(`update webhook_deliveries set due_at = '2030-01-01T10:00:00Z' where endpoint_id = $1`, [uuid])

  expect(await nextAttempt()).toBe('2030-01-01T10:00:00Z')
  await company.rows(`update webhook_endpoints set probe_at = '2030-01-01T11:00:00Z' where id = $1`, [uuid])
  expect(await nextAttempt()).toBe('2030-01-01T11:00:00Z')
  expect((await company.run((tx) => pauseWebhook(tx, owner, uuid))).failing).toMatchObject({ dateNextAttempt: null })
  expect(await nextAttempt()).toBeNull()
}, 30_000)

test('a test is sent once, also while the endpoint is paused', async () => {
  const company = await openCompany()
  const receiver = await startReceiver((_received, response) => void response.writeHead(418).end('I am a teapot'))
  const { uuid } = await company.subscribe(receiver.url)
  await company.run((tx) => pauseWebhook(tx, owner, uuid))
  await startTestCourier(db)
  const testId = await company.run((tx) => requestTest(tx, owner, uuid))

  const result = await vi.waitFor(async () => {
    const found = await company.run((tx) => findTestResult(tx, testId))
    expect(found).toBeDefined()
    return found
  }, patient)
  expect(result).toMatchObject({ status: 418, fault: null, answer: 'I am a teapot' })
  expect(receiver.received.map(({ body }) => body)).toEqual([
    { type: 'WEBHOOK_TEST', timestamp: expect.any(String), data: {} },
  ])
  expect(await company.endpoint(uuid)).toMatchObject({ state: 'PAUSED', failures: 0 })
}, 30_000)

test('of two couriers one sends each event, and they take over from one that died', async () => {
  const company = await openCompany()
  const receiver = await startReceiver()
  const { uuid } = await company.subscribe(receiver.url)
  await company.rows(
    `update webhook_endpoints set runner = gen_random_uuid(), lease_until = clock_timestamp() + interval '1 second' where id = $1`,
    [uuid],
  )
  await startTestCourier(db)
  await startTestCourier(db)
  for (let n = 0; n < 20; n += 1) await company.ask()

  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(20), patient)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([20, 20])
}, 30_000)

test('a courier goes on after Postgres has cut its connections', async () => {
  const company = await openCompany()
  const receiver = await startReceiver()
  await company.subscribe(receiver.url)
  const courier = await startTestCourier(db)
  await company.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'askline-courier' and datname = current_database()`,
  )
  await company.ask()

  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patient)
  const health = await fetch(`http://127.0.0.1:${courier.internalPort}/health/ready`)
  expect(health.status).toBe(200)
}, 30_000)

test.each([
  ['10.20.0.0/16', 1],
  ['8.8.8.0/24', 0],
  ['', 0],
])('a courier in production that may send to `%s` warns of it %i times', async (allowed, times) => {
  const lines: string[] = []
  const logger = buildLogger('courier', 'warn', { write: (line: string) => void lines.push(line) })
  const env = {
    DATABASE_URL: db.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    SECRETS_KEY: testSecretsKey,
    INTERNAL_PORT: '0',
  }
  const config = readConfig({ ...env, NODE_ENV: 'production', OUTBOUND_ALLOWED: allowed })
  const courier = await startCourier(config, logger)
  onTestFinished(() => courier.close())

  expect(lines.filter((line) => line.includes('OUTBOUND_ALLOWED'))).toHaveLength(times)
})
