import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { blockUser } from '../src/administration/users.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { addAgentMessage, releaseAsAgent, takeAsAgent } from '../src/questions/agents.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

/** A question in the agents' queue. */
async function rerouted() {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask()
  await s.run((tx) => makeChange(tx, rerouteQuestion(s.user(cast.ada), { questionId })))
  const take = (by: string) => s.run((tx) => makeChange(tx, takeAsAgent(s.agent(by), { questionId })))
  const release = (by: string) => s.run((tx) => makeChange(tx, releaseAsAgent(s.agent(by), { questionId })))
  const takenBy = async () => (await s.see(questionId, s.agent(cast.dean))).takenBy?.uuid
  const last = async () => (await s.events(questionId)).at(-1)?.type
  return { cast, s, questionId, take, release, takenBy, last }
}

test('a question that an agent takes shows the agent to other agents and integrations, not to the asker', async () => {
  const { cast, s, questionId, take, last } = await rerouted()

  await take(cast.dora)

  for (const viewer of [s.agent(cast.dean), s.integration]) {
    expect((await s.see(questionId, viewer)).takenBy).toEqual({ uuid: cast.dora, name: 'Dora' })
  }
  expect(await s.see(questionId, s.user(cast.ada))).not.toHaveProperty('takenBy')
  expect(await last()).toBe('QUESTION_TAKEN_BY_AGENT')
})

test('a second take of the same agent has no effect, and one of another agent is refused by name', async () => {
  const { cast, s, questionId, take, takenBy } = await rerouted()
  await take(cast.dora)
  const before = (await s.events(questionId)).length

  await take(cast.dora)

  expect(await s.events(questionId)).toHaveLength(before)
  await expect(take(cast.dean)).rejects.toMatchObject({
    code: 'already_taken',
    message: 'Dora has taken this question',
  })
  expect(await takenBy()).toBe(cast.dora)
})

test('only its agent can release a taken question, and then others can take it', async () => {
  const { cast, take, release, takenBy, last } = await rerouted()
  await take(cast.dora)

  await expect(release(cast.dean)).rejects.toMatchObject({ code: 'not_taken' })
  await release(cast.dora)

  expect(await last()).toBe('QUESTION_RELEASED_BY_AGENT')
  expect(await takenBy()).toBeUndefined()
  await take(cast.dean)
  expect(await takenBy()).toBe(cast.dean)
})

test('an agent can answer a question that another agent took, and has it from then on', async () => {
  const { cast, s, questionId, take, takenBy } = await rerouted()
  await take(cast.dora)

  await s.run((tx) =>
    makeChange(tx, addAgentMessage(s.agent(cast.dean), { questionId, text: 'We refund it.', externalIds: [] })),
  )

  expect(await takenBy()).toBe(cast.dean)
})

test('a question that is still with the experts cannot be taken', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask()

  await expect(s.run((tx) => makeChange(tx, takeAsAgent(s.agent(cast.dora), { questionId })))).rejects.toMatchObject({
    code: 'move_not_allowed',
  })
})

test('a blocked agent has no question any more', async () => {
  const { cast, take, takenBy, last } = await rerouted()
  await take(cast.dora)

  await inSystem(db, (tx) => blockUser(tx, cast.companyId, cast.dora, true))

  expect(await takenBy()).toBeUndefined()
  expect(await last()).toBe('QUESTION_RELEASED_BY_AGENT')
})

test.each(['before', 'while'])(
  'a forgotten agent has no question that they took %s they were forgotten',
  async (when) => {
    const { cast, s, take, takenBy } = await rerouted()
    const { rows } = await s.db.system.query('select email from users where id = $1', [cast.dora])
    const forget = () => inSystem(db, (tx) => forgetPerson(tx, { companyId: cast.companyId, email: rows[0].email }))
    if (when === 'before') await take(cast.dora)

    const { receipt } = await forget()
    if (when === 'before') expect(await takenBy()).toBeUndefined()
    // A request that was under way commits late.
    if (when === 'while') await take(cast.dora)
    await erasePerson(db, receipt.uuid, { settleMs: 0 })

    expect(await takenBy()).toBeUndefined()
  },
)
