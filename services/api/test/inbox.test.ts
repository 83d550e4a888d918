import { expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const { api, ask, bank, tokens } = w

type View = 'offered' | 'claimed'
type Page = { uuids: string[]; nextCursor: string | null }

async function read(view: View, query: Record<string, string> = {}): Promise<Page> {
  const { data } = (
    await api('GET', '/v1/experts/me/questions', { token: tokens.bruno, query: { view, limit: '100', ...query } })
  ).body
  return { uuids: data.questions.map(({ uuid }: Body) => uuid), nextCursor: data.paging.nextCursor }
}

/** A question that came to routing so long ago. */
async function waiting(minutes: number): Promise<string> {
  const { uuid } = await ask()
  await w.db.system.query(
    `update questions set queued_at = date_trunc('minute', now()) - $2 * interval '1 minute' where id = $1`,
    [uuid, minutes],
  )
  return uuid
}
const claim = (uuid: string, token: string) => api('POST', `/v1/questions/${uuid}/claim`, { token, body: {} })

/** Three questions that bruno has in this view, in the order of their age: not that of their ids, nor of their offers. */
async function threeIn(view: View): Promise<string[]> {
  const young = await waiting(10)
  const old = await waiting(30)
  const between = await waiting(20)
  for (const uuid of [between, young, old]) await w.offer(bank, uuid, bank.bruno, bank.carla)
  if (view === 'claimed') for (const uuid of [young, old, between]) await claim(uuid, tokens.bruno)
  return [old, between, young]
}
async function clear(uuids: string[]) {
  for (const uuid of uuids) await api('POST', `/v1/questions/${uuid}/close`, { token: tokens.ada, body: {} })
}

test.each(['offered', 'claimed'] as const)(
  'what is %s is listed by its age in the queue, oldest first',
  async (view) => {
    const byAge = await threeIn(view)

    const whole = await read(view)
    const first = await read(view, { limit: '2' })
    const second = await read(view, { limit: '2', cursor: first.nextCursor ?? '' })

    expect(whole).toEqual({ uuids: byAge, nextCursor: null })
    expect([...first.uuids, ...second.uuids]).toEqual(byAge)
    expect(second.nextCursor).toBeNull()
    await clear(byAge)
  },
)

test('what is claimed is listed with the fence and lease under which it is held, and to its holder alone', async () => {
  const byAge = await threeIn('claimed')
  const list = async (token: string, view: string): Promise<Body[]> =>
    (await api('GET', '/v1/experts/me/questions', { token, query: { view } })).body.data.questions

  const claims = (await list(tokens.bruno, 'claimed')).map(({ claim }) => claim)

  for (const [i, uuid] of byAge.entries()) {
    const { data } = (await api('GET', `/v1/questions/${uuid}`, { token: tokens.bruno })).body
    expect(claims[i]).toEqual({ fence: expect.any(Number), leaseUntil: expect.any(String) })
    expect(claims[i]).toEqual(data.claim)
  }
  expect((await list(tokens.carla, 'offered')).filter(({ claim }) => claim)).toEqual([])
  await clear(byAge)
})

test('a page goes on where the last one ended, although that question has left the inbox and an older one came', async () => {
  const byAge = await threeIn('offered')
  const first = await read('offered', { limit: '2' })

  await claim(byAge[1] ?? '', tokens.carla)
  const older = await waiting(40)
  await w.offer(bank, older, bank.bruno)

  expect(await read('offered', { cursor: first.nextCursor ?? '' })).toEqual({ uuids: [byAge[2]], nextCursor: null })
  expect((await read('offered')).uuids).toEqual([older, byAge[0], byAge[2]])
  await clear([...byAge, older])
})

test('questions of the same age keep one order, and a page parts them', async () => {
  const twins = [await waiting(15), await waiting(15), await waiting(15)]
  for (const uuid of twins.toReversed()) await w.offer(bank, uuid, bank.bruno)

  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await read('offered', { limit: '1', ...(cursor ? { cursor } : {}) })
    seen.push(...page.uuids)
    cursor = page.nextCursor
  } while (cursor)

  expect(seen).toEqual(twins.toSorted())
  await clear(twins)
})

test('answered questions are found by words of the question or of a message, and by nothing else', async () => {
  const { question } = await w.askAndAnswer()
  const found = async (text: string) =>
    (
      await api('GET', '/v1/experts/me/questions', { token: tokens.bruno, query: { view: 'answered', text } })
    ).body.data.questions.map(({ uuid }: Body) => uuid)

  expect(await found('UNDER cards')).toContain(question.uuid)
  expect(await found('%')).toEqual([])
  expect(await found('no such words')).toEqual([])
  const elsewhere = await api('GET', '/v1/experts/me/questions', { token: tokens.bruno, query: { text: 'cards' } })
  expect([elsewhere.status, elsewhere.body.error.details[0].field]).toEqual([400, 'query.text'])
})
