import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { changeCompany } from '../src/administration/company.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { rateResponse } from '../src/questions/rate.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const stars = { name: 'STARS', order: 'ASCENDING' as const, values: ['ONE', 'TWO', 'THREE'] }

test('a response keeps the scale that it was rated with', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const { questionId, responseId } = await s.answered()
  expect((await s.see(questionId)).conversation.responses[0]).toMatchObject({ rating: null, ratingSystem: null })
  await s.run((tx) => rateResponse(tx, s.user(cast.ada), { responseId, rating: 'POSITIVE_5' }))

  await inSystem(db, (tx) => changeCompany(tx, cast.companyId, { settings: { ratingSystem: stars } }))

  const question = await s.see(questionId)
  expect(question.ratingSystem).toEqual(stars)
  expect(question.conversation.responses[0]).toMatchObject({
    rating: 'POSITIVE_5',
    ratingSystem: { name: 'FIVE_POINT', order: 'DESCENDING' },
  })
})

test('a new rating takes the new scale and replaces the old worth in the record of the expert', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const { questionId, responseId } = await s.answered()
  const rate = (rating: string) => s.run((tx) => rateResponse(tx, s.user(cast.ada), { responseId, rating }))
  const record = async () =>
    (await db.system.query('select rated_answers, rating_sum from experts where user_id = $1', [cast.bruno])).rows[0]
  await rate('NEUTRAL_5')
  expect(await record()).toEqual({ rated_answers: 1, rating_sum: 0.5 })

  await inSystem(db, (tx) => changeCompany(tx, cast.companyId, { settings: { ratingSystem: stars } }))
  await rate('THREE')

  expect((await s.see(questionId)).conversation.responses[0]).toMatchObject({ rating: 'THREE', ratingSystem: stars })
  expect(await record()).toEqual({ rated_answers: 1, rating_sum: 1 })
})

test('repeating the same rating changes nothing and raises no event', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const { questionId, responseId } = await s.answered()
  const rate = () => s.run((tx) => rateResponse(tx, s.user(cast.ada), { responseId, rating: 'POSITIVE_5' }))
  await rate()
  const [before, events] = [await s.see(questionId), await s.events(questionId)]
  const record = 'select rated_answers, rating_sum, changed_at from experts where user_id = $1'
  const { rows: recordBefore } = await db.system.query(record, [cast.bruno])

  await rate()

  expect(await s.events(questionId)).toEqual(events)
  expect(await s.see(questionId)).toEqual(before)
  expect((await db.system.query(record, [cast.bruno])).rows).toEqual(recordBefore)
})

test('the best value of an ascending scale asks for a testimonial, the worst does not', async () => {
  const cast = await inviteCast(db, { settings: { ratingSystem: stars } })
  const s = stageOf(db, cast)
  for (const [rating, isThanked] of [
    ['ONE', false],
    ['THREE', true],
  ] as const) {
    const { questionId, responseId } = await s.answered()
    await s.run((tx) => makeChange(tx, acceptResponse(s.user(cast.ada), { responseId })))
    await s.run((tx) => rateResponse(tx, s.user(cast.ada), { responseId, rating }))
    expect((await s.systemMessages(questionId)).includes('ADD_TESTIMONIAL')).toBe(isThanked)
  }
})
