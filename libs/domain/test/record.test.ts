import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { changeKnowledge, findKnowledge } from '../src/administration/knowledge.ts'
import { createPerson } from '../src/companies/create-person.ts'
import { addKnowledge } from '../src/knowledge/add-knowledge.ts'
import { giveAutomaticAnswer, judgeAutomaticAnswer } from '../src/knowledge/automatic-answers.ts'
import { findAnswerVerdicts, findKnowledgeStamps } from '../src/knowledge/known-texts.ts'
import { listRejectedAnswers } from '../src/knowledge/oversight.ts'
import { findAnswerRecords, isContradicted, type KeptRecord } from '../src/knowledge/record.ts'
import { askQuestion } from '../src/questions/ask.ts'
import { confirmAutoResponse } from '../src/questions/auto-response.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

async function known() {
  const cast = await inviteCast(db)
  const { companyId } = cast
  const s = stageOf(db, cast)
  const answers = [{ question: 'My PIN?', answer: 'In the app.', class: 'pin' }]
  const [knowledgeId = ''] = (await s.run((tx) => addKnowledge(tx, { companyId, answers }))).knowledgeIds
  const finding = { predictedClass: null, classConfidence: 0, knowledgeId, answerConfidence: 0.9 }
  const give = (text = 'My PIN?') => s.run((tx) => giveAutomaticAnswer(tx, companyId, text, finding))
  const judge = (uuid: string, quickReply: 'ACCEPTED' | 'REJECTED', userId?: string) =>
    s.run((tx) => judgeAutomaticAnswer(tx, companyId, { uuid, quickReply, userId }))
  const suspended = async () =>
    (await s.run((tx) => findKnowledge(tx, companyId, knowledgeId))).suspended?.reason ?? null
  const listed = async () => (await s.run((tx) => listRejectedAnswers(tx, companyId, { limit: 9 }))).answers
  return { ...s, cast, companyId, knowledgeId, give, judge, suspended, listed }
}

test('three rejections suspend an answer, and later acceptances give it again', async () => {
  const { cast, knowledgeId, give, judge, suspended, listed } = await known()
  const given = await Promise.all(Array.from({ length: 20 }, () => give()))
  const [first, second, third, ...later] = given.map(({ uuid }) => uuid)

  await judge(first ?? '', 'REJECTED', cast.ada)
  await judge(second ?? '', 'REJECTED')
  expect(await suspended()).toBeNull()
  await judge(third ?? '', 'REJECTED')
  expect(await suspended()).toBe('REJECTED')
  expect(await listed()).toMatchObject([
    { uuid: knowledgeId, shown: 3, rejected: 3, suspended: { reason: 'REJECTED' } },
  ])

  for (const uuid of later) await judge(uuid, 'ACCEPTED')
  expect(await suspended()).toBeNull()
})

test('one user has one verdict on an answer, the latest', async () => {
  const { companyId, run, cast, give, judge, suspended, listed } = await known()
  for (const text of ['My PIN?', 'My PIN?', 'my pin', 'PIN!'])
    await judge((await give(text)).uuid, 'REJECTED', cast.ada)
  expect([await suspended(), await listed()]).toEqual([null, []])
  const questions = async () =>
    (await run((tx) => findAnswerVerdicts(tx, companyId, 9))).map(({ question, accepted }) => [question, accepted])
  expect((await questions()).sort()).toEqual([
    ['My PIN?', false],
    ['PIN!', false],
    ['my pin', false],
  ])

  await judge((await give()).uuid, 'ACCEPTED', cast.ada)
  expect(await questions()).toContainEqual(['My PIN?', true])
  expect(await questions()).toHaveLength(3)
})

test('verdicts from before an admin gave it again do not count', async () => {
  const { companyId, knowledgeId, run, give, judge, suspended, listed } = await known()
  const [pending, ...given] = await Promise.all([give(), give(), give(), give()])
  for (const { uuid } of given) await judge(uuid, 'REJECTED')
  await run((tx) => changeKnowledge(tx, companyId, knowledgeId, { isSuspended: false }))

  expect([await suspended(), await listed()]).toEqual([null, []])
  await judge(pending.uuid, 'REJECTED')
  expect(await suspended()).toBeNull()
})

test('a record is of the newest thousand verdicts, so that another costs the same however many there are', async () => {
  const { companyId, knowledgeId, listed } = await known()
  await db.system.query(
    `insert into automatic_answers (id, company_id, question, confidence, knowledge_id, quick_reply, decided_at)
      select gen_random_uuid(), $1, 'PIN?', 0.9, $2, case when n <= 600 then 'REJECTED' else 'ACCEPTED' end,
        clock_timestamp() + interval '1 hour' - n * interval '1 s'
      from generate_series(1, 1100) n`,
    [companyId, knowledgeId],
  )

  expect(await listed()).toMatchObject([{ uuid: knowledgeId, shown: 1_000, rejected: 600 }])
})

