import { openQueues } from '@askline/runtime'
import { openDeafReader } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, logger, openStage } from './stage.ts'

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
