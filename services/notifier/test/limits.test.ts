import { openQueues } from '@askline/runtime/queues'
import { openDeafReader } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Notifier } from '../src/index.ts'
import { connect, logger, open, openStage } from './notifier-stage.ts'

const { cast, claimsFor, mint, notify, ask, redis } = await openStage()
const token = () => mint(claimsFor(cast.ada, 'user'))

test('subscriptions beyond the limit are refused', async () => {
  const client = await connect(await notify({ questions: 2, messagesPerSecond: 100 }), token())
  const asked = [await ask(), await ask(), await ask()]

  const answers = await Promise.all(asked.map((questionId) => client.subscribe(questionId)))

  expect(answers.slice(0, 2)).toMatchObject([{ version: 1 }, { version: 1 }])
  expect(answers[2]).toEqual({
    error: 'too_many_subscriptions',
    message: expect.stringContaining('2 questions'),
  })
  expect(await client.subscribe(asked[0] ?? '')).toMatchObject({ version: 1 })
})

test('a socket that receives the changes of an inbox may subscribe to more questions', async () => {
  const limits = { questions: 1, questionsBesideInbox: 2, messagesPerSecond: 100 }
  const agent = await connect(await notify(limits), mint(claimsFor(cast.dora, 'agent')))
  const asked = [await ask(), await ask(), await ask()]

  const answers = await Promise.all(asked.map((questionId) => agent.subscribe(questionId)))

  expect(answers.slice(0, 2)).toMatchObject([{ version: 1 }, { version: 1 }])
  expect(answers[2]).toMatchObject({ error: 'too_many_subscriptions' })
})

/** Opens sockets at the same time. Returns the codes of the refusals, and 'accepted' for the others, in alphabetical order. */
async function openTogether(notifier: Notifier, shown: string[]) {
  const codes = shown.map((token) => {
    const { socket } = open(notifier, token)
    return new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('accepted'))
      socket.once('connect_error', (error: Error & { data?: { code?: string } }) => resolve(error.data?.code ?? ''))
    })
  })
  return (await Promise.all(codes)).sort()
}

test('a person has as many sockets as the limit allows, with however many tokens, and a closed one makes room', async () => {
  const notifier = await notify({ socketsPerPerson: 3 })
  const first = await connect(notifier, token())

  const others = await openTogether(notifier, [token(), token(), token(), token()])
  const refused = open(notifier, token())
  const message = await new Promise<string>((resolve) =>
    refused.socket.once('connect_error', (e) => resolve(e.message)),
  )

  expect(others).toEqual(['accepted', 'accepted', 'too_many_sockets', 'too_many_sockets'])
  expect(message).toContain('SOCKETS_PER_PERSON')
  await connect(notifier, mint(claimsFor(cast.carlos, 'expert')))
  first.socket.disconnect()
  await vi.waitFor(async () => expect(await openTogether(notifier, [token()])).toEqual(['accepted']))
})

test('sockets of an integration count by its credential, and those of its users by person', async () => {
  const notifier = await notify({ socketsPerPerson: 1, socketsPerCredential: 2 })
  const ofShop = () => mint(claimsFor(cast.integrationId, 'integration', { client_id: 'shop' }))
  const ofOther = mint(claimsFor(cast.integrationId, 'integration', { client_id: 'other' }))
  const ofAda = mint(claimsFor(cast.ada, 'user', { client_id: 'shop' }))

  expect(await openTogether(notifier, [ofShop(), ofShop(), ofShop()])).toEqual([
    'accepted',
    'accepted',
    'too_many_sockets',
  ])
  expect(await openTogether(notifier, [ofOther, ofAda])).toEqual(['accepted', 'accepted'])
})

test('a socket whose connection ends while it is accepted takes no place', async () => {
  const notifier = await notify({ socketsPerPerson: 1 })
  for (let n = 0; n < 5; n++) {
    const raw = new WebSocket(`ws://127.0.0.1:${notifier.port}/socket.io/?EIO=4&transport=websocket`)
    await new Promise((resolve) => raw.once('message', resolve))
    raw.send(`40/v1,${JSON.stringify({ token: token() })}`, () => raw.terminate())
    await new Promise((resolve) => raw.once('close', resolve))
  }

  await vi.waitFor(async () => expect(await openTogether(notifier, [token()])).toEqual(['accepted']))
})

test('messages beyond ten a second are refused', async () => {
  const client = await connect(await notify(), token())
  const questionId = await ask()

  const answers = await Promise.all(Array.from({ length: 14 }, () => client.subscribe(questionId)))

  expect(answers.filter((answer) => 'error' in answer && answer.error === 'rate_limited')).toHaveLength(4)
})

test('a flood closes the socket', async () => {
  const client = await connect(await notify(), token())

  for (let n = 0; n < 200; n++) client.socket.emit('composing', { questionUuid: 'x' })

  await vi.waitFor(() => expect(client.isClosed()).toBe(true))
})

test('a message beyond 16 kB closes the socket', async () => {
  const client = await connect(await notify(), token())

  client.socket.emit('composing', { questionUuid: 'x'.repeat(20_000) })

  await vi.waitFor(() => expect(client.isClosed()).toBe(true))
})

test('a connection that never sends a token is closed', async () => {
  const notifier = await notify({ handshakeMs: 200 })
  const response = await fetch(`http://127.0.0.1:${notifier.port}/socket.io/?EIO=4&transport=polling`)
  const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string }

  const poll = () => fetch(`http://127.0.0.1:${notifier.port}/socket.io/?EIO=4&transport=polling&sid=${sid}`)
  await vi.waitFor(async () => expect((await poll()).status).toBe(400))
})

test('a socket that stops reading is closed, and the others keep receiving', async () => {
  const notifier = await notify()
  const questionId = await ask()
  const other = await connect(notifier, token())
  await other.subscribe(questionId)
  const slow = await openDeafReader(`http://127.0.0.1:${notifier.port}`, token(), questionId)
  onTestFinished(() => void slow.destroy())
  const queues = openQueues({ redisUrl: redis.url, prefix: redis.prefix, logger })
  onTestFinished(() => queues.close())
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))

  // More than the system's own buffers hold.
  let version = 1
  const shout = async () => {
    const jobs = Array.from({ length: 100 }, () => ({
      job: 'question-changed' as const,
      payload: {
        questionId,
        version: ++version,
        type: 'MESSAGE_ADDED' as const,
        lastUpdated: '2026-01-01T00:00:00Z',
        correlationId: 'c'.repeat(4_000),
        audience: [`user:${cast.ada}`],
      },
    }))
    await queues.relay([{ id: 1, key: crypto.randomUUID(), jobs }])
  }
  const cuts = async () => {
    const text = await (await fetch(`http://127.0.0.1:${notifier.internalPort}/metrics`)).text()
    return Number(/askline_sockets_cut_total\{reason="slow"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  // One broadcast is smaller than the limit of unread data, so clients that read are never behind.
  while ((await cuts()) === 0) {
    await shout()
    await vi.waitFor(() => expect(other.changes.at(-1)?.version).toBe(version), { interval: 5 })
  }

  expect(await cuts()).toBe(1)
  expect(other.isClosed()).toBe(false)
})
