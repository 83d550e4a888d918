import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import type { Actor } from '../src/actors.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { addAgentMessage } from '../src/questions/agents.ts'
import { claimQuestion, declineQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { mustSee, mustSeeAsStaff, mustSeeMessage, viewOwnMessage, viewOwnResponse } from '../src/views/find.ts'
import { listMessages } from '../src/views/list.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { companyId, ada, adam, bruno, carla, carlos, dora } = cast
const { ask, offer, open, answered, comes, see, run, user, expert, agent, integration } = stageOf(db, cast)
const rival = await inviteCast(db)

/** Bruno claims the question, and its asker writes on, so that it has a message. */
const claim = async (questionId: string) => {
  await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
  await run((tx) =>
    makeChange(tx, addMessage(user(ada), { questionId, text: 'I am in Greenland.', externalIds: [] })).then(
      addedMessage,
    ),
  )
}

/** Whether the list of all messages that a viewer may see has one of this question. */
const listed = async (questionId: string, viewer: Actor) => {
  const { messages } = await run((tx) => listMessages(tx, viewer, { limit: 1_000 }, publicUrl))
  return messages.some((message) => message.questionUuid === questionId)
}

/** Whether each of them may see the question, by itself and in the list of all messages. */
const whoSees = async (questionId: string, viewers: Actor[]) => {
  const sees = async (viewer: Actor) => {
    const [viewed, checked] = await Promise.allSettled([
      see(questionId, viewer),
      run((tx) => mustSee(tx, viewer, { questionId })),
    ])
    expect(viewed.status).toBe(checked.status)
    expect(await listed(questionId, viewer)).toBe(viewed.status === 'fulfilled')
    for (const one of [viewed, checked]) {
      const error = { code: 'question_not_found', message: expect.stringContaining(questionId) }
      if (one.status === 'rejected') expect(one.reason).toMatchObject(error)
    }
    return viewed.status === 'fulfilled'
  }
  return Promise.all(viewers.map(sees))
}

test('a question is seen by its asker, agents and integrations, and not by other askers and experts', async () => {
  const questionId = await ask()

  expect(await whoSees(questionId, [user(ada), agent(dora), integration])).toEqual([true, true, true])
  expect(await whoSees(questionId, [user(adam), expert(bruno)])).toEqual([false, false])
})

test('an expert sees what they asked', async () => {
  expect(await whoSees(await ask({ by: bruno }), [expert(bruno), expert(carla)])).toEqual([true, false])
})

test('an expert sees an offer while it is open', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])
  const experts = [expert(bruno), expert(carla), expert(carlos)]
  expect(await whoSees(questionId, experts)).toEqual([true, true, false])

  await run((tx) => makeChange(tx, declineQuestion(expert(carla), { questionId })))
  expect(await whoSees(questionId, experts)).toEqual([true, false, false])
})

test('an expert sees what they hold, until it is rerouted', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])
  await claim(questionId)
  expect(await whoSees(questionId, [expert(bruno), expert(carla)])).toEqual([true, false])

  await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))
  expect(await whoSees(questionId, [expert(bruno)])).toEqual([false])
})

test('an expert sees what they held when it expired', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])
  await claim(questionId)
  await comes(questionId, 'expiry')

  expect(await whoSees(questionId, [expert(bruno), expert(carla)])).toEqual([true, false])
})

test('an expert sees what is open to them', async () => {
  const questionId = await ask()
  await open(questionId, { requirement: { elite: true } })
  expect(await whoSees(questionId, [expert(bruno), expert(carla)])).toEqual([false, false])

  const other = await ask()
  await open(other)
  expect(await whoSees(other, [expert(bruno), expert(carla)])).toEqual([true, true])
  await claim(other)
  await comes(other, 'expiry')
  expect(await whoSees(other, [expert(bruno), expert(carla)])).toEqual([true, false])
})

test('an agent who holds a rerouted question does not see it as an expert', async () => {
  const questionId = await ask()
  await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))
  await db.system.query('update questions set holder_id = $2 where id = $1', [questionId, carlos])

  expect(await whoSees(questionId, [expert(carlos)])).toEqual([false])
})

