import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { findOrCreateAsker } from '../src/people/find-person.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { addAgentMessage, resolveByAgent } from '../src/questions/agents.ts'
import { askTogether } from '../src/questions/ask.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

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
    run((tx) =>
      makeChange(tx, addMessage(user(cast.ada), { questionId: id, text: 'Why?', externalIds: [] })).then(addedMessage),
    ),
  ).rejects.toMatchObject({ code: 'interaction_not_allowed' })
})

test('a question from a banned domain is closed as inappropriate', async () => {
  const { userId } = await run((tx) => findOrCreateAsker(tx, { companyId: cast.companyId, email: 'eve@spam.example' }))
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

    await run((tx) =>
      makeChange(tx, addAgentMessage(agent(cast.dora), { questionId: id, text: 'Here.', externalIds: [] })),
    )
    await run((tx) => makeChange(tx, resolveByAgent(agent(cast.dora), { questionId: id })))
    expect((await see(id)).state.status).toBe('RESOLVED')
    expect(await systemMessages(id)).toEqual(['QUESTION_REROUTED', 'RATE_RESPONSE'])
  },
)

test('an ordinary question goes to the experts as ever', async () => {
  const id = await ask({ text: 'Where is my card?' })

  expect((await see(id)).state.status).toBe('UNRESOLVED')
  expect(await jobsOf(id)).toEqual(['route-question'])
})

test('questions that come together get their own verdict each, in three statements', async () => {
  const texts = ['Which casino?', 'Help, I was robbed!', 'Where is my card?']
  const asks = texts.map((text) => ({ actor: user(cast.ada), input: { text, externalIds: [] } }))

  const { views, statements } = await run(async (tx) => {
    const before = db.statements.count
    const asked = await askTogether(tx, asks, publicUrl)
    return { views: asked, statements: db.statements.count - before }
  })

  expect(statements).toBe(3)
  expect(views.map((view) => view?.state.status)).toEqual(['INAPPROPRIATE', 'FLAGGED', 'UNRESOLVED'])
  for (const view of views) expect(await see(view?.uuid ?? '')).toMatchObject({ state: view?.state })
})

test('a question is asked in three statements', async () => {
  const plain = stageOf(db, await inviteCast(db))
  const asks = [{ actor: plain.user(plain.cast.ada), input: { text: 'Where is my card?', externalIds: [] } }]

  const statements = await plain.run(async (tx) => {
    const before = db.statements.count
    await askTogether(tx, asks, publicUrl)
    return db.statements.count - before
  })

  expect(statements).toBe(3)
})
