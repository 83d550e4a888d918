import { newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { claimQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { addedResponse, markAsResolved, respond } from '../src/questions/respond.ts'
import { acceptResponse, reviewMarkAsResolved } from '../src/questions/settle.ts'
import { stageOf } from './domain-stage.ts'

// Capacity counts what an expert has to do. A question that waits for the asker weighs less, by default nothing.

const db = await openTestDatabase()
const full = { code: 'at_capacity' }

async function stage(capacity: number, settings: Record<string, unknown> = {}) {
  const cast = await inviteCast(db, { capacity })
  await db.system.query('update categories set settings = settings || $2 where company_id = $1', [
    cast.companyId,
    JSON.stringify(settings),
  ])
  const s = stageOf(db, cast)
  const { ada, bruno } = cast
  const [asker, expert] = [s.user(ada), s.expert(bruno)]
  const words = { text: 'Words', externalIds: [] }
  const offered = async () => {
    const questionId = await s.ask()
    await s.offer(questionId, [bruno])
    return questionId
  }
  const jobs = async () => {
    const { rows } = await db.system.query<{ job: string }>(
      `select j ->> 'job' as job from outbox, jsonb_array_elements(jobs) j where company_id = $1`,
      [cast.companyId],
    )
    return rows.filter(({ job }) => job === 'drain-backlog').length
  }
  return {
    ...s,
    offered,
    drains: jobs,
    load: async () => {
      const { rows } = await db.system.query('select load from experts where user_id = $1', [bruno])
      return rows[0].load
    },
    claim: (questionId: string) => s.run((tx) => makeChange(tx, claimQuestion(expert, { questionId }))),
    release: (questionId: string) => s.run((tx) => makeChange(tx, releaseQuestion(expert, { questionId }))),
    respond: (questionId: string) =>
      s.run((tx) => makeChange(tx, respond(expert, { questionId, text: 'An answer' })).then(addedResponse)),
    expertWrites: (responseId: string) =>
      s.run((tx) => makeChange(tx, addMessage(expert, { responseId, ...words })).then(addedMessage)),
    mark: (responseId: string) => s.run((tx) => makeChange(tx, markAsResolved(expert, { responseId }))),
    askerWrites: (questionId: string) =>
      s.run((tx) => makeChange(tx, addMessage(asker, { questionId, ...words })).then(addedMessage)),
    contest: (questionId: string) => s.run((tx) => reviewMarkAsResolved(tx, asker, { questionId, confirm: false })),
    accept: (responseId: string) => s.run((tx) => makeChange(tx, acceptResponse(asker, { responseId }))),
  }
}

describe('a question that an expert holds', () => {
  test('weighs nothing while it waits for the asker, and its weight again when the asker writes', async () => {
    const s = await stage(10, { weight: 3 })
    const questionId = await s.offered()
    await s.claim(questionId)
    expect(await s.load()).toBe(3)
    const { responseId } = await s.respond(questionId)
    expect(await s.load()).toBe(0)
    await s.askerWrites(questionId)
    expect(await s.load()).toBe(3)
    await s.askerWrites(questionId)
    expect(await s.load()).toBe(3)
    await s.expertWrites(responseId)
    expect(await s.load()).toBe(0)
    await s.expertWrites(responseId)
    expect(await s.load()).toBe(0)
    await s.askerWrites(questionId)
    await s.mark(responseId)
    expect(await s.load()).toBe(0)
    await s.contest(questionId)
    expect(await s.load()).toBe(3)
    await s.accept(responseId)
    expect(await s.load()).toBe(0)
  })

  test('weighs nothing if the first answer claims it', async () => {
    const s = await stage(10, { weight: 3 })
    await s.respond(await s.offered())
    expect(await s.load()).toBe(0)
  })

  test.each([
    ['the weight for waiting of its category', { weight: 3, waitingWeight: 1 }, 1],
    ['no more than its weight', { weight: 2, waitingWeight: 7 }, 2],
  ])('weighs %s while it waits for the asker', async (_rule, settings, waiting) => {
    const s = await stage(10, settings)
    const questionId = await s.offered()
    await s.claim(questionId)
    const { responseId } = await s.respond(questionId)
    expect(await s.load()).toBe(waiting)
    await s.askerWrites(questionId)
    expect(await s.load()).toBe(settings.weight)
    await s.expertWrites(responseId)
    await s.accept(responseId)
    expect(await s.load()).toBe(0)
  })

  test('has the new weight of its category after the next turn, and gives back what it took', async () => {
    const s = await stage(10, { weight: 2 })
    const questionId = await s.offered()
    await s.claim(questionId)
    await db.system.query(`update categories set settings = settings || '{"weight": 5}' where company_id = $1`, [
      s.cast.companyId,
    ])
    const { responseId } = await s.respond(questionId)
    expect(await s.load()).toBe(0)
    await s.askerWrites(questionId)
    expect(await s.load()).toBe(5)
    await s.accept(responseId)
    expect(await s.load()).toBe(0)
  })

  test('gives back nothing when it is released while it waits for the asker', async () => {
    const s = await stage(10)
    await s.claim(await s.offered())
    const waiting = await s.offered()
    await s.respond(waiting)
    await s.release(waiting)
    expect(await s.load()).toBe(1)
  })
})

describe('an expert with a capacity of two', () => {
  test('answers any number of questions whose askers never come back', async () => {
    const s = await stage(2)
    for (let n = 0; n < 7; n++) {
      const questionId = await s.offered()
      if (n % 2 === 0) await s.claim(questionId)
      await s.respond(questionId)
    }
    expect(await s.load()).toBe(0)
  })

  test('claims and answers nothing new until the load is below it, and answers all that they hold', async () => {
    const s = await stage(2)
    const held = [await s.offered(), await s.offered(), await s.offered()]
    const responses = []
    for (const questionId of held) responses.push((await s.respond(questionId)).responseId)
    const [toClaim, toAnswer] = [await s.offered(), await s.offered()]
    for (const questionId of held) await s.askerWrites(questionId)
    expect(await s.load()).toBe(3)

    await expect(s.claim(toClaim)).rejects.toMatchObject(full)
    await expect(s.respond(toAnswer)).rejects.toMatchObject(full)
    for (const [n, responseId] of responses.entries()) {
      await s.expertWrites(responseId)
      expect(await s.load()).toBe(2 - n)
      if (n === 0) await expect(s.claim(toClaim)).rejects.toMatchObject(full)
    }
    await s.claim(toClaim)
    await s.respond(toAnswer)
    expect(await s.load()).toBe(1)
  })

  test('is told how much there is to do if nothing more fits', async () => {
    const s = await stage(2)
    const [first, second, third] = [await s.offered(), await s.offered(), await s.offered()]
    await s.claim(first)
    await s.claim(second)
    await expect(s.claim(third)).rejects.toThrow(
      'You have 2 of 2 units to do, and this question takes 1: answer or release one first',
    )
  })

  test('wakes routing once an answer makes room, and not while the load stays above the capacity', async () => {
    const s = await stage(2)
    const held = [await s.offered(), await s.offered(), await s.offered()]
    const responses = []
    for (const questionId of held) responses.push((await s.respond(questionId)).responseId)
    for (const questionId of held) await s.askerWrites(questionId)
    expect(await s.drains()).toBe(0)
    const drains = []
    for (const responseId of responses) {
      await s.expertWrites(responseId)
      drains.push(await s.drains())
    }
    // From 3 to 2 there is no room yet. From 2 to 1 there is room for the first time. At 1 there was room already.
    expect(drains).toEqual([0, 1, 1])
  })
})

test('a load that passed to the asker and back is what is held, whatever the company sets meanwhile', async () => {
  const s = await stage(10, { weight: 2, waitingWeight: 1 })
  const ids = [await s.offered(), await s.offered()]
  for (const questionId of ids) await s.respond(questionId)
  await s.askerWrites(ids[0] ?? newId())
  const { rows } = await db.system.query(
    `select sum(units)::int as units from questions where holder_id = $1 and closed_at is null`,
    [s.cast.bruno],
  )
  expect([rows[0].units, await s.load()]).toEqual([3, 3])
})
