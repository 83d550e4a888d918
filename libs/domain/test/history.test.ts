import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { declineQuestion } from '../src/questions/claim.ts'
import { viewHistory } from '../src/views/history.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const rival = await inviteCast(db)
const s = stageOf(db, cast)

test('an agent reads who was offered a question, why they declined, and who changed it', async () => {
  const questionId = await s.ask()
  await s.offer(questionId, [cast.bruno, cast.carla])
  await s.run((tx) => makeChange(tx, declineQuestion(s.expert(cast.carla), { questionId, reason: 'Not my field' })))

  const history = await s.run((tx) => viewHistory(tx, s.agent(cast.dora), questionId))

  expect(history.offers).toMatchObject([
    { expert: { uuid: cast.bruno }, status: 'pending', reason: null, dateClosed: null },
    { expert: { uuid: cast.carla }, status: 'declined', reason: 'Not my field' },
  ])
  expect(history.events.map(({ type }) => type)).toEqual((await s.events(questionId)).map(({ type }) => type))
})

test('a history does not exist for its asker and for another company', async () => {
  const questionId = await s.ask({ by: cast.dora })
  const other = stageOf(db, rival)

  const attempts = [
    s.run((tx) => viewHistory(tx, s.agent(cast.dora), questionId)),
    other.run((tx) => viewHistory(tx, other.agent(rival.dora), questionId)),
  ]
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'question_not_found' })))
})
