import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { closeQuestion } from '../src/questions/settle.ts'
import { deleteOffersOfClosed } from '../src/routing/delete-offers.ts'
import { type Stage, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

/** A company with a question that was offered to two experts 100 days ago. */
async function offeredLongAgo(settings: object = {}) {
  const s = stageOf(db, await inviteCast(db))
  await db.system.query('update companies set settings = $2 where id = $1', [s.cast.companyId, settings])
  const questionId = await s.ask()
  await s.offer(questionId)
  await db.system.query(
    `update offers set id = (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint - 100 * 86400000::bigint), 12, '0')
      || right(replace(id::text, '-', ''), 20))::uuid where question_id = $1`,
    [questionId],
  )
  return { s, questionId }
}

async function closedAgo({ s, questionId }: { s: Stage; questionId: string }, days: number) {
  await s.run((tx) => makeChange(tx, closeQuestion(s.user(s.cast.ada), { questionId })))
  await db.system.query(
    'update questions set closed_at = clock_timestamp() - make_interval(days => $2) where id = $1',
    [questionId, days],
  )
  return questionId
}

const offersOf = async (questionId: string) =>
  (await db.system.query('select id from offers where question_id = $1', [questionId])).rows.length

/** Deletes in batches of `size` until all old offers were looked at. */
async function deleteAll(size = 100): Promise<number> {
  let total = 0
  let from: string | undefined
  do {
    const { deleted, next } = await deleteOffersOfClosed(db, size, from)
    total += deleted
    from = next
  } while (!from.startsWith('00000000'))
  return total
}

test('offers are deleted 30 days after their question was closed, and not before', async () => {
  const late = await closedAgo(await offeredLongAgo(), 31)
  const early = await closedAgo(await offeredLongAgo(), 29)

  expect(await deleteAll()).toBe(2)
  expect([await offersOf(late), await offersOf(early)]).toEqual([0, 2])
})

test('a company sets its own time', async () => {
  const days = (count: number) => ({ offersKeptMs: count * 86_400_000 })
  const short = await closedAgo(await offeredLongAgo(days(2)), 3)
  const long = await closedAgo(await offeredLongAgo(days(60)), 59)

  expect(await deleteAll()).toBe(2)
  expect([await offersOf(short), await offersOf(long)]).toEqual([0, 2])
})

test('offers of an open question are kept, whatever their age', async () => {
  const { s, questionId } = await offeredLongAgo()
  await s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.bruno), { questionId })))

  expect(await deleteAll()).toBe(0)
  expect(await offersOf(questionId)).toBe(2)
})

test('small batches walk past the offers that are kept', async () => {
  await offeredLongAgo()
  const old = await closedAgo(await offeredLongAgo(), 31)

  expect(await deleteAll(1)).toBe(2)
  expect(await offersOf(old)).toBe(0)
})
