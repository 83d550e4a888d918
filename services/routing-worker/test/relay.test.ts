import { newId } from '@askline/db'
import { openQueues } from '@askline/runtime/queues'
import { openTestDatabase, testRedis } from '@askline/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Destination, findOutboxAge, relay, takeLeftBehind } from '../src/loops/relay.ts'
import { runLoops } from './running-loops.ts'
import { logger } from './silent-logger.ts'

/** A database for this file alone. Each test empties the outbox. */
const db = await openTestDatabase()

async function leaveBehind(count: number, ageMs = 5_000): Promise<void> {
  await db.system.query(
    `insert into outbox (company_id, jobs, created_at)
      select $2, jsonb_build_array(jsonb_build_object('job', 'route-question', 'payload',
        jsonb_build_object('questionId', gen_random_uuid()))), clock_timestamp() - $3 * interval '1 millisecond'
      from generate_series(1, $1)`,
    [count, newId(), ageMs],
  )
}

async function left(): Promise<number> {
  const { rows } = await db.system.query<{ n: number }>('select count(*)::int as n from outbox')
  return rows[0]?.n ?? -1
}

/** Builds a destination in place of BullMQ that records keys and can fail. */
function queues(fails: (call: number, rows: number) => Error | undefined = () => undefined, isConnected = () => true) {
  const taken: string[] = []
  let calls = 0
  const destination: Destination = {
    async relay(rows) {
      const failure = fails(++calls, rows.length)
      if (failure) throw failure
      taken.push(...rows.map((row) => row.key))
    },
    isConnected,
  }
  return { destination, taken, distinct: () => new Set(taken).size }
}

it('hands over and deletes rows that were left behind, but not recent rows', async () => {
  await leaveBehind(3)
  await leaveBehind(1, 0)
  const { destination, taken } = queues()

  expect(await takeLeftBehind(db, destination, 100)).toEqual({ relayed: 3, refused: [] })

  expect(taken).toHaveLength(3)
  expect(await left()).toBe(1)
  await db.system.query('delete from outbox')
})

it('keeps every job if Redis fails midway, and hands over all when it is back', async () => {
  await leaveBehind(250)
  let isAway = false
  const { destination, distinct } = queues(
    (call) => {
      isAway = call === 2 || call === 3
      return isAway ? new Error('Connection is closed') : undefined
    },
    () => !isAway,
  )

  expect((await takeLeftBehind(db, destination, 100)).relayed).toBe(100)
  await expect(takeLeftBehind(db, destination, 100)).rejects.toThrow('Connection is closed')
  expect(await left()).toBe(150)

  runLoops(relay(db, destination, logger))
  await vi.waitFor(async () => expect(await left()).toBe(0))
  expect(distinct()).toBe(250)
})

it('two concurrent relays hand over every row exactly once', async () => {
  await leaveBehind(2_000)
  const one = queues()
  const other = queues()
  const emptied = async ({ destination }: typeof one) => {
    while ((await takeLeftBehind(db, destination, 50)).relayed > 0);
  }

  await Promise.all([emptied(one), emptied(other)])

  expect(await left()).toBe(0)
  expect(new Set([...one.taken, ...other.taken]).size).toBe(2_000)
  expect(one.taken.length + other.taken.length).toBe(2_000)
  expect(Math.min(one.taken.length, other.taken.length)).toBeGreaterThan(0)
})

it('is not blocked by a row that the queues reject', async () => {
  await leaveBehind(1)
  await db.system.query(`update outbox set jobs = '[{"job": "no-such-job", "payload": {}}]'`)
  await leaveBehind(20)
  const { rows } = await db.system.query<{ id: number }>('select min(id) as id from outbox')
  const bad = rows[0]?.id ?? 0
  const taken: string[] = []
  const destination: Destination = {
    async relay(given) {
      if (given.some((row) => row.jobs.some(({ job }) => !['route-question'].includes(job)))) throw new Error('unknown')
      taken.push(...given.map((row) => row.key))
    },
    isConnected: () => true,
  }

  const { relayed, refused } = await takeLeftBehind(db, destination, 100)

  expect([relayed, refused.map(({ id }) => id), taken.length]).toEqual([20, [bad], 20])
  expect(await left()).toBe(1)
  expect(await takeLeftBehind(db, destination, 100, [bad])).toEqual({ relayed: 0, refused: [] })
  await db.system.query('delete from outbox')
})

it('reports every row that no queue can take, even if there are no others, and none while Redis is full', async () => {
  const real = openQueues({ redisUrl: testRedis().url, prefix: testRedis().prefix, logger })
  onTestFinished(() => real.close())
  await vi.waitFor(() => expect(real.isConnected()).toBe(true))
  await leaveBehind(3)
  const full: Destination = {
    relay: () => Promise.reject(new Error('OOM command not allowed')),
    isConnected: () => true,
  }
  await expect(takeLeftBehind(db, full, 100)).rejects.toThrow('OOM')
  await expect(takeLeftBehind(db, full, 1)).rejects.toThrow('OOM')
  const bad = ['[{"job": "no-such-job", "payload": {}}]', '[{"bogus": 1}]', '"text"']
  await db.system.query(
    `update outbox set jobs = b.jobs::jsonb from (
       select id, ($1::text[])[row_number() over (order by id)] as jobs from outbox) b where outbox.id = b.id`,
    [bad],
  )

  const { relayed, refused } = await takeLeftBehind(db, real, 100)

  expect([relayed, refused.length]).toEqual([0, 3])
  await db.system.query('delete from outbox')
})

it('does not try single rows on a queue that hangs', async () => {
  await leaveBehind(20)
  let calls = 0
  const destination: Destination = {
    async relay() {
      calls++
      await new Promise((resolve) => setTimeout(resolve, 600))
      throw new Error('Command timed out')
    },
    isConnected: () => true,
  }

  await expect(takeLeftBehind(db, destination, 100)).rejects.toThrow('Command timed out')

  expect(calls).toBe(1)
  expect(await left()).toBe(20)
  await db.system.query('delete from outbox')
})

it('returns the age of the oldest waiting job', async () => {
  expect(await findOutboxAge(db)).toBe(0)
  await leaveBehind(1, 7_000)

  const age = await findOutboxAge(db)

  expect(age).toBeGreaterThan(6.9)
  expect(age).toBeLessThan(30)
  await db.system.query('delete from outbox')
})
