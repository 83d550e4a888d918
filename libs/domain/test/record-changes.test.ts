import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { addAgentMessage, releaseAsAgent } from '../src/questions/agents.ts'
import { claimQuestion, declineQuestion } from '../src/questions/claim.ts'
import { editQuestion } from '../src/questions/edit.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { stageOf } from './domain-stage.ts'

// The recipients of a change, its entry in the log, and the inboxes that it changes.

const db = await openTestDatabase()
const settings = { bannedKeywords: ['casino'], emergencyPhrases: ['I was robbed'] }
const cast = await inviteCast(db, { settings })
const { companyId, ada, bruno, carla, carlos, dora } = cast
const s = stageOf(db, cast)
const { ask, offer, run, user, expert, agent, events } = s

const key = (userId: string) => `user:${userId}`
const [company, staff] = [`company:${companyId}`, `staff:${companyId}`]
const sorted = (keys: string[]) => [...keys].sort()

/** Returns the notifications of a question since it was asked, without versions and times. */
const told = async (questionId: string) =>
  (await s.notifications(questionId)).map(({ type, audience, inbox }) => ({
    type,
    audience: sorted(audience),
    inbox: sorted(inbox),
  }))
const lastTold = async (questionId: string) => (await told(questionId)).at(-1)

const edit = (questionId: string) =>
  run((tx) => editQuestion(tx, user(ada), { questionId, text: 'Where is my new card?' }))
const claim = (questionId: string, expertId = bruno) =>
  run((tx) => makeChange(tx, claimQuestion(expert(expertId), { questionId })))
const write = (questionId: string, userId = ada) =>
  run((tx) =>
    makeChange(tx, addMessage(user(userId), { questionId, text: 'Hello?', externalIds: [] })).then(addedMessage),
  )
const answerAsAgent = (questionId: string) =>
  run((tx) => makeChange(tx, addAgentMessage(agent(dora), { questionId, text: 'It is on its way.', externalIds: [] })))

test('an event stores its actor, its correlation id and the time of the company', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno])
  await db.system.query(`update companies set clock_offset = interval '30 days' where id = $1`, [companyId])

  await run((tx) => makeChange(tx, claimQuestion({ ...expert(bruno), correlationId: 'request-7' }, { questionId })))

  await db.system.query(`update companies set clock_offset = interval '0' where id = $1`, [companyId])
  const { rows } = await db.system.query(
    `select actor_kind, actor_id, correlation_id, round(extract(epoch from at - clock_timestamp()) / 86400)::int as days
      from question_events where question_id = $1 order by seq desc limit 1`,
    [questionId],
  )
  expect(rows).toEqual([{ actor_kind: 'expert', actor_id: bruno, correlation_id: 'request-7', days: 30 }])
  expect((await s.notifications(questionId)).at(-1)).toMatchObject({ correlationId: 'request-7' })
})

test('an expert with an open offer is told of every change, until the offer closes', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])
  await edit(questionId)
  expect(await lastTold(questionId)).toEqual({
    type: 'QUESTION_EDITED',
    audience: sorted([company, staff, key(ada), key(bruno), key(carla)]),
    inbox: sorted([key(bruno), key(carla)]),
  })

  await claim(questionId)
  await edit(questionId)

  expect(await lastTold(questionId)).toEqual({
    type: 'QUESTION_EDITED',
    audience: sorted([company, staff, key(ada), key(bruno)]),
    inbox: [key(bruno)],
  })
})

test('the change that closes an offer is the last one told to its expert, and the log does not entitle them', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])

  await claim(questionId)

  expect(await lastTold(questionId)).toEqual({
    type: 'QUESTION_CLAIMED',
    audience: sorted([company, staff, key(ada), key(bruno), key(carla)]),
    inbox: sorted([key(bruno), key(carla)]),
  })
  expect(sorted((await events(questionId)).at(-1)?.audience ?? [])).toEqual(
    sorted([company, staff, key(ada), key(bruno)]),
  )
})

