import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addKnowledge } from '../src/knowledge/add-knowledge.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { confirmAutoResponse, respondAutomatically } from '../src/questions/auto-response.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { markAsRead } from '../src/questions/read.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { acceptResponse, closeQuestion, expireQuestion } from '../src/questions/settle.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { answered, ask, see, systemMessages, events, run, user, expert, offer, comes } = stageOf(db, cast)
const ada = user(cast.ada)
await run((tx) =>
  addKnowledge(tx, {
    companyId: cast.companyId,
    answers: [{ question: 'Where is my card?', answer: 'Cards take ten days.', class: 'card_arrival' }],
  }),
)

async function askKnown() {
  const questionId = await ask({ predictedClass: 'card_arrival' })
  const [response] = (await see(questionId)).conversation.responses
  return { questionId, responseId: response?.uuid ?? '' }
}
const rowOf = async (questionId: string) =>
  (
    await db.system.query('select turn, hold_due_at, wave_due_at, escalation_due_at from questions where id = $1', [
      questionId,
    ])
  ).rows[0]
const jobsOf = async (questionId: string) =>
  (
    await db.system.query(
      `select j ->> 'job' as job from outbox, jsonb_array_elements(jobs) j
       where j ->> 'job' = 'route-question' and j #>> '{payload,questionId}' = $1`,
      [questionId],
    )
  ).rowCount
const confirm = (responseId: string, quickReply: 'ACCEPTED' | 'REJECTED') =>
  run((tx) => confirmAutoResponse(tx, ada, { responseId, quickReply }))

describe('a class that comes with a question', () => {
  test('brings its known answer at once, and holds the experts back', async () => {
    const { questionId } = await askKnown()

    expect((await see(questionId)).conversation.responses).toMatchObject([
      {
        type: 'AutoResponse',
        quickReply: 'PENDING',
        messages: [{ type: 'MESSAGE', body: 'Cards take ten days.' }, { type: 'AUTORESPONSE_MESSAGE' }],
      },
    ])
    expect((await see(questionId)).state).toMatchObject({ status: 'UNRESOLVED', numResponses: 0 })
    expect(await rowOf(questionId)).toMatchObject({ turn: 'asker', hold_due_at: expect.any(Date), wave_due_at: null })
    expect(await offer(questionId)).toEqual([])
    expect((await events(questionId)).map((e) => e.type)).toEqual(['QUESTION_APPROVED', 'QUESTION_AUTO_RESPONSE'])
  })

  test('changes nothing where no answer is known for it', async () => {
    const questionId = await ask({ predictedClass: 'unheard_of' })

    expect((await see(questionId)).conversation.responses).toEqual([])
    expect(await rowOf(questionId)).toMatchObject({ turn: 'experts' })
  })
})

describe('an automatic response', () => {
  test('is opened by reading it', async () => {
    const { questionId, responseId } = await askKnown()
    await run((tx) => markAsRead(tx, ada, { responseId }))

    expect((await see(questionId)).conversation.responses[0]?.quickReply).toBe('OPENED')
    expect((await events(questionId)).at(-1)?.type).toBe('AUTO_RESPONSE_OPENED')
  })

  test('accepted, resolves the question and counts as its answer', async () => {
    const { questionId, responseId } = await askKnown()
    await confirm(responseId, 'ACCEPTED')

    expect((await see(questionId)).state).toMatchObject({ status: 'RESOLVED', isClosed: true, numResponses: 1 })
    expect(await systemMessages(questionId)).toEqual(['ACCEPTED_AUTORESPONSE', 'RATE_RESPONSE'])
    expect((await see(questionId)).conversation.responses[0]).toMatchObject({
      quickReply: 'ACCEPTED',
      isAccepted: true,
    })
    await expect(confirm(responseId, 'REJECTED')).rejects.toMatchObject({ code: 'already_decided' })
  })

  test('is confirmed, and a response of a person is accepted, not the other way round', async () => {
    const { responseId: automatic } = await askKnown()
    const { responseId: ofExpert } = await answered()

    await expect(run((tx) => makeChange(tx, acceptResponse(ada, { responseId: automatic })))).rejects.toMatchObject({
      code: 'automatic_response',
    })
    await expect(confirm(ofExpert, 'ACCEPTED')).rejects.toMatchObject({ code: 'not_automatic' })
  })

  test('rejected, lets the experts in at once', async () => {
    const { questionId, responseId } = await askKnown()
    const jobs = await jobsOf(questionId)
    await confirm(responseId, 'REJECTED')

    expect(await systemMessages(questionId)).toEqual(['NOTIFYING_EXPERTS', 'REJECTED_AUTORESPONSE'])
    expect(await rowOf(questionId)).toMatchObject({
      turn: 'experts',
      hold_due_at: null,
      escalation_due_at: expect.any(Date),
    })
    expect(await jobsOf(questionId)).toBe((jobs ?? 0) + 1)
    expect(await offer(questionId)).toEqual([questionId])
  })

  test('undecided in time, lets the experts in and stays decidable', async () => {
    const { questionId, responseId } = await askKnown()
    await comes(questionId, 'hold')
    expect((await events(questionId)).at(-1)?.type).toBe('QUESTION_APPROVED')
    await offer(questionId, [cast.bruno])
    await run((tx) => makeChange(tx, claimQuestion(expert(cast.bruno), { questionId })))
    await confirm(responseId, 'ACCEPTED')

    expect((await see(questionId)).state.status).toBe('RESOLVED')
  })

  test('passed over by an asker who writes on, lets the experts in', async () => {
    const { questionId } = await askKnown()
    await run((tx) =>
      makeChange(tx, addMessage(ada, { questionId, text: 'It is urgent', externalIds: [] })).then(addedMessage),
    )

    expect((await events(questionId)).at(-1)?.type).toBe('QUESTION_APPROVED')
    expect((await see(questionId)).conversation.messages.at(-1)?.body).toBe('It is urgent')
    expect(await rowOf(questionId)).toMatchObject({ turn: 'experts', hold_due_at: null })
  })

  test('is not given where experts were asked already', async () => {
    const questionId = await ask()
    await offer(questionId)
    const answer = { text: 'Known.', sourceId: cast.companyId, confidence: 0.9 }

    await expect(
      run((tx) => respondAutomatically(tx, { kind: 'system', companyId: cast.companyId }, questionId, answer)),
    ).rejects.toMatchObject({ code: 'move_not_allowed' })
  })
})

test.each([
  ['reroutes', (questionId: string) => run((tx) => makeChange(tx, rerouteQuestion(ada, { questionId })))],
  ['withdraws', (questionId: string) => run((tx) => makeChange(tx, closeQuestion(ada, { questionId })))],
  ['lets it expire', (questionId: string) => run((tx) => makeChange(tx, expireQuestion(ada, { questionId })))],
])('an asker who %s is not asked about the automatic answer any more', async (_how, end) => {
  const { questionId, responseId } = await askKnown()

  await end(questionId)

  expect(await systemMessages(questionId)).not.toContain('AUTORESPONSE')
  await expect(confirm(responseId, 'ACCEPTED')).rejects.toThrow()
})
