import { openTestDatabase, ownRedis, testRedis } from '@askline/testing'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openQueues } from '../src/queues/index.ts'
import { commitRow, outboxCount } from './outbox-writing.ts'
import { logger } from './silent-logger.ts'

const { redisIsReal } = inject('askline')
const db = await openTestDatabase()
const silent = { log: () => {} }

async function open(redisUrl: string, prefix: string) {
  const queues = openQueues({ redisUrl, prefix, logger, db })
  onTestFinished(() => queues.close())
  return queues
}

test('a row that is handed over becomes a job, and its outbox row is deleted', async () => {
  const { url, prefix } = testRedis()
  const queues = await open(url, prefix)
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  const row = await commitRow(db)

  queues.handOver([row])

  await vi.waitFor(async () => expect(await outboxCount(db)).toBe(0))
  expect((await queues.counts()).routing.waiting).toBe(1)
})

test('a row handed over twice is one job', async () => {
  const { url, prefix } = testRedis()
  const queues = await open(url, prefix)
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  const row = await commitRow(db)

  await queues.relay([row])
  await queues.relay([row])

  expect((await queues.counts()).routing.waiting).toBe(1)
  queues.handOver([row])
  await queues.drain(1_000)
})

test('while Redis is unavailable rows stay in the outbox, and no caller waits', async () => {
  const queues = await open('redis://127.0.0.1:1', 'away')
  const row = await commitRow(db)

  for (let n = 0; n < 10_000; n++) expect(queues.handOver([row])).toBeUndefined()

  expect(queues.pending()).toBe(0)
  await expect(queues.relay([row])).rejects.toThrow('unavailable')
  expect(await outboxCount(db)).toBe(1)
  await db.system.query('delete from outbox')
})

test('rows beyond the limit are left to the relay', async () => {
  const { url, prefix } = testRedis()
  const queues = await open(url, prefix)
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  const row = await commitRow(db)

  for (let n = 0; n < 6_000; n++) queues.handOver([row])

  expect(queues.pending()).toBeLessThanOrEqual(5_000)
  await queues.drain(5_000)
  expect(queues.pending()).toBe(0)
})

test.skipIf(!redisIsReal)('queues that are opened while Redis is unavailable work once Redis is there', async () => {
  const redis = await ownRedis(silent)
  onTestFinished(() => redis.stop())
  await redis.kill('SIGKILL')
  const queues = await open(redis.url, 'late')
  const row = await commitRow(db)
  queues.handOver([row])
  expect(await outboxCount(db)).toBe(1)

  await redis.start()

  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  queues.handOver([row])
  await vi.waitFor(async () => expect(await outboxCount(db)).toBe(0))
})

test.skipIf(!redisIsReal)('a frozen Redis costs its caller nothing and no row', async () => {
  const redis = await ownRedis(silent)
  onTestFinished(() => redis.stop())
  const queues = await open(redis.url, 'frozen')
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  redis.freeze()
  const row = await commitRow(db)

  queues.handOver([row])
  await queues.drain(5_000)

  expect(queues.pending()).toBe(0)
  expect(await outboxCount(db)).toBe(1)
  redis.thaw()
})
