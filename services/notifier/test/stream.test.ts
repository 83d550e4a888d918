import { openPatientRedis, tellNotifiers } from '@askline/runtime'
import { afterAll, expect, test, vi } from 'vitest'
import { type Client, connect, logger, openStage } from './notifier-stage.ts'

const { cast, redis, claimsFor, mint, notify, ask, write } = await openStage()
const writer = openPatientRedis(redis.url, logger, 'writer')
afterAll(() => writer.disconnect())
const token = () => mint(claimsFor(cast.ada, 'user'))
const versionsOf = (client: Client) => client.changes.map(({ version }) => version)

/** Opens a notifier and a socket of ada that watches a new question. */
async function watch() {
  const notifier = await notify()
  const client = await connect(notifier, token())
  const questionId = await ask()
  await client.subscribe(questionId)
  const change = (version: number) => ({
    questionId,
    version,
    type: 'MESSAGE_ADDED' as const,
    lastUpdated: '2026-01-01T00:00:00Z',
    audience: [`user:${cast.ada}`],
  })
  return { notifier, client, questionId, change }
}

test('a notifier reads the stream as soon as it accepts sockets', async () => {
  const { port } = await notify()

  const answer = await fetch(`http://127.0.0.1:${port}/health/status`)

  expect(await answer.json()).toMatchObject({ checks: { stream: { ok: true } } })
})

test('broken entries stop no later ones and do not concern the other changes of their entry', async () => {
  const { client, change } = await watch()
  const stream = `${redis.prefix}:sockets`

  await writer.xadd(stream, '*', 'other', '1')
  await writer.xadd(stream, '*', 'message', '{"changes"')
  for (const message of ['text', null, { changes: 5 }, { changes: [change(2)], sentAt: 'today' }])
    await writer.xadd(stream, '*', 'message', JSON.stringify(message))
  const sentAt = Date.now()
  await tellNotifiers(writer, redis.prefix, { changes: [null, { ...change(2), audience: [] }, change(2)], sentAt })
  await tellNotifiers(writer, redis.prefix, { changes: [change(3)], sentAt })

  await vi.waitFor(() => expect(versionsOf(client)).toEqual([2, 3]))
})

test('how long a change takes to the sockets is published', async () => {
  const { notifier, client, questionId } = await watch()
  await write(questionId)
  await vi.waitFor(() => expect(versionsOf(client)).toEqual([2]))

  const published = await (await fetch(`http://127.0.0.1:${notifier.internalPort}/metrics`)).text()

  expect(published).toMatch(/askline_job_end_seconds_count\{.*job="question-changed".*\} [1-9]/)
  expect(published).toMatch(/askline_job_seconds_count\{.*outcome="completed".*\} [1-9]/)
})
