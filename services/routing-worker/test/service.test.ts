import { openQueues } from '@askline/runtime/queues'
import { createTestDatabase, openTestDatabase, ownRedis, testRedis } from '@askline/testing'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import type { LanguageFinder } from '../src/routing/language.ts'
import { type Config, readConfig } from '../src/routing-worker-config.ts'
import { startRoutingWorker } from '../src/start-routing-worker.ts'
import { foundCompany, offersOf, waveRunsOut } from './company.ts'
import { logger } from './silent-logger.ts'

const { redisIsReal } = inject('askline')
const db = await openTestDatabase()

async function started(redisUrl: string, prefix: string, more: Partial<Config> = {}, findLanguages?: LanguageFinder) {
  const worker = await startRoutingWorker(
    {
      databaseUrl: db.url,
      databasePool: 6,
      redisUrl,
      queuePrefix: prefix,
      internalHost: '127.0.0.1',
      internalPort: 0,
      jobLockMs: 30_000,
      evidenceQuestions: 1_000,
      jobConcurrency: 160,
      shutdownGraceMs: 3_000,
      ...more,
    },
    logger,
    findLanguages,
  )
  let isClosed = false
  const close = async () => {
    if (!isClosed) await worker.close()
    isClosed = true
  }
  onTestFinished(close)
  const get = (path: string) => fetch(`http://127.0.0.1:${worker.internalPort}${path}`)
  return { ...worker, close, get }
}

/** Sends jobs to the queues after each commit, as the API does. */
async function producing(redisUrl: string, prefix: string): Promise<void> {
  const queues = openQueues({ redisUrl, prefix, logger, db })
  db.handOver = queues.handOver
  onTestFinished(async () => {
    db.handOver = () => undefined
    await queues.close()
  })
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
}

async function staffed() {
  const company = await foundCompany(db)
  await Promise.all([company.hire(), company.hire(), company.hire()])
  return company
}

const routed = (questionId: string, timeout: number) =>
  vi.waitFor(async () => expect(await offersOf(db, questionId)).toHaveLength(3), { timeout, interval: 20 })

it('routes a question a moment after it was asked', async () => {
  const { url, prefix } = testRedis()
  const worker = await started(url, prefix)
  await producing(url, prefix)
  await vi.waitFor(async () => expect((await worker.get('/health/ready')).status).toBe(200))
  const company = await staffed()

  const questionId = await company.ask()

  await routed(questionId, 900)
})

it('takes no question before its table of languages is read, because another worker can route it', async () => {
  const { url, prefix } = testRedis()
  await producing(url, prefix)
  const company = await staffed()
  let noteRead: () => void = () => undefined
  const table = new Promise<void>((resolve) => {
    noteRead = resolve
  })
  const starting = started(url, prefix, {}, async (texts) => {
    if (texts.length === 0) await table
    return []
  })

  const questionId = await company.ask()

  await expect(routed(questionId, 1_000)).rejects.toThrow()
  noteRead()
  await starting
  await routed(questionId, 4_000)
})

it('has loaded the companies that asked lately before it is ready', async () => {
  const { url, prefix } = testRedis()
  await (await staffed()).ask()

  const worker = await started(url, prefix)

  expect(await (await worker.get('/metrics')).text()).toMatch(/^askline_evidence_companies\{.*\} [1-9]/m)
})

it('routes questions whose writer could not send the job', async () => {
  const { url, prefix } = testRedis()
  await started(url, prefix)
  const company = await staffed()

  const questionId = await company.ask()

  await routed(questionId, 4_000)
})

it.skipIf(!redisIsReal)('routes questions asked while Redis was down, after it returns empty', async () => {
  const redis = await ownRedis({ log: () => undefined })
  onTestFinished(() => redis.stop())
  const worker = await started(redis.url, 'wiped')
  await producing(redis.url, 'wiped')
  const company = await staffed()
  const before = await company.ask()
  await routed(before, 4_000)

  await redis.kill('SIGKILL')
  const during = await company.ask()
  await vi.waitFor(async () => expect((await worker.get('/health/ready')).status).toBe(503))
  await redis.wipe()

  await routed(during, 8_000)
  await vi.waitFor(async () => expect((await worker.get('/health/ready')).status).toBe(200))
})

it('routes a question whose job was lost, when its wave is due', async () => {
  const { url, prefix } = testRedis()
  await started(url, prefix)
  const company = await staffed()
  const questionId = await company.ask()
  await db.system.query('delete from outbox')

  await waveRunsOut(db, questionId)

  await routed(questionId, 4_000)
})

it('repairs a question in limbo, and counts it', async () => {
  const { url, prefix } = testRedis()
  const company = await staffed()
  const questionId = await company.ask()
  await db.system.query('delete from outbox')
  await db.system.query('update questions set wave_due_at = null where id = $1', [questionId])

  const worker = await started(url, prefix)

  await routed(questionId, 12_000)
  // Its offers can be read a moment before they are counted. The worker may also route what a test before left.
  const metrics = async () => (await worker.get('/metrics')).text()
  await expect.poll(metrics).toMatch(/askline_route_wait_seconds_count\{.*\} [1-9]/)
  expect(await metrics()).toMatch(/askline_limbo_total\{invariant="experts-have-offer-or-wave".*\} 1/)
})

it('serves health and metrics until it is stopped', async () => {
  const { url, prefix } = testRedis()
  const worker = await started(url, prefix)

  expect((await worker.get('/health/live')).status).toBe(200)
  const metrics = await (await worker.get('/metrics')).text()
  expect(metrics).toContain('askline_outbox_oldest_seconds')
  expect(metrics).toContain('nodejs_eventloop_lag_p99_seconds')

  await worker.close()
  await expect(worker.get('/health/live')).rejects.toThrow()
})

it('refuses to start on a port in use, and releases everything', async () => {
  const { url, prefix } = testRedis()
  const { internalPort } = await started(url, prefix)
  const other = await createTestDatabase()
  const company = await staffed()

  const refused = started(url, prefix, { internalPort, databaseUrl: other.url })
  await expect(refused).rejects.toMatchObject({ code: 'EADDRINUSE' })

  // This takes more than a second, in which loops of the refused worker would have shown up.
  await routed(await company.ask(), 4_000)
  const { rows } = await db.system.query('select 1 from pg_stat_activity where datname = $1', [other.name])
  // A pooler keeps connections for the next client.
  if (!db.pooler) expect(rows).toHaveLength(0)
})

it('refuses a database that was not migrated, and says what to do', async () => {
  const { url, prefix } = testRedis()
  const empty = new URL(db.url)
  empty.pathname = '/postgres'

  await expect(started(url, prefix, { databaseUrl: empty.href })).rejects.toThrow(/lacks \d+ of \d+ migrations\. Run: /)
})

it('the error names every missing variable', () => {
  expect(() => readConfig({})).toThrow(/DATABASE_URL is not set; REDIS_URL is not set/)
  expect(readConfig({ DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h' })).toMatchObject({ internalPort: 9002 })
})

it('only this machine reads health and metrics unless INTERNAL_HOST says otherwise', () => {
  const env = { DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h', HOST: '0.0.0.0' }

  expect(readConfig(env).internalHost).toBe('127.0.0.1')
  expect(readConfig({ ...env, INTERNAL_HOST: '0.0.0.0' }).internalHost).toBe('0.0.0.0')
})
