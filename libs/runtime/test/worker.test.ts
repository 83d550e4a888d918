import { randomUUID } from 'node:crypto'
import type { DeadJob, OutboxRow } from '@askline/contracts'
import { ownRedis, testRedis } from '@askline/testing'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { buildLogger, buildMetrics } from '../src/index.ts'
import { type Handlers, openQueues, startWorker, type WorkerSettings } from '../src/queues/index.ts'
import { logger } from './silent-logger.ts'

const { redisIsReal } = inject('askline')
const silent = { log: () => {} }

const rowFor = (companyId: string): OutboxRow => ({
  id: 1,
  key: randomUUID(),
  jobs: [{ job: 'drain-backlog', payload: { companyId } }],
})

/** `atEnd`: from the test's own context, which concurrent tests require. */
function start(
  redisUrl: string,
  prefix: string,
  handlers: Partial<Handlers<'routing'>>,
  { atEnd = onTestFinished, ...more }: Partial<WorkerSettings> & { atEnd?: typeof onTestFinished } = {},
) {
  const queues = openQueues({ redisUrl, prefix, logger })
  const nothing = async () => {}
  const worker = startWorker(
    'routing',
    {
      'route-question': nothing,
      'drain-backlog': nothing,
      'withdraw-offers': nothing,
      'forget-person': nothing,
      'advance-clock': nothing,
      ...handlers,
    },
    { redisUrl, prefix, logger, ...more },
  )
  atEnd(async () => {
    await worker.close(1_000)
    await queues.close()
  })
  return { queues, worker }
}

test('the time between handing a job over and its end is measured, and contains the time that the job waited', async () => {
  const { url, prefix } = testRedis()
  const metrics = buildMetrics('test')
  const queues = openQueues({ redisUrl: url, prefix, logger })
  onTestFinished(() => queues.close())
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  await queues.relay([rowFor(randomUUID())])
  await new Promise((resolve) => setTimeout(resolve, 200))

  start(url, prefix, {}, { metrics })

  await vi.waitFor(async () => {
    const { values } = await metrics.jobEndSeconds.get()
    const sum = values.find(({ metricName }) => metricName?.endsWith('_sum'))
    expect(sum).toMatchObject({ labels: { queue: 'routing', job: 'drain-backlog' } })
    expect(sum?.value).toBeGreaterThan(0.2)
  })
})

test('the jobs of a batch are measured under their own names', async () => {
  const { url, prefix } = testRedis()
  const metrics = buildMetrics('test')
  const queues = openQueues({ redisUrl: url, prefix, logger })
  onTestFinished(() => queues.close())
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  await queues.relay([rowFor(randomUUID()), rowFor(randomUUID()), rowFor(randomUUID())])

  start(url, prefix, {}, { metrics })

  for (const histogram of [metrics.jobSeconds, metrics.jobEndSeconds])
    await vi.waitFor(async () => {
      const { values } = await histogram.get()
      const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'))
      expect(counts).toEqual([expect.objectContaining({ value: 3 })])
      expect(counts[0]?.labels).toMatchObject({ job: 'drain-backlog' })
    })
})

test('a job reaches its handler with its payload, its id and the number of the attempt', async () => {
  const { url, prefix } = testRedis()
  const seen: unknown[] = []
  const { queues } = start(url, prefix, {
    'drain-backlog': async (payload, { jobId, attempt }) => {
      seen.push({ payload, jobId, attempt })
      if (attempt === 1) throw new Error('once more')
    },
  })
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  const row = rowFor(randomUUID())

  await queues.relay([row])

  const job = { payload: row.jobs[0]?.payload, jobId: `${row.key}-0` }
  await vi.waitFor(() =>
    expect(seen).toEqual([
      { ...job, attempt: 1 },
      { ...job, attempt: 2 },
    ]),
  )
})

