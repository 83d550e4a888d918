import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import * as domain from '../src/index.ts'
import { stageOf } from './stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db, {
  settings: {
    bannedKeywords: ['casino'],
    bannedDomains: ['spam.example'],
    emergencyPhrases: ['I was robbed'],
    flagPersonalData: true,
  },
})
const { ask, see, systemMessages, events, run, user, agent } = stageOf(db, cast)

const jobsOf = async (questionId: string) =>
  (
    await db.system.query(
      `select j ->> 'job' as job from outbox, jsonb_array_elements(jobs) j where j #>> '{payload,questionId}' = $1`,
      [questionId],
    )
  ).rows.map((row) => row.job)

const rejected = { status: 'INAPPROPRIATE', isClosed: true, isInteractionAllowed: false }

test('a question with a banned word is closed as inappropriate, says why, and reaches no expert', async () => {
  const id = await ask({ text: 'Which casino takes my card?' })

  expect((await see(id)).state).toMatchObject(rejected)
  expect(await systemMessages(id)).toEqual(['QUESTION_REJECTED_BY_KEYWORD'])
  expect(await events(id)).toMatchObject([{ type: 'QUESTION_REJECTED_BY_KEYWORD' }])
  expect(await jobsOf(id)).toEqual([])
  await expect(
    run((tx) => domain.addMessage(tx, user(cast.ada), { questionId: id, text: 'Why?', externalIds: [] })),
  ).rejects.toMatchObject({ code: 'interaction_not_allowed' })
})

test('a question from a banned domain is closed as inappropriate', async () => {
  const { userId } = await run((tx) =>
    domain.findOrCreateAsker(tx, { companyId: cast.companyId, email: 'eve@spam.example' }),
  )
  const id = await ask({ by: userId })

  expect((await see(id)).state).toMatchObject(rejected)
  expect(await systemMessages(id)).toEqual(['QUESTION_REJECTED_BY_DOMAIN'])
})

test('a question of a blocked person is closed without a word', async () => {
  await db.system.query('update users set is_blocked = true where id = $1', [cast.adam])
  const id = await ask({ by: cast.adam })

  expect((await see(id)).state).toMatchObject(rejected)
  expect(await systemMessages(id)).toEqual([])
  expect(await events(id)).toMatchObject([{ type: 'QUESTION_REJECTED_BY_BLOCKED_USER' }])
})

test.each([
  ['an emergency', 'Help, I was robbed!', 'QUESTION_FLAGGED_EMERGENCY'],
  ['personal data', 'My card 4111 1111 1111 1111 fails', 'QUESTION_FLAGGED_PII'],
])(
  'a question with %s is flagged and goes straight to the agents, who can answer and resolve it',
  async (_, text, type) => {
    const id = await ask({ text })

    expect(await see(id)).toMatchObject({
      state: { status: 'FLAGGED', isClosed: false, isInteractionAllowed: true, rerouteStatus: { isRerouted: true } },
    })
    expect((await see(id)).state.rerouteStatus).not.toHaveProperty('type')
    expect(await systemMessages(id)).toEqual(['QUESTION_REROUTED'])
    expect(await events(id)).toMatchObject([{ type }])
    expect(await jobsOf(id)).toEqual(['question-changed'])

    await run((tx) => domain.addAgentMessage(tx, agent(cast.dora), { questionId: id, text: 'Here.', externalIds: [] }))
    await run((tx) => domain.resolveByAgent(tx, agent(cast.dora), { questionId: id }))
    expect((await see(id)).state.status).toBe('RESOLVED')
    expect(await systemMessages(id)).toEqual(['QUESTION_REROUTED', 'RATE_RESPONSE'])
  },
)

test('an ordinary question goes to the experts as ever', async () => {
  const id = await ask({ text: 'Where is my card?' })

  expect((await see(id)).state.status).toBe('UNRESOLVED')
  expect(await jobsOf(id)).toEqual(['route-question'])
})
