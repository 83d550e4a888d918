import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, bank, db, offer, tokens } = await openWorld()

test('only an admin reads why a question went to its experts', async () => {
  const question = await ask()
  const url = `/v1/admin/questions/${question.uuid}/routing`
  expect((await api('GET', url, { token: tokens.edda })).body.data).toMatchObject({
    uuid: question.uuid,
    decisions: [],
  })
  await offer(bank, question.uuid, bank.bruno)

  const { status, body } = await api('GET', url, { token: tokens.edda })

  expect(status).toBe(200)
  expect(body.data.decisions).toMatchObject([
    {
      kind: 'wave',
      wave: 1,
      explanation: 'Wave 1 went to 1 of 2 experts.',
      asked: 1,
      considered: 2,
      language: null,
      requirement: null,
      isOpenToAll: false,
      cause: null,
      experts: [
        {
          uuid: bank.bruno,
          verdict: 'offered',
          outcome: 'pending',
          score: 1,
          dateOffered: expect.any(String),
          dateSettled: null,
        },
        { uuid: bank.carla, verdict: 'away', explanation: expect.stringMatching(/was away\.$/), outcome: null },
      ],
    },
  ])
  for (const token of [tokens.bruno, tokens.dora, tokens.ada])
    expect((await api('GET', url, { token })).status).toBe(403)
  expect((await api('GET', url, { token: tokens.rivalsEdda })).status).toBe(404)
})

test.each([
  ['de', 'German'],
  ['xx', 'xx'],
  ['<script>', '<script>'],
  ['', ''],
])('an explanation names the stored language %j as %j', async (language, name) => {
  const { uuid } = await ask()
  await offer(bank, uuid, bank.bruno)
  await db.system.query('update routing_decisions set language = $2 where question_id = $1', [uuid, language])

  const { status, body } = await api('GET', `/v1/admin/questions/${uuid}/routing`, { token: tokens.edda })

  expect(status).toBe(200)
  expect(body.data.decisions[0]).toMatchObject({
    language,
    explanation: `Wave 1 went to 1 of 2 experts. Its language is ${name}.`,
  })
})

test('an explanation lists what is due on the question, earliest first', async () => {
  const { uuid } = await ask()

  const { body } = await api('GET', `/v1/admin/questions/${uuid}/routing`, { token: tokens.edda })

  const { deadlines } = body.data
  expect(deadlines.at(-1)).toEqual({ name: 'expiry', date: expect.any(String), task: 'expiring the question' })
  expect(deadlines.map(({ date }: { date: string }) => date)).toEqual(
    deadlines.map(({ date }: { date: string }) => date).sort(),
  )
})

test('only an admin reads how promised answer times were kept', async () => {
  const url = '/v1/admin/promises?days=30'

  const { status, body } = await api('GET', url, { token: tokens.edda })

  expect(status).toBe(200)
  expect(body.data).toEqual({ days: 30, kept: 0, broken: 0, void: 0, open: 0, keptShare: null, categories: [] })
  expect((await api('GET', '/v1/admin/promises?days=0', { token: tokens.edda })).status).toBe(400)
  expect((await api('GET', url, { token: tokens.bruno })).status).toBe(403)
})
