import { beforeEach, expect, test } from 'vitest'
import { openWorld } from './world.ts'

const w = await openWorld()
const { api, ask, bank, tokens } = w

const me = async () => (await api('GET', '/v1/experts/me', { token: tokens.bruno })).body.data
const read = (uuid: string, more: object = {}) => api('GET', `/v1/questions/${uuid}`, { token: tokens.bruno, ...more })
const become = (availability: string, reason: string | null) =>
  w.db.system.query(
    `update experts set availability = $2, away_reason = $3, away_since = now() - interval '1 hour', missed_offers = 3
      where user_id = $1`,
    [bank.bruno, availability, reason],
  )
const setAway = { availability: 'AWAY', awayReason: 'MISSED_OFFERS', missedOffers: 3, awaySince: expect.any(String) }
const back = { availability: 'AVAILABLE', awayReason: null, missedOffers: 0, awaySince: null }

beforeEach(() => become('AWAY', 'MISSED_OFFERS'))

test('an expert who is AWAY after missed offers is back when they read an offered question', async () => {
  const { uuid } = await ask()
  await become('AVAILABLE', null)
  await w.offer(bank, uuid, bank.bruno)
  await become('AWAY', 'MISSED_OFFERS')
  expect(await me()).toMatchObject(setAway)

  expect((await read(uuid)).status).toBe(200)

  expect(await me()).toMatchObject(back)
})

test.each([
  ['lastChecked', { query: { lastChecked: '2020-01-01T00:00:00Z' } }],
  ['If-None-Match', { headers: { 'if-none-match': 'W/"1-user"' } }],
])('a request for an offered question with %s does not end it, because programs repeat it', async (_, condition) => {
  const { uuid } = await ask()
  await become('AVAILABLE', null)
  await w.offer(bank, uuid, bank.bruno)
  await become('AWAY', 'MISSED_OFFERS')

  expect((await read(uuid, condition)).status).toBe(200)

  expect(await me()).toMatchObject(setAway)
})

test('PUT /experts/me with an empty body ends an AWAY that routing set', async () => {
  const { body } = await api('PUT', '/v1/experts/me', { token: tokens.bruno, body: {} })

  expect(body.data).toMatchObject(back)
})

test.each(['AWAY', 'OFFLINE'])(
  '%s that a person chose stays after PUT /experts/me with an empty body',
  async (chosen) => {
    await api('PUT', '/v1/experts/me', { token: tokens.bruno, body: { availability: chosen } })

    const { body } = await api('PUT', '/v1/experts/me', { token: tokens.bruno, body: {} })

    expect(body.data).toMatchObject({ availability: chosen, awayReason: null, awaySince: expect.any(String) })
  },
)

test('admins see who is away, why and since when, and how many questions wait because of it', async () => {
  const { uuid } = await ask()
  await w.db.system.query(
    `insert into routing_decisions (question_id, company_id, round, wave, kind, policy_version, roster_id, candidates, counts, at)
      select id, company_id, round, wave, 'wait', 'test', gen_random_uuid(), '[]', '{"away": 1}', now() from questions where id = $1`,
    [uuid],
  )

  const listed = await api('GET', '/v1/admin/experts', { token: tokens.edda })
  const bruno = listed.body.data.experts.find((expert: { uuid: string }) => expert.uuid === bank.bruno)
  expect(bruno).toMatchObject(setAway)
  const live = await api('GET', '/v1/admin/live', { token: tokens.edda })
  expect(live.body.data.experts).toMatchObject({ away: 1, setAway: 1, waitingForAway: 1 })
})
