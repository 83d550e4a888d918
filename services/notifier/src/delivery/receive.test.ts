import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildLogger, buildMetrics } from '@askline/runtime'
import { expect, test, vi } from 'vitest'
import type { Change } from './order.ts'
import { buildReceiver, type ReceiverSettings } from './receive.ts'

const change = (version: number): Change => ({
  questionId: randomUUID(),
  version,
  type: 'MESSAGE_ADDED',
  lastUpdated: '2026-01-01T00:00:00Z',
  audience: ['user:1'],
})
const connectionLost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** Opens a receiver whose first `failures` deliveries fail. */
function open(failures: number, settings: Partial<ReceiverSettings> = {}) {
  const delivered: number[] = []
  const rest: number[] = []
  const closing = new AbortController()
  const metrics = buildMetrics('test')
  const deliver = async ({ version }: Change) => {
    if (failures-- > 0) throw connectionLost
    delivered.push(version)
  }
  const logged: string[] = []
  const logger = buildLogger('test', 'error', { write: (line) => void logged.push(line) })
  const deliverRest = ({ version }: Change) => {
    rest.push(version)
    return false
  }
  const receiver = buildReceiver({
    deliver,
    deliverRest,
    metrics,
    logger,
    signal: closing.signal,
    patienceMs: 60_000,
    maxWaiting: 10_000,
    retryMs: 5,
    ...settings,
  })
  const receive = (changes: unknown[]) => receiver(changes, Date.now())
  const count = async (wanted: string) => {
    const { values } = await metrics.jobSeconds.get()
    return values.find(({ metricName, labels }) => metricName?.endsWith('_count') && labels.outcome === wanted)?.value
  }
  const fail = (next: number) => {
    failures = next
  }
  return { delivered, rest, logged, receive, count, fail, closing }
}

test('a change waits for Postgres, and the others do not wait for it', async () => {
  const { delivered, receive, count } = open(1)

  receive([change(1), change(2)])

  await vi.waitFor(() => expect(delivered).toEqual([2, 1]))
  await vi.waitFor(async () => expect(await count('completed')).toBe(2))
})

test('if Postgres is away for too long, what can be delivered without it is delivered', async () => {
  const { delivered, rest, receive, count } = open(Number.POSITIVE_INFINITY, { patienceMs: 50 })

  receive([change(1)])

  await vi.waitFor(async () => expect(await count('failed')).toBe(1))
  expect({ delivered, rest }).toEqual({ delivered: [], rest: [1] })
})

test('a change that arrives while too many others wait is delivered without Postgres at once', async () => {
  const { delivered, rest, receive, count } = open(4, { maxWaiting: 2 })

  // The first two fail twice and keep their places.
  receive([change(1), change(2), change(3)])

  await vi.waitFor(async () => expect(await count('completed')).toBe(2))
  expect({ delivered, rest, failed: await count('failed') }).toEqual({ delivered: [1, 2], rest: [3], failed: 1 })
})

test('a change that no longer waits makes room for another', async () => {
  const { delivered, rest, receive, count, fail } = open(1, { maxWaiting: 1 })
  receive([change(1)])
  await vi.waitFor(async () => expect(await count('completed')).toBe(1))

  fail(1)
  receive([change(2)])

  await vi.waitFor(async () => expect(await count('completed')).toBe(2))
  expect({ delivered, rest }).toEqual({ delivered: [1, 2], rest: [] })
})

test('of the changes that fail within a minute one is logged', async () => {
  const { logged, receive, count } = open(Number.POSITIVE_INFINITY, { maxWaiting: 0, quietMs: 500 })

  receive([change(1), change(2), change(3)])
  await vi.waitFor(async () => expect(await count('failed')).toBe(3))
  expect(logged).toHaveLength(1)

  await new Promise((resolve) => setTimeout(resolve, 600))
  receive([change(4)])
  await vi.waitFor(() => expect(logged).toHaveLength(2))
})

test('every malformed change is logged', async () => {
  const { logged, receive, count } = open(0)

  receive([null, { ...change(1), audience: [] }])

  await vi.waitFor(async () => expect(await count('failed')).toBe(2))
  expect(logged).toHaveLength(2)
})

test('a receiver that is closed tries no more', async () => {
  const { delivered, rest, receive, count, closing } = open(1, { retryMs: 200 })

  receive([change(1)])
  await nextTurn()
  closing.abort()

  await vi.waitFor(async () => expect(await count('failed')).toBe(1))
  expect({ delivered, rest }).toEqual({ delivered: [], rest: [] })
})

test('the time to the sockets counts from when a change was sent, and is never negative', async () => {
  const metrics = buildMetrics('test')
  const receive = buildReceiver({
    deliver: async () => {},
    deliverRest: () => false,
    signal: new AbortController().signal,
    patienceMs: 60_000,
    maxWaiting: 10_000,
    metrics,
    logger: buildLogger('test', 'silent'),
  })

  receive([change(1)], Date.now() - 5_000)
  receive([change(1)], Date.now() + 60_000)

  await vi.waitFor(async () => {
    const { values } = await metrics.jobEndSeconds.get()
    const sum = values.find(({ metricName }) => metricName?.endsWith('_sum'))?.value ?? 0
    const counted = values.find(({ metricName }) => metricName?.endsWith('_count'))?.value
    expect(counted).toBe(2)
    expect(sum).toBeGreaterThanOrEqual(5)
    expect(sum).toBeLessThan(6)
  })
})
