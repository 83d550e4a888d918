import { newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { createCategory } from '../src/companies/create-category.ts'
import { addKnowledge } from '../src/knowledge/add-knowledge.ts'
import { observeAnswers, observeClasses } from '../src/knowledge/observed-precision.ts'
import { relabelQuestion } from '../src/learning/relabel.ts'
import { confirmAutoResponse } from '../src/questions/auto-response.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

async function company() {
  const cast = await inviteCast(db)
  const { companyId } = cast
  const s = stageOf(db, cast)
  const { categoryId } = await s.run((tx) => createCategory(tx, { companyId, name: 'Cards' }))
  /** Stores a routing decision that predicted this class, or none. */
  const predict = (questionId: string, predictedClass?: string) =>
    db.system.query(
      `insert into routing_decisions (question_id, company_id, round, wave, kind, policy_version, roster_id, candidates, counts, facts, at)
      values ($1, $2, 0, 1, 'wave', 'v', $3, '[]', '{}', $4, clock_timestamp())`,
      [questionId, companyId, newId(), JSON.stringify({ predictedClass })],
    )
  const label = (questionId: string, name: string) =>
    s.run((tx) => relabelQuestion(tx, s.agent(cast.dora), { questionId, class: name }))
  return { ...s, cast, companyId, categoryId, predict, label }
}

test('the observed precision of classes compares what routing predicted with what people said, per category', async () => {
  const { ask, run, companyId, categoryId, predict, label } = await company()
  const other = await ask()
  await predict(other, 'pin')
  await label(other, 'pin')
  for (const said of ['pin', 'pin', 'loan', 'out_of_scope']) {
    const questionId = await ask({ category: 'Cards' })
    await predict(questionId, 'pin')
    await label(questionId, said)
  }
  const ofCards = (await run((tx) => observeClasses(tx, companyId))).find((one) => one.categoryId === categoryId)

  expect(ofCards).toEqual({ categoryId, judged: 4, right: 2 })
  expect(await run((tx) => observeClasses(tx, companyId))).toHaveLength(2)
})

test('questions without a label, that came with a class, or that were labelled long ago are not observed', async () => {
  const { ask, run, companyId, predict, label } = await company()
  await predict(await ask(), 'pin')
  const withClass = await ask({ predictedClass: 'pin' })
  await predict(withClass)
  await label(withClass, 'pin')
  const old = await ask()
  await predict(old, 'pin')
  await label(old, 'pin')
  await db.system.query(
    `update training_examples set created_at = clock_timestamp() - interval '31 days' where question_id = $1`,
    [old],
  )

  expect(await run((tx) => observeClasses(tx, companyId))).toEqual([])
})

test('the observed precision of answers counts what askers accepted and rejected, per category', async () => {
  const { ask, cast, run, user, companyId, categoryId } = await company()
  const answers = [{ question: 'My PIN?', answer: 'In the app.', class: 'pin' }]
  await run((tx) => addKnowledge(tx, { companyId, answers }))
  for (const quickReply of ['ACCEPTED', 'REJECTED', undefined] as const) {
    const questionId = await ask({ category: 'Cards', predictedClass: 'pin' })
    const { rows } = await db.system.query('select id from responses where question_id = $1', [questionId])
    const responseId = rows[0].id
    if (quickReply) await run((tx) => confirmAutoResponse(tx, user(cast.ada), { responseId, quickReply }))
  }

  expect(await run((tx) => observeAnswers(tx, companyId))).toEqual([{ categoryId, judged: 2, right: 1 }])
})