test('log lines of a job carry the correlation id of its request', async () => {
  const { url, prefix } = testRedis()
  const lines: Record<string, unknown>[] = []
  const heard = buildLogger('test', 'warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const { queues } = start(
    url,
    prefix,
    {
      'drain-backlog': async (_payload, { attempt, logger: own }) => {
        own.warn('At it')
        if (attempt === 1) throw new Error('once more')
      },
    },
    { logger: heard },
  )
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))

  const payload = { companyId: randomUUID(), correlationId: 'of-ada' }
  await queues.relay([{ ...rowFor(payload.companyId), jobs: [{ job: 'drain-backlog', payload }] }])

  await vi.waitFor(() =>
    expect(lines.map(({ msg, correlationId }) => [msg, correlationId])).toEqual([
      ['At it', 'of-ada'],
      ['A job failed and will be tried again', 'of-ada'],
      ['At it', 'of-ada'],
    ]),
  )
})

test('only the failed job of a batch is retried, and the others run once', async () => {
  const { url, prefix } = testRedis()
  const seen: { companyId: string; attempt: number }[] = []
  const rows = Array.from({ length: 120 }, () => rowFor(randomUUID()))
  const [first] = rows[7]?.jobs ?? []
  const poisoned = first?.job === 'drain-backlog' ? first.payload.companyId : ''
  const { queues } = start(url, prefix, {
    'drain-backlog': async ({ companyId }, { attempt }) => {
      seen.push({ companyId, attempt })
      if (companyId === poisoned && attempt < 3) throw new Error('not yet')
    },
  })
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))

  await queues.relay(rows)

  await vi.waitFor(() => expect(seen).toContainEqual({ companyId: poisoned, attempt: 3 }))
  expect(seen).toHaveLength(rows.length + 2)
  expect(seen.filter((one) => one.companyId !== poisoned).every((one) => one.attempt === 1)).toBe(true)
})

test('a job that is handed over twice does not remove other jobs of its batch', async () => {
  const { url, prefix } = testRedis()
  const seen: string[] = []
  const rows = Array.from({ length: 4 }, () => rowFor(randomUUID()))
  const [first, second] = rows as [OutboxRow, OutboxRow]
  const { queues } = start(url, prefix, { 'drain-backlog': async ({ companyId }) => void seen.push(companyId) })
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))

  // Redis answered the writer too late: its jobs are there, and the relay sends all rows again.
  await queues.relay([first])
  await queues.relay([first, second])
  await queues.relay(rows)

  const wanted = rows.map((row) => (row.jobs[0]?.job === 'drain-backlog' ? row.jobs[0].payload.companyId : ''))
  await vi.waitFor(() => expect(new Set(seen)).toEqual(new Set(wanted)))
})