test('an expert who answered sees the question for ever', async () => {
  const { questionId } = await answered(bruno)
  await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))

  expect(await whoSees(questionId, [expert(bruno), expert(carla)])).toEqual([true, false])
})

test('a response is found only in its own question', async () => {
  const [one, other] = [await answered(), await answered()]
  const mustSeePart = (questionId: string | undefined, responseId: string) =>
    run((tx) => mustSee(tx, user(ada), { questionId, responseId }))

  await mustSeePart(one.questionId, one.responseId)
  await mustSeePart(undefined, one.responseId)
  await expect(mustSeePart(other.questionId, one.responseId)).rejects.toMatchObject({ code: 'response_not_found' })
  await expect(mustSeePart(one.questionId, other.questionId)).rejects.toMatchObject({ code: 'response_not_found' })
})

test('a response is returned with its own messages to its author, the asker and agents only', async () => {
  const { questionId, responseId } = await answered(bruno)
  await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))
  await run((tx) => makeChange(tx, addAgentMessage(agent(dora), { questionId, text: 'I take over.', externalIds: [] })))
  const view = (viewer: Actor, id = responseId) =>
    run((tx) => viewOwnResponse(tx, viewer, { questionId, responseId: id }, publicUrl))

  const { uuid, messages } = await view(user(ada))
  expect(uuid).toBe(responseId)
  const texts = messages.filter(({ type }) => type === 'MESSAGE').map(({ body }) => body)
  expect(texts).toEqual(['It is on its way.'])
  await expect(view(expert(carla))).rejects.toMatchObject({ code: 'response_not_found' })
  await expect(view(user(ada), questionId)).rejects.toMatchObject({ code: 'response_not_found' })
})

test('a message is returned to its author, the asker and agents only', async () => {
  const { questionId, responseId } = await answered(bruno)
  const { conversation } = await see(questionId)
  const message = conversation.responses.find(({ uuid }) => uuid === responseId)?.messages.find((m) => m.author)
  const messageId = message?.uuid ?? ''
  const view = (viewer: Actor, id = messageId, of = questionId) =>
    run((tx) => viewOwnMessage(tx, viewer, { questionId: of, messageId: id }, publicUrl))
  const find = (viewer: Actor, id = messageId) => run((tx) => mustSeeMessage(tx, viewer, id))

  expect(await view(user(ada))).toMatchObject({ uuid: messageId, body: 'It is on its way.' })
  expect(await find(user(ada))).toBe(questionId)
  expect(await view(expert(bruno))).toMatchObject({ uuid: messageId })
  for (const use of [view, find]) {
    await expect(use(expert(carla))).rejects.toMatchObject({ code: 'message_not_found' })
    await expect(use(user(ada), questionId)).rejects.toMatchObject({ code: 'message_not_found' })
  }
  await expect(view(user(ada), messageId, await ask())).rejects.toMatchObject({ code: 'message_not_found' })

  // An expert with an offer may see the question, but has written no part of it.
  await run((tx) => makeChange(tx, releaseQuestion(expert(bruno), { questionId })))
  await offer(questionId, [carla])
  expect(await find(expert(carla))).toBe(questionId)
  await expect(view(expert(carla))).rejects.toMatchObject({ code: 'message_not_found' })
})

test('a question is not found for an agent who acts for a person that did not ask it', async () => {
  const questionId = await ask()
  const mustSeeOf = (askerId: string) => run((tx) => mustSee(tx, agent(dora), { questionId, askerId }))

  await mustSeeOf(ada)
  await expect(mustSeeOf(adam)).rejects.toMatchObject({ code: 'question_not_found' })
})

test('what staff share is not found by the staff member who asked the question', async () => {
  const questionId = await ask({ by: dora })
  const { dean } = cast

  await run((tx) => mustSeeAsStaff(tx, agent(dean), questionId))
  await expect(run((tx) => mustSeeAsStaff(tx, agent(dora), questionId))).rejects.toMatchObject({
    code: 'question_not_found',
  })
})

test('a question of another company is not found', async () => {
  const questionId = await ask()
  const other = stageOf(db, rival)

  await expect(other.see(questionId, other.agent(rival.dora))).rejects.toMatchObject({ code: 'question_not_found' })
  await expect(other.see(questionId, { ...integration, companyId })).rejects.toMatchObject({
    code: 'question_not_found',
  })
})
