import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewWebhookEndpoint } from '@askline/contracts'
import { inCompany, newId, type Tx } from '@askline/db'
import { makeChange } from '@askline/domain/changes/make-changes'
import { addMessage } from '@askline/domain/questions/add-message'
import { askQuestion } from '@askline/domain/questions/ask'
import { addWebhook, type StoredSecret, secretPurpose } from '@askline/domain/webhooks/endpoints'
import { buildLogger, buildSecretBox } from '@askline/runtime'
import { type Cast, type openTestDatabase, testSecretsKey } from '@askline/testing'
import { expect, onTestFinished, vi } from 'vitest'
import { type Config, readConfig, startCourier } from '../src/index.ts'

const logger = buildLogger('test', process.env['COURIER_LOG'] ?? 'silent')
type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>
const box = buildSecretBox(testSecretsKey)

/** Makes a secret: as its owner gets it, and as the database stores it. */
export function makeSecret(): { secret: string; stored: StoredSecret } {
  const secretId = newId()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const { text, keyId } = box.encrypt(secret, secretPurpose(secretId))
  return { secret, stored: { secretId, encryptedSecret: text, encryptionKeyId: keyId } }
}

/** Settings of a courier that may send to this machine. Redis is away. */
const configFor = (db: TestDatabase, times: Partial<Config['times']> = {}): Config => ({
  ...readConfig({
    DATABASE_URL: db.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    SECRETS_KEY: testSecretsKey,
    OUTBOUND_ALLOWED: '127.0.0.0/8',
    INTERNAL_PORT: '0',
  }),
  times: { everyMs: 50, soonMs: 50, leaseMs: 2_000, ...times },
})

/** Starts a courier that ends with the test. */
export async function startTestCourier(db: TestDatabase, times?: Partial<Config['times']>) {
  const courier = await startCourier(configFor(db, times), logger)
  onTestFinished(() => courier.close())
  return courier
}

export type Received = {
  headers: IncomingMessage['headers']
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}
type Answer = (received: Received, response: ServerResponse) => void

/** Starts a receiver that ends with the test. It answers 204 unless `answer` does something else. */
export async function startReceiver(answer: Answer = (_received, response) => void response.writeHead(204).end()) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const one = { headers: request.headers, text, body: JSON.parse(text) }
      received.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

/** Returns what tests do in a company. */
export function companyOf(db: TestDatabase, cast: Cast) {
  const { companyId } = cast
  const user = { kind: 'user', userId: cast.ada, companyId } as const
  const run = <T>(work: (tx: Tx) => Promise<T>) => inCompany(db, companyId, work)
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await db.system.query(text, values)).rows as Row[]
  /** Moves the clock of the sandbox. */
  const pass = (interval: string) =>
    rows('update companies set clock_offset = clock_offset + $2::interval where id = $1', [companyId, interval])
  const endpoint = async (endpointId: string) => {
    type Row = { state: string; disabled_reason: string | null; failures: number; probe_at: Date | null }
    const [row] = await rows<Row>('select * from webhook_endpoints where id = $1', [endpointId])
    return row
  }
  return {
    companyId,
    run,
    rows,
    endpoint,
    pass,
    /**
     * Moves the clock by more than any wait, and waits until another failure is stored or the endpoint is disabled. The next wait begins when
     * a failure is stored, also one of a request that was open before.
     */
    async passUntilFailure(endpointId: string, interval: string): Promise<void> {
      const before = (await endpoint(endpointId))?.failures ?? 0
      await pass(interval)
      await vi.waitFor(
        async () => {
          const now = await endpoint(endpointId)
          if (now?.state !== 'DISABLED') expect(now?.failures).toBeGreaterThan(before)
        },
        { timeout: 20_000, interval: 20 },
      )
    },
    async subscribe(url: string, more: Partial<NewWebhookEndpoint> = {}) {
      const { secret, stored } = makeSecret()
      const wanted = { name: 'Warehouse', url, ...more }
      const { uuid } = await run((tx) => addWebhook(tx, { integrationId: null }, wanted, stored))
      return { uuid, secret }
    },
    async ask(text = 'Where is my card?'): Promise<string> {
      const { view } = await run((tx) => askQuestion(tx, user, { text, externalIds: [] }, 'http://localhost/v1'))
      return view.uuid
    },
    say: (questionId: string, text = 'Please!') =>
      run((tx) => makeChange(tx, addMessage(user, { questionId, text, externalIds: [] }))),
    deliveries: (endpointId: string) =>
      rows<{ id: string; status: string; attempts: number; type: string; seq: number | null }>(
        'select * from webhook_deliveries where endpoint_id = $1 order by position',
        [endpointId],
      ),
  }
}
