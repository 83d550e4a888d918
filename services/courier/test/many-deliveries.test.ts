import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { rotateWebhookSecret } from '@askline/domain/webhooks/endpoints'
import { inviteCast, openTestDatabase, testSecretsKey } from '@askline/testing'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { companyOf, makeSecret, type Received, startReceiver } from './courier-stage.ts'

const isDrill = process.env['ASKLINE_DRILL'] === '1'
/** Deliveries are receivers × questions × events of each. */
const { receivers, questions, kills } = isDrill
  ? { receivers: 20, questions: 50, kills: 20 }
  : { receivers: 5, questions: 6, kills: 2 }
const eventsOfQuestion = 5
const patient = { timeout: isDrill ? 600_000 : 60_000, interval: 50 }

const db = await openTestDatabase()
const main = fileURLToPath(new URL('../dist/courier-main.js', import.meta.url))
const env = {
  PATH: process.env['PATH'],
  DATABASE_URL: db.url,
  REDIS_URL: 'redis://127.0.0.1:1',
  SECRETS_KEY: testSecretsKey,
  OUTBOUND_ALLOWED: '127.0.0.0/8',
  INTERNAL_PORT: '0',
  LOG_LEVEL: 'silent',
}

function startProcess(): ChildProcess {
  const courier = spawn(process.execPath, [main], { env, stdio: 'ignore' })
  onTestFinished(() => void courier.kill('SIGKILL'))
  return courier
}

test(
  'every event arrives under one id with signatures that verify, while the courier is killed and secrets rotate',
  async () => {
    const company = companyOf(db, await inviteCast(db))
    const subscribed = await Promise.all(
      Array.from({ length: receivers }, async () => {
        const receiver = await startReceiver()
        return { receiver, ...(await company.subscribe(receiver.url)) }
      }),
    )
    const receivedByAll = () => subscribed.reduce((sum, { receiver }) => sum + receiver.received.length, 0)
    const rotated: string[] = []
    async function rotate(endpointId: string) {
      const { secret, stored } = makeSecret()
      await company.run((tx) =>
        rotateWebhookSecret(tx, { integrationId: null }, endpointId, { revokeNow: false, secret: stored }),
      )
      rotated.push(secret)
    }
    async function converse() {
      const questionId = await company.ask()
      for (let n = 1; n < eventsOfQuestion; n += 1) await company.say(questionId)
    }

    const asking = (async () => {
      for (let n = 0; n < questions; n += 1) await converse()
    })()
    let courier = startProcess()
    for (let n = 0; n < kills; n += 1) {
      const before = receivedByAll()
      await vi.waitFor(() => expect(receivedByAll()).toBeGreaterThan(before), patient)
      courier.kill('SIGKILL')
      await once(courier, 'exit')
      // As if the time of its leases had passed.
      await company.rows(`update webhook_endpoints set lease_until = statement_timestamp() where company_id = $1`, [
        company.companyId,
      ])
      if (n === 0) for (const { uuid } of subscribed) await rotate(uuid)
      courier = startProcess()
    }
    await asking
    const wanted = questions * eventsOfQuestion
    await vi.waitFor(() => {
      for (const { receiver } of subscribed) expect(new Set(receiver.received.map(eventOf)).size).toBe(wanted)
    }, patient)

    for (const [at, { receiver, secret }] of subscribed.entries()) {
      const idOf = new Map<string, string>()
      for (const one of receiver.received) {
        const id = String(one.headers['webhook-id'])
        expect(idOf.get(eventOf(one)) ?? id).toBe(id)
        idOf.set(eventOf(one), id)
        expect(verifies(secret, one)).toBe(true)
        expect(verifies(secret, { ...one, text: one.text.replace('questionUuid', 'questionUuie') })).toBe(false)
      }
      expect(receiver.received.some((one) => verifies(rotated[at] ?? '', one))).toBe(true)
    }
  },
  patient.timeout,
)

/** Names the change that a delivery tells. */
const eventOf = ({ body: { data } }: Received) => `${data['questionUuid']} ${data['version']}`

function verifies(secret: string, { text, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