test('an answer that is rejected inside conversations is given to no further question of its class', async () => {
  const { companyId, cast, run, user, suspended } = await known()
  const ask = async () => {
    const asked = { text: 'PIN?', predictedClass: 'pin', externalIds: [] }
    return (await run((tx) => askQuestion(tx, user(cast.ada), asked, 'http://localhost'))).view.uuid
  }
  const responses = async (questionId: string) =>
    (await db.system.query('select id from responses where question_id = $1', [questionId])).rows
  const people = await Promise.all(
    ['ben', 'cleo'].map((name) =>
      run((tx) => createPerson(tx, { companyId, role: 'user', email: `${name}@x.example`, name })),
    ),
  )
  for (const [i, userId] of [cast.ada, ...people.map((one) => one.userId)].entries()) {
    const questionId = await ask()
    await db.system.query('update questions set asker_id = $2 where id = $1', [questionId, userId])
    const [response] = await responses(questionId)
    expect(await suspended(), String(i)).toBeNull()
    const verdict = { responseId: response.id, quickReply: 'REJECTED' } as const
    await run((tx) => confirmAutoResponse(tx, user(userId), verdict))
  }

  expect(await suspended()).toBe('REJECTED')
  expect(await responses(await ask())).toEqual([])
})

test('what an older process decides, which names no answer, counts for the answer that was given', async () => {
  const { companyId, cast, knowledgeId, run, user } = await known()
  const asked = { text: 'PIN?', predictedClass: 'pin', externalIds: [] }
  const { view } = await run((tx) => askQuestion(tx, user(cast.ada), asked, 'http://localhost'))

  await db.system.query(
    `update responses set quick_reply = 'REJECTED', is_accepted = false, updated_at = updated_at + interval '1 s' where question_id = $1`,
    [view.uuid],
  )

  expect(await run((tx) => findAnswerRecords(tx, companyId))).toMatchObject([{ knowledgeId, judged: 1, rejected: 1 }])
})

test('records are told anew of answers alone whose verdicts or words changed', async () => {
  const { companyId, knowledgeId, run, give, judge } = await known()
  const answers = [{ question: 'My card?', answer: 'In the post.', class: 'card' }]
  const [other = ''] = (await run((tx) => addKnowledge(tx, { companyId, answers }))).knowledgeIds
  const finding = { predictedClass: null, classConfidence: 0, knowledgeId: other, answerConfidence: 0.9 }
  const rejectOther = async () => {
    const { uuid } = await run((tx) => giveAutomaticAnswer(tx, companyId, 'My card?', finding))
    await judge(uuid, 'REJECTED')
  }
  const find = (seen?: KeptRecord[]) => run((tx) => findAnswerRecords(tx, companyId, seen))
  await judge((await give()).uuid, 'ACCEPTED')
  await rejectOther()
  const seen = await find()

  expect(seen).toHaveLength(2)
  expect(await find(seen)).toEqual([])
  await rejectOther()
  expect(await find(seen)).toMatchObject([{ knowledgeId: other, judged: 2, rejected: 2 }])
  await run((tx) => changeKnowledge(tx, companyId, knowledgeId, { answer: 'On the letter.' }))
  expect((await find(seen)).find((one) => one.knowledgeId === knowledgeId)).toMatchObject({ judged: 0, rejected: 0 })
})

test('a verdict that comes as another one is erased changes the stamp', async () => {
  const { companyId, run, give, judge } = await known()
  const verdicts = async () => (await run((tx) => findKnowledgeStamps(tx, [companyId])))[0]?.verdicts
  const [first, second, third] = await Promise.all([give(), give(), give()])
  const none = await verdicts()
  await judge(first.uuid, 'ACCEPTED')
  const one = await verdicts()

  await db.system.query('delete from automatic_answers where id = $1', [first.uuid])
  await judge(second.uuid, 'REJECTED')

  expect(new Set([none, one, await verdicts()]).size).toBe(3)
  await run((tx) => judgeAutomaticAnswer(tx, companyId, { uuid: third.uuid, quickReply: 'REJECTED' }))
  expect(await run((tx) => findAnswerRecords(tx, companyId))).toMatchObject([{ judged: 2, rejected: 2 }])
})

test('of three who reject an answer at one moment the last counts the others', async () => {
  const { give, judge, suspended } = await known()
  const given = await Promise.all([give(), give(), give()])

  await Promise.all(given.map(({ uuid }) => judge(uuid, 'REJECTED')))

  expect(await suspended()).toBe('REJECTED')
})

test('an answer is contradicted by three rejections and an upper bound below what is asked for', () => {
  const at = (accepted: number, rejected: number, precision: number) =>
    isContradicted({ judged: accepted + rejected, rejected }, precision)

  expect([at(0, 2, 0.9), at(0, 3, 0.9), at(1, 4, 0.9), at(9, 4, 0.9)]).toEqual([false, true, true, true])
  expect([at(17, 3, 0.9), at(17, 3, 0.95), at(97, 3, 0.98), at(90, 10, 0.9)]).toEqual([false, true, false, false])
})

test('says that the known answers are suspended where they all are', async () => {
  const { companyId, knowledgeId, run } = await known()
  const finding = {
    predictedClass: null,
    classConfidence: 0,
    knowledgeId: null,
    answerConfidence: 0,
    abstains: 'nothing_known',
  } as const
  const message = async () => (await run((tx) => giveAutomaticAnswer(tx, companyId, 'Q?', finding))).abstains?.message

  expect(await message()).toBe('The company has no known answers yet.')
  await run((tx) => changeKnowledge(tx, companyId, knowledgeId, { isSuspended: true }))
  expect(await message()).toMatch(/^No known answer is to be given: the only one is suspended\./)
})
