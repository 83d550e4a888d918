import { expect, onTestFinished, test, vi } from 'vitest'
import { type ClientOptions, NotFoundError, openClient, type Question } from '../src/index.ts'
import { enveloped, openStandIn, refused, type Told } from './stand-in.ts'

// These tests run without a socket; the journeys test a real one.
const uuid = '0190b7a0-0000-7000-8000-000000000001'
const at = (second: number) => `2026-01-31T09:30:${String(second).padStart(2, '0')}Z`
const state = (second: number) => enveloped({ uuid, lastUpdated: at(second) })
const unchanged: Told = { status: 304 }
const patient = { timeout: 10_000, interval: 5 }

async function openWatch(answer: (nth: number, lastChecked: string | null) => Told | Promise<Told>) {
  const path = `/v1/questions/${uuid}`
  const { url, to } = await openStandIn((seen, nth) =>
    seen.path === path ? answer(nth, seen.query.get('lastChecked')) : { status: 404 },
  )
  const options: ClientOptions = { url, credentials: { token: 't' }, pollMs: 10, retries: 0 }
  const client = openClient(options)
  onTestFinished(() => client.close())
  return { client, asked: () => to(path).map(({ query }) => query.get('lastChecked')) }
}

test('a watch reports the current state, then each newer one, and polls with lastChecked', async () => {
  let now = 1
  const { client, asked } = await openWatch((_nth, since) => (since === at(now) ? unchanged : state(now)))
  const told: string[] = []
  const watch = client.questions.watch(uuid, ({ lastUpdated }) => told.push(lastUpdated))

  await vi.waitFor(() => expect(told).toEqual([at(1)]), patient)
  now = 2
  await vi.waitFor(() => expect(told).toEqual([at(1), at(2)]), patient)
  expect(asked()[0]).toBeNull()
  expect(asked().slice(1)).not.toContain(null)
  expect(watch.via).toBe('polling')
})

test('a watch never reports an older state after a newer one', async () => {
  const answers = [1, 3, 2, 1, 3, 4, 2]
  const { client, asked } = await openWatch((nth) => state(answers[nth - 1] ?? 4))
  const told: string[] = []
  client.questions.watch(uuid, ({ lastUpdated }) => told.push(lastUpdated))

  await vi.waitFor(() => expect(asked().length).toBeGreaterThan(answers.length + 2), patient)
  expect(told).toEqual([at(1), at(3), at(4)])
})

test('a watch waits for a slow listener before it reports the next state', async () => {
  let now = 1
  const { client } = await openWatch(() => state(now++))
  let inside = 0
  let most = 0
  const told: Question[] = []
  client.questions.watch(uuid, async (question) => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 15))
    told.push(question)
    inside--
  })

  await vi.waitFor(() => expect(told.length).toBeGreaterThan(3), patient)
  expect(most).toBe(1)
})

test('a watch continues after temporary errors and reports them', async () => {
  const faults: Told[] = [
    refused(503, 'dependency_down'),
    'cut',
    refused(500, 'internal'),
    refused(429, 'rate_limited'),
  ]
  const { client } = await openWatch((nth) => faults[nth - 1] ?? state(1))
  const told: string[] = []
  const errors: string[] = []
  client.questions.watch(uuid, ({ lastUpdated }) => told.push(lastUpdated), {
    onError: (error) => errors.push((error as Error).name),
  })

  await vi.waitFor(() => expect(told).toEqual([at(1)]), patient)
  expect(errors).toEqual(['UnavailableError', 'UnavailableError', 'AsklineError', 'RateLimitedError'])
})

test.each([
  [404, 'NotFoundError'],
  [403, 'ForbiddenError'],
  [401, 'UnauthorizedError'],
])('a watch ends with a %i', async (status, name) => {
  const { client, asked } = await openWatch(() => refused(status, 'no'))
  const errors: unknown[] = []
  const watch = client.questions.watch(uuid, () => undefined, { onError: (error) => errors.push(error) })

  await vi.waitFor(() => expect(watch.via).toBe('nothing'), patient)
  expect(errors).toMatchObject([{ name }])
  expect(asked()).toHaveLength(1)
})

test('a watch continues after a listener throws, and passes the error to onError', async () => {
  let now = 1
  const { client } = await openWatch(() => state(now++))
  const told: string[] = []
  const errors: unknown[] = []
  client.questions.watch(
    uuid,
    ({ lastUpdated }) => {
      told.push(lastUpdated)
      throw new Error('mine')
    },
    { onError: (error) => errors.push(error) },
  )

  await vi.waitFor(() => expect(told.length).toBeGreaterThan(2), patient)
  expect(errors[0]).toMatchObject({ message: 'mine' })
})

test.each(['close', 'signal', 'client'] as const)(
  'a watch reports nothing after it ends by %s, not even an answer in flight',
  async (how) => {
    let answer: (told: Told) => void = () => undefined
    const { client } = await openWatch(() => new Promise<Told>((resolve) => (answer = resolve)))
    const told: Question[] = []
    const errors: unknown[] = []
    const stopping = new AbortController()
    const watch = client.questions.watch(uuid, (question) => told.push(question), {
      signal: stopping.signal,
      onError: (error) => errors.push(error),
    })
    await new Promise((resolve) => setTimeout(resolve, 50))

    if (how === 'close') watch.close()
    else if (how === 'signal') stopping.abort()
    else client.close()
    answer(state(1))
    await new Promise((resolve) => setTimeout(resolve, 50))

    expect([watch.via, told, errors]).toEqual(['nothing', [], []])
  },
)

test('a get of a missing question fails with NotFoundError', async () => {
  const { client } = await openWatch(() => refused(404, 'question_not_found'))
  await expect(client.questions.get(uuid)).rejects.toThrow(NotFoundError)
})

test('a watch that waits after failures looks at once if the client is told to catch up', async () => {
  let isCut = true
  const { client } = await openWatch(() => (isCut ? 'cut' : state(1)))
  const told: string[] = []
  const failed = vi.fn()
  client.questions.watch(uuid, ({ lastUpdated }) => told.push(lastUpdated), { onError: failed })
  // Each pause is twice as long as the last one: after nine failures it is at least 2.5 s.
  await vi.waitFor(() => expect(failed.mock.calls.length).toBeGreaterThan(8), patient)
  isCut = false

  client.catchUp()

  await vi.waitFor(() => expect(told).toEqual([at(1)]), { timeout: 2_000, interval: 5 })
})

test('a retry does not wait after the browser reports that the network is back', async () => {
  const browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  onTestFinished(() => void vi.unstubAllGlobals())
  let isCut = true
  const { url, seen } = await openStandIn(() => (isCut ? 'cut' : state(1)))
  const client = openClient({ url, credentials: { token: 't' }, retries: 20 })
  onTestFinished(() => client.close())
  const found = vi.fn()
  client.questions.get(uuid).then(found, () => undefined)
  // After five attempts the pause is at least 3.2 s.
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(4), patient)
  isCut = false

  // More than once, because the client may still be reading the failure when the stand-in has seen the request.
  const reportNetwork = () => {
    browser.dispatchEvent(new Event('online'))
    expect(found).toHaveBeenCalledOnce()
  }
  await vi.waitFor(reportNetwork, { timeout: 2_000, interval: 50 })
})
