import type { OutboxRow } from '@askline/contracts'
import { openPatientRedis } from '@askline/runtime'
import { ownRedis } from '@askline/testing'
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Client, connect, logger, openStage } from './stage.ts'

const { redisIsReal } = inject('askline')

describe.skipIf(!redisIsReal)('while Redis', async () => {
  if (!redisIsReal) return
  const server = await ownRedis({ log: () => {} })
  afterAll(() => server.stop())
  const { db, cast, queues, claimsFor, mint, notify, ask, write } = await openStage({
    url: server.url,
    prefix: '{away}',
  })
  const token = () => mint(claimsFor(cast.ada, 'user'))
  const isReady = async ({ port }: { port: number }) =>
    (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200
  const versionsOf = (client: Client) => client.changes.map((change) => change.version)

  /** What the relay of the routing worker does with rows that were left behind. */
  async function relayOutbox() {
    const { rows } = await db.system.query<OutboxRow>('select id, key, jobs from outbox order by id')
    await queues.relay(rows)
    await db.system.query('delete from outbox where id = any($1)', [rows.map((row) => row.id)])
  }

  test('is unavailable, the notifier accepts sockets but is not ready; both recover with Redis', async () => {
    await server.kill('SIGKILL')
    const notifier = await notify()
    const client = await connect(notifier, token())
    const questionId = await ask()
    expect(await client.subscribe(questionId)).toMatchObject({ version: 1 })
    expect(await isReady(notifier)).toBe(false)
    await write(questionId)

    await server.start()

    await vi.waitFor(async () => expect(await isReady(notifier)).toBe(true), { timeout: 8_000 })
    await vi.waitFor(relayOutbox)
    await vi.waitFor(() => expect(versionsOf(client).at(-1)).toBe(2))
  })

  test('is wiped, two notifiers reach each other again', async () => {
    const [first, second] = await Promise.all([notify(), notify()])
    const clients = await Promise.all([connect(first, token()), connect(second, token())])
    const questionId = await ask()
    for (const client of clients) await client.subscribe(questionId)
    await vi.waitFor(async () => expect(await isReady(first)).toBe(true))

    await server.wipe()
    await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
    await vi.waitFor(async () => expect([await isReady(first), await isReady(second)]).toEqual([true, true]), {
      timeout: 8_000,
    })
    for (let n = 0; n < 10; n++) await write(questionId)
    await relayOutbox()

    for (const client of clients) await vi.waitFor(() => expect(versionsOf(client).at(-1)).toBe(11), { timeout: 8_000 })
  })

  test('drops every connection repeatedly, all sockets receive the newest version in rising order', async () => {
    const [first, second] = await Promise.all([notify(), notify()])
    const clients = await Promise.all([connect(first, token()), connect(second, token())])
    const questionId = await ask()
    for (const client of clients) await client.subscribe(questionId)
    const knife = openPatientRedis(server.url, logger, 'knife')
    onTestFinished(() => knife.disconnect())

    for (let n = 0; n < 30; n++) {
      await write(questionId)
      if (n % 6 === 5) await knife.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    }
    await vi.waitFor(relayOutbox)

    for (const client of clients) {
      await vi.waitFor(() => expect(versionsOf(client).at(-1)).toBe(31), { timeout: 12_000 })
      expect(versionsOf(client)).toEqual([...versionsOf(client)].sort((a, b) => a - b))
    }
  })
})
