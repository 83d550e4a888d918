import { expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const { api, ask, bank, tokens, offer, db } = await openWorld()

const asBruno = (method: 'GET' | 'POST', path: string, more: Record<string, unknown> = {}) =>
  api(method, path, { token: tokens.bruno, ...more })
const offered = async (): Promise<string> => {
  const { uuid } = await ask()
  await offer(bank, uuid, bank.bruno)
  return uuid
}
const answer = (uuid: string) => asBruno('POST', `/v1/questions/${uuid}/responses`, { body: { text: 'So.' } })
const write = (questionUuid: string) =>
  api('POST', '/v1/messages', { token: tokens.ada, body: { questionUuid, text: 'And then?' } })
const list = async (view: string, query: Record<string, string> = {}) =>
  (await asBruno('GET', '/v1/experts/me/questions', { query: { view, ...query } })).body.data

test('an expert reads how much there is to do, what waits for askers, and which offers do not fit', async () => {
  await db.system.query('update experts set capacity = 2 where user_id = $1', [bank.bruno])
  const held = [await offered(), await offered(), await offered()]
  for (const uuid of held) expect((await answer(uuid)).status).toBe(201)
  const [first, second, third] = held as [string, string, string]
  const waiting = await offered()
  const me = async () => (await asBruno('GET', '/v1/experts/me')).body.data

  expect(await me()).toMatchObject({ load: 0, capacity: 2, claimed: { toDo: 0, waiting: 3 } })
  expect((await list('offered')).questions).toMatchObject([{ uuid: waiting, offer: { hindrance: null } }])

  await write(second)
  await write(third)
  expect(await me()).toMatchObject({ load: 2, capacity: 2, claimed: { toDo: 2, waiting: 1 } })
  expect((await list('offered')).questions).toMatchObject([{ uuid: waiting, offer: { hindrance: 'at_capacity' } }])
  const refused = await asBruno('POST', `/v1/questions/${waiting}/claim`, { body: {} })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'at_capacity'])

  const pages: Body[] = []
  let cursor: string | null = null
  do {
    const page = await list('claimed', { limit: '1', ...(cursor ? { cursor } : {}) })
    pages.push(...page.questions)
    cursor = page.paging.nextCursor
  } while (cursor)
  // Questions that wait for the expert come first, and have a lease.
  expect(pages.map(({ uuid, claim }) => [uuid, claim !== undefined])).toEqual([
    [second, true],
    [third, true],
    [first, false],
  ])
})
