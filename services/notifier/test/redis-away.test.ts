import type { OutboxRow } from '@askline/contracts'
import { buildLogger, openPatientRedis, tellNotifiers } from '@askline/runtime'
import { ownRedis } from '@askline/testing'
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openMuteProxy } from './mute-proxy.ts'
import { type Client, connect, logger, openStage, readMetric } from './notifier-stage.ts'

const { redisIsReal } = inject('askline')
const killOthers = ['KILL', 'TYPE', 'normal', 'SKIPME', 'yes']
const reconnects = { reconnection: true, reconnectionDelay: 50 }

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

  /** Relays the remaining rows of the outbox, as the routing worker does. */
  async function relayOutbox() {
    const { rows } = await db.system.query<OutboxRow>('select id, key, jobs from outbox order by id')
    await queues.relay(rows)
    await db.system.query('delete from outbox where id = any($1)', [rows.map((row) => row.id)])
  }

  test('is unavailable, a new notifier accepts sockets but is not ready; with Redis they connect again and hear all', async () => {
    await server.kill('SIGKILL')
    const notifier = await notify()
    const client = await connect(notifier, token(), reconnects)
    const questionId = await ask()
    expect(await client.subscribe(questionId)).toMatchObject({ version: 1 })
    client.socket.on('connect', () => void client.subscribe(questionId, 1))
    let cuts = 0
    client.socket.on('disconnect', () => cuts++)
    expect(await isReady(notifier)).toBe(false)
    await write(questionId)

    await server.start()

    await vi.waitFor(async () => expect(await isReady(notifier)).toBe(true), { timeout: 8_000 })
    await vi.waitFor(() => expect(cuts).toBe(1))
    await vi.waitFor(relayOutbox)
    await vi.waitFor(() => expect(versionsOf(client).at(-1)).toBe(2))
  })

  test('is wiped, sockets connect again and hear what comes', async () => {
    const [first, second] = await Promise.all([notify(), notify()])
    const clients = await Promise.all([first, second].map((one) => connect(one, token(), reconnects)))
    const questionId = await ask()
    for (const client of clients) {
      await client.subscribe(questionId)
      client.socket.on('connect', () => void client.subscribe(questionId, 1))
    }

    let cuts = 0
    for (const { socket } of clients) socket.on('disconnect', () => cuts++)
    await server.wipe()
    // Messages that Redis lost cannot be read again.
    await vi.waitFor(() => expect(cuts).toBe(2), { timeout: 10_000 })
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
      if (n % 6 === 5) await knife.call('CLIENT', ...killOthers)
    }
    await vi.waitFor(relayOutbox)

    for (const client of clients) {
      await vi.waitFor(() => expect(versionsOf(client).at(-1)).toBe(31), { timeout: 12_000 })
      expect(versionsOf(client)).toEqual([...versionsOf(client)].sort((a, b) => a - b))
    }
  })

  const prefix = '{away}'
  /** Fills the stream with more entries than it keeps, in one step. */
  const fill = `for n = 1, 10200 do redis.call('XADD', KEYS[1], 'MAXLEN', '~', 10000, '*', 'n', n) end`
  async function watchWithKnife(...settings: Parameters<typeof notify>) {
    const knife = openPatientRedis(server.url, logger, 'knife')
    onTestFinished(() => knife.disconnect())
    const notifier = await notify(...settings)
    const client = await connect(notifier, token())
    const questionId = await ask()
    await client.subscribe(questionId)
    const hear = async (version: number) => {
      const { ada } = cast
      const change = { questionId, version, type: 'MESSAGE_ADDED', lastUpdated: '', audience: [`user:${ada}`] }
      await tellNotifiers(knife, prefix, { changes: [change], sentAt: Date.now() })
      await vi.waitFor(() => expect(versionsOf(client).at(-1)).toBe(version))
    }
    return { notifier, knife, client, hear }
  }

  test.each([
    { lost: 'every connection', connection: '' },
    { lost: 'only the connection that reads', connection: 'askline:changes' },
    { lost: 'no connection, but the notifier is behind', connection: 'none' },
  ])('loses $lost for longer than the stream lasts, sockets connect again', async ({ connection }) => {
    const { knife, client, hear } = await watchWithKnife()
    await hear(2)
    const listed = String(await knife.call('CLIENT', 'LIST')).split('\n')
    const ids = listed.flatMap((line) =>
      line.includes(`name=${connection} `) ? [/^id=(\d+)/.exec(line)?.[1] ?? ''] : [],
    )
    if (connection === 'askline:changes') expect(ids).not.toEqual([])
    const kills = connection === '' ? [killOthers] : ids.map((id) => ['KILL', 'ID', id])

    // Together, so that the notifier reads nothing in between.
    const together = knife.multi()
    for (const kill of kills) together.call('CLIENT', ...kill)
    await together.eval(fill, 1, `${prefix}:sockets`).exec()

    await vi.waitFor(() => expect(client.isClosed()).toBe(true))
  })

  test('drops entries before a notifier has read them, the notifier counts one gap', async () => {
    const { notifier, knife, client, hear } = await watchWithKnife()
    await hear(2)
    const countGaps = () => readMetric(notifier, 'askline_stream_gaps_total')
    expect(await countGaps()).toBe(0)

    await knife.eval(fill, 1, `${prefix}:sockets`)

    await vi.waitFor(() => expect(client.isClosed()).toBe(true))
    expect(await countGaps()).toBe(1)
  })

  test('is out of reach and the stream is full, but nothing was missed, sockets stay', async () => {
    const before = openPatientRedis(server.url, logger, 'before')
    onTestFinished(() => before.disconnect())
    await before.eval(fill, 1, `${prefix}:sockets`)
    const { knife, client, hear } = await watchWithKnife()
    await hear(2)

    await knife.call('CLIENT', ...killOthers)

    await hear(3)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(client.isClosed()).toBe(false)
  })

  test('is silent on the open connection that reads, another one is opened with a warning and sockets stay', async () => {
    const proxy = await openMuteProxy(server.url, 'askline:changes')
    onTestFinished(proxy.close)
    const logged: string[] = []
    const warnings = buildLogger('test', 'warn', { write: (line) => void logged.push(line) })
    const { client, hear } = await watchWithKnife({ blockMs: 500 }, { redisUrl: proxy.url }, warnings)
    await hear(2)
    logged.length = 0

    proxy.mute()

    await hear(3)
    expect(client.isClosed()).toBe(false)
    expect(logged).toContainEqual(expect.stringContaining('Redis is silent'))
  })
})