test('an expert who declines an offer is told alone, and the log has no event of it', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])
  await run((tx) => makeChange(tx, declineQuestion(expert(bruno), { questionId })))

  expect(await lastTold(questionId)).toEqual({ type: 'OFFER_CLOSED', audience: [key(bruno)], inbox: [key(bruno)] })
  expect((await events(questionId)).map(({ type }) => type)).toEqual(['QUESTION_APPROVED', 'QUESTION_OFFERED'])
})

test('a wave tells the new experts of their offers, and the earlier ones only that theirs closed', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno])
  await db.system.query(`update offers set due_at = clock_timestamp() - interval '1 s' where question_id = $1`, [
    questionId,
  ])

  await offer(questionId, [carla, carlos])

  expect((await told(questionId)).slice(-2)).toEqual([
    {
      type: 'QUESTION_OFFERED',
      audience: sorted([company, staff, key(ada), key(carla), key(carlos)]),
      inbox: sorted([key(carla), key(carlos)]),
    },
    { type: 'OFFER_CLOSED', audience: [key(bruno)], inbox: [key(bruno)] },
  ])
})

test('a wave without lapsed offers closes none', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno])

  expect((await told(questionId)).map(({ type }) => type)).toEqual(['QUESTION_OFFERED'])
})

test('an expert who gives their own answer has not lost the question', async () => {
  const { questionId } = await s.answered(bruno)

  expect(await told(questionId)).toMatchObject([
    { type: 'QUESTION_OFFERED' },
    { type: 'QUESTION_FIRST_RESPONSE', audience: sorted([company, staff, key(ada), key(bruno)]), inbox: [key(bruno)] },
  ])
  const log = await events(questionId)
  expect(sorted(log.at(-1)?.audience ?? [])).toEqual(sorted([company, staff, key(ada), key(bruno)]))
})

test('everyone who answered is entitled to later changes, also after they let the question go', async () => {
  const questionId = await ask()
  await answerAsAgent(questionId)
  await run((tx) => makeChange(tx, releaseAsAgent(agent(dora), { questionId })))
  await write(questionId)

  expect(await lastTold(questionId)).toEqual({
    type: 'MESSAGE_ADDED',
    audience: sorted([company, staff, key(ada), key(dora)]),
    inbox: sorted([staff, key(dora)]),
  })
})

test('the inbox of the agents changes with the questions that are or were theirs, and with no others', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno])
  expect((await lastTold(questionId))?.inbox).toEqual([key(bruno)])
  await claim(questionId)
  expect((await lastTold(questionId))?.inbox).toEqual([key(bruno)])

  await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))

  expect(await lastTold(questionId)).toEqual({
    type: 'QUESTION_ESCALATED_BY_CUSTOMER',
    audience: sorted([company, staff, key(ada), key(bruno)]),
    inbox: sorted([staff, key(bruno)]),
  })
})

test('a new question is told only to the agents whose queue it joins', async () => {
  expect(await told(await ask())).toEqual([])
  expect(await told(await ask({ text: 'I was robbed!' }))).toEqual([
    { type: 'QUESTION_FLAGGED_EMERGENCY', audience: sorted([company, staff, key(ada)]), inbox: [staff] },
  ])
})

test('an asker who is also an expert is told once, and not in an inbox', async () => {
  const questionId = await ask({ by: bruno })
  await offer(questionId, [bruno, carla])

  expect(await lastTold(questionId)).toEqual({
    type: 'QUESTION_OFFERED',
    audience: sorted([company, staff, key(bruno), key(carla)]),
    inbox: [key(carla)],
  })
})

test('a change without jobs writes no row to the outbox', async () => {
  await db.system.query('delete from outbox where company_id = $1', [companyId])
  await ask({ text: 'Which casino takes my card?' })

  expect((await db.system.query('select jobs from outbox where company_id = $1', [companyId])).rows).toEqual([])
})

test('the jobs of a change are queued with its notification', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno])
  await claim(questionId)
  await s.comes(questionId, 'lease')

  const { rows } = await db.system.query<{ names: string[] }>(
    `select array(select j ->> 'job' from jsonb_array_elements(jobs) j) as names from outbox
      where jobs @> $1::jsonb order by id desc limit 1`,
    [JSON.stringify([{ payload: { questionId } }])],
  )
  expect(rows[0]?.names).toEqual(['question-changed', 'route-question'])
})