// These tests mostly wait, so concurrently they take only as long as the longest one.
describe.concurrent('slow cases', { timeout: 30_000 }, () => {
  test('an invalid payload and an unknown job fail for good before a handler sees them', async ({
    onTestFinished: atEnd,
  }) => {
    const { url, prefix } = testRedis()
    const handled = vi.fn(async () => {})
    const dead: DeadJob[] = []
    const { queues } = start(
      url,
      prefix,
      { 'drain-backlog': handled },
      { keepDead: async (jobs) => void dead.push(...jobs), atEnd },
    )
    const connection = new Redis(url, { maxRetriesPerRequest: null })
    const raw = new Queue('routing', { connection, prefix })
    atEnd(async () => {
      await raw.close()
      connection.disconnect()
    })

    const fileId = randomUUID()
    await raw.add('drain-backlog', { companyId: 'not a uuid' }, { attempts: 5 })
    await raw.add('unheard-of', { fileId, note: 'a text' }, { attempts: 5 })
    await raw.add('A text for a name', {}, { attempts: 5 })

    const nothing = { ids: {}, attempts: 1 }
    await vi.waitFor(() =>
      expect(dead).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...nothing, name: 'drain-backlog', reason: 'malformed_payload', payload: null }),
          expect.objectContaining({ name: 'unheard-of', reason: 'unknown_job', payload: { fileId }, ids: { fileId } }),
          expect.objectContaining({ ...nothing, name: 'unknown', reason: 'unknown_job', payload: {} }),
        ]),
      ),
    )
    await vi.waitFor(async () => expect((await queues.counts()).routing.failed).toBe(0))
    expect(handled).not.toHaveBeenCalled()
  })

  test('a dead job stays in Redis until it can be stored', async ({ onTestFinished: atEnd }) => {
    const { url, prefix } = testRedis()
    const dead: DeadJob[] = []
    let isAway = true
    const keepDead = async (jobs: DeadJob[]) => {
      if (isAway) throw new Error('Postgres is away')
      dead.push(...jobs)
    }
    const failing = async () => {
      throw Object.assign(new Error('a text'), { code: '23505' })
    }
    const { queues } = start(url, prefix, { 'drain-backlog': failing }, { keepDead, atEnd })
    const companyId = randomUUID()
    await vi.waitFor(() => queues.relay([rowFor(companyId)]))
    await vi.waitFor(async () => expect((await queues.counts()).routing.failed).toBe(1), { timeout: 15_000 })

    isAway = false

    await vi.waitFor(() => expect(dead).toMatchObject([{ name: 'drain-backlog', payload: { companyId } }]), {
      timeout: 10_000,
    })
    await vi.waitFor(async () => expect((await queues.counts()).routing.failed).toBe(0))
  })

  test('a worker that does not poll its queue turns red, and green with the next canary', async ({
    onTestFinished: atEnd,
  }) => {
    const { url, prefix } = testRedis()
    const { worker } = start(url, prefix, {}, { canary: { everyMs: 2_000, deafMs: 700 }, atEnd })

    await vi.waitFor(async () => expect(await worker.health.run()).toMatch(/^The queue was not/))
    await vi.waitFor(async () => expect(await worker.health.run()).toBeUndefined())
  })

  test('workers without jobs stay ready although they share one canary', async ({ onTestFinished: atEnd }) => {
    const { url, prefix } = testRedis()
    // A canary comes too rarely to check six workers.
    const settings = { canary: { everyMs: 60_000, deafMs: 5_000 }, pollMs: 500, atEnd }
    const copies = Array.from({ length: 6 }, () => start(url, prefix, {}, settings).worker)
    const red: unknown[] = []
    const until = performance.now() + 6_000
    await vi.waitFor(
      async () => {
        for (const { health } of copies) red.push(await health.run())
        expect(performance.now()).toBeGreaterThan(until)
      },
      { timeout: 25_000, interval: 200 },
    )
    expect(new Set(red.slice(-12))).toEqual(new Set([undefined]))
  })

  test.skipIf(!redisIsReal)(
    'a wiped Redis gets its canary back, and the worker takes jobs again',
    async ({ onTestFinished: atEnd }) => {
      const redis = await ownRedis(silent)
      atEnd(() => redis.stop())
      const done: string[] = []
      const { queues, worker } = start(
        redis.url,
        'wiped',
        { 'drain-backlog': async ({ companyId }) => void done.push(companyId) },
        { canary: { everyMs: 500, deafMs: 4_000 }, atEnd },
      )
      await vi.waitFor(async () => expect(await worker.health.run()).toBeUndefined())

      await redis.kill('SIGKILL')
      await vi.waitFor(async () => expect(await worker.health.run()).toBe('Redis is unavailable'))
      await redis.wipe()

      const companyId = randomUUID()
      await vi.waitFor(() => queues.relay([rowFor(companyId)]))
      await vi.waitFor(() => expect(done).toEqual([companyId]))
      const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
      const raw = new Queue('routing', { connection, prefix: 'wiped' })
      atEnd(async () => {
        await raw.close()
        connection.disconnect()
      })
      await vi.waitFor(async () => expect(await raw.getJobSchedulersCount()).toBe(1))
      await vi.waitFor(async () => expect(await worker.health.run()).toBeUndefined())
    },
  )

  test.skipIf(!redisIsReal)(
    'a worker that starts while Redis is unavailable works once Redis is there',
    async ({ onTestFinished: atEnd }) => {
      const redis = await ownRedis(silent)
      atEnd(() => redis.stop())
      await redis.kill('SIGKILL')
      const done: string[] = []
      const { queues } = start(
        redis.url,
        'late',
        { 'drain-backlog': async ({ companyId }) => void done.push(companyId) },
        { atEnd },
      )

      await redis.start()

      const companyId = randomUUID()
      await vi.waitFor(() => queues.relay([rowFor(companyId)]))
      await vi.waitFor(() => expect(done).toEqual([companyId]))
    },
  )
})

test('closing waits for the running job until the time limit', async () => {
  const { url, prefix } = testRedis()
  let signal: AbortSignal | undefined
  const { queues, worker } = start(url, prefix, {
    'drain-backlog': async (_payload, context) => {
      signal = context.signal
      await new Promise(() => {})
    },
  })
  await vi.waitFor(() => queues.relay([rowFor(randomUUID())]))
  await vi.waitFor(() => expect(signal).toBeDefined())

  await worker.close(300)

  expect(signal?.aborted).toBe(true)
})

/** Fills the queue with batches of 50 jobs. */
async function relayBatches(redisUrl: string, prefix: string, batches: number): Promise<void> {
  const queues = openQueues({ redisUrl, prefix, logger })
  onTestFinished(() => queues.close())
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  for (let n = 0; n < batches; n++) await queues.relay(Array.from({ length: 50 }, () => rowFor(randomUUID())))
}

test('a worker takes no more jobs of a backlog than it may run, so that another worker takes the rest', async () => {
  const { url, prefix } = testRedis()
  await relayBatches(url, prefix, 6)
  const taken = { first: 0, second: 0 }
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const countAs = (name: keyof typeof taken) => ({
    async 'drain-backlog'() {
      taken[name]++
      await ended
    },
  })

  start(url, prefix, countAs('first'), { concurrency: 100, mostJobs: 100 })
  await vi.waitFor(() => expect(taken.first).toBe(100))
  start(url, prefix, countAs('second'), { concurrency: 100 })
  await vi.waitFor(() => expect(taken.second).toBe(200))
  expect(taken.first).toBe(100)
  end()
})

test('a worker takes a batch that is larger than the jobs it may run, and continues with the next', async () => {
  const { url, prefix } = testRedis()
  await relayBatches(url, prefix, 3)
  const sizes: number[] = []
  let running = 0

  start(
    url,
    prefix,
    {
      async 'drain-backlog'() {
        sizes.push(++running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running--
      },
    },
    { mostJobs: 10 },
  )

  await vi.waitFor(() => expect(sizes).toHaveLength(150))
  expect(Math.max(...sizes)).toBe(50)
})

test('after batches that failed in part, a worker runs as many jobs as before', async () => {
  const { url, prefix } = testRedis()
  const failing = new Set<string>()
  let [running, most, ended] = [0, 0, 0]
  const { queues } = start(
    url,
    prefix,
    {
      async 'drain-backlog'({ companyId }) {
        if (failing.delete(companyId)) throw new Error('not yet')
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 50))
        running--
        ended++
      },
    },
    { mostJobs: 100 },
  )
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  const companies = () => Array.from({ length: 50 }, () => randomUUID())
  for (let n = 0; n < 3; n++) {
    const batch = companies()
    for (const companyId of batch.slice(0, 2)) failing.add(companyId)
    await queues.relay(batch.map(rowFor))
  }
  await vi.waitFor(() => expect(ended).toBe(150), { timeout: 10_000 })
  most = 0

  for (let n = 0; n < 4; n++) await queues.relay(companies().map(rowFor))

  await vi.waitFor(() => expect(ended).toBe(350))
  expect(most).toBe(100)
}, 20_000)

test('the jobs of a backlog start in several turns of the event loop', async () => {
  const { url, prefix } = testRedis()
  const queues = openQueues({ redisUrl: url, prefix, logger })
  onTestFinished(() => queues.close())
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  const backlog = 200
  // One by one, because rows that are handed over together are one job.
  await Promise.all(Array.from({ length: backlog }, () => queues.relay([rowFor(randomUUID())])))

  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  count()
  const startedIn: number[] = []
  start(
    url,
    prefix,
    {
      async 'drain-backlog'() {
        startedIn.push(turn)
        for (const until = performance.now() + 1; performance.now() < until; );
        // A job waits for Postgres, so that BullMQ takes others meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 500))
      },
    },
    { concurrency: 1_000 },
  )
  await vi.waitFor(() => expect(startedIn).toHaveLength(backlog), { timeout: 20_000 })
  isOver = true

  const perTurn = startedIn.map((one) => startedIn.filter((other) => other === one).length)
  expect(Math.max(...perTurn)).toBeLessThan(30)
}, 30_000)
