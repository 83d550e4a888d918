import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test, vi } from 'vitest'
import { updateExpertProfile } from '../src/administration/expert-profile.ts'
import { changeExpert, findExpert } from '../src/administration/experts.ts'
import { blockUser } from '../src/administration/users.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { lockQuestion } from '../src/questions/question.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { returnWorkOfAbsent } from '../src/questions/withdraw-offers.ts'
import { neverTakes } from '../src/routing/hindrance.ts'
import { findChangedExperts, findRoutingExperts } from '../src/routing/routing-experts.ts'
import { lockRow } from '../src/views/versions.ts'
import { copyQuestion } from './copy-question.ts'
import { publicUrl, type Stage, stageOf } from './domain-stage.ts'

const db = await openTestDatabase({ maxConnections: 12 })
const rows = async (text: string, values: unknown[] = []) => (await db.system.query(text, values)).rows

async function openStage() {
  const s = stageOf(db, await inviteCast(db))
  const { companyId, bruno } = s.cast
  return {
    ...s,
    goesAway: () => s.run((tx) => updateExpertProfile(tx, s.expert(bruno), { availability: 'AWAY' }, publicUrl)),
    deactivate: () => s.run((tx) => changeExpert(tx, companyId, bruno, { isActive: false })),
    block: (isBlocked: boolean) => inSystem(db, (tx) => blockUser(tx.of(companyId), companyId, bruno, isBlocked)),
    work: () => returnWorkOfAbsent(db, companyId, bruno),
  }
}

/** Adds questions that wait for Bruno only. His offers have no end. */
async function offerMany(s: Stage, count: number) {
  await rows(
    `insert into offers (id, company_id, question_id, expert_id, round, wave)
      select gen_random_uuid(), $1, id, $3, 0, 1 from unnest($2::uuid[]) as id`,
    [s.cast.companyId, await copyQuestion(db, await s.ask(), count), s.cast.bruno],
  )
}

/** Number of Bruno's withdrawn offers by transaction, largest first, and of his pending ones. */
async function offersOf({ cast }: Stage) {
  const withdrawn = await rows(
    `select count(*)::int as n from offers where expert_id = $1 and status = 'withdrawn' group by xmin::text order by n desc`,
    [cast.bruno],
  )
  const [pending] = await rows(`select count(*)::int as n from offers where expert_id = $1 and status = 'pending'`, [
    cast.bruno,
  ])
  return { withdrawn: withdrawn.map(({ n }) => n), pending: pending.n }
}

const jobsFor = async ({ cast }: Stage) =>
  (
    await rows(
      `select 1 from outbox, jsonb_array_elements(jobs) j
        where company_id = $1 and j ->> 'job' = 'withdraw-offers' and j #>> '{payload,expertId}' = $2`,
      [cast.companyId, cast.bruno],
    )
  ).length

describe('an expert with thousands of offers', () => {
  test.each(['goesAway', 'deactivate', 'block'] as const)(
    'returns 100 in the request, and a job the others in transactions of 100: %s',
    async (leaves) => {
      const s = await openStage()
      await offerMany(s, 2_050)

      await s[leaves](true)

      expect(await offersOf(s)).toEqual({ withdrawn: [100], pending: 1_950 })
      expect(await jobsFor(s)).toBe(1)
      await s.work()
      expect(await offersOf(s)).toEqual({ withdrawn: [...Array(20).fill(100), 50], pending: 0 })
    },
    60_000,
  )

  test('loses them although the job fails between two transactions', async () => {
    const s = await openStage()
    await offerMany(s, 350)
    await s.goesAway()
    const [last] = await rows(
      `select question_id as id from offers where expert_id = $1 and status = 'pending' order by question_id desc limit 1`,
      [s.cast.bruno],
    )

    await s.run(async (tx) => {
      await lockQuestion(tx, last.id)
      await expect(s.work()).rejects.toThrow('lock timeout')
    })

    expect(await offersOf(s)).toEqual({ withdrawn: [100, 100, 100], pending: 50 })
    await s.work()
    expect((await offersOf(s)).pending).toBe(0)
  })

  test('keeps those that are left if the expert is available again', async () => {
    const s = await openStage()
    await offerMany(s, 150)
    await s.goesAway()
    await s.run((tx) => updateExpertProfile(tx, s.expert(s.cast.bruno), { availability: 'AVAILABLE' }, publicUrl))

    await s.work()

    expect(await offersOf(s)).toEqual({ withdrawn: [100], pending: 50 })
  })
})

describe('an expert leaves without waiting for a question that another transaction has locked', () => {
  test('so their claim of it and AWAY under If-Match do not deadlock', async () => {
    const s = await openStage()
    const { bruno, companyId } = s.cast
    const [questionId, other] = [await s.ask(), await s.ask()]
    for (const id of [questionId, other]) await s.offer(id, [bruno])

    await s.run(async (tx) => {
      await lockQuestion(tx, questionId)
      // As the route does with If-Match.
      await s.run(async (put) => {
        await lockRow(put, 'experts', bruno)
        await updateExpertProfile(put, s.expert(bruno), { availability: 'AWAY' }, publicUrl)
      })
      await makeChange(tx, claimQuestion(s.expert(bruno), { questionId }))
    })

    expect((await s.see(questionId)).isClaimed).toBe(true)
    await s.work()
    const left = await inSystem(db, (tx) => findExpert(tx.of(companyId), companyId, bruno, publicUrl))
    expect(left.availability).toBe('AWAY')
    expect(await offersOf(s)).toEqual({ withdrawn: [1], pending: 0 })
  })

  test('so the acceptance of one held question and the release of another do not deadlock', async () => {
    const s = await openStage()
    const { bruno, ada } = s.cast
    const first = await s.claimed()
    const { questionId, responseId } = await s.answered(bruno)
    expect(first < questionId).toBe(true)

    await s.run(async (tx) => {
      await lockQuestion(tx, questionId)
      await s.deactivate()
      await makeChange(tx, acceptResponse(s.user(ada), { responseId }))
    })

    expect((await s.see(first)).isClaimed).toBe(false)
    expect((await s.see(questionId)).state.status).toBe('RESOLVED')
    expect(await rows('select load from experts where user_id = $1', [bruno])).toEqual([{ load: 0 }])
    await s.work()
  })

  test('and a job returns it afterwards', async () => {
    const s = await openStage()
    const questionId = await s.claimed()

    await s.run(async (tx) => {
      await lockQuestion(tx, questionId)
      await s.deactivate()
    })

    expect((await s.see(questionId)).isClaimed).toBe(true)
    expect(await jobsFor(s)).toBe(1)
    await s.work()
    expect((await s.see(questionId)).isClaimed).toBe(false)
  })

  test.each(['deactivate', 'block'] as const)(
    'and a claim that sees the end of it is refused, and its offer withdrawn: %s',
    async (leaves) => {
      const s = await openStage()
      const { bruno } = s.cast
      const questionId = await s.ask()
      await s.offer(questionId, [bruno])

      const claim = s.run(async (tx) => {
        await lockQuestion(tx, questionId)
        await s[leaves](true)
        await makeChange(tx, claimQuestion(s.expert(bruno), { questionId }))
      })

      await expect(claim).rejects.toMatchObject({ code: 'at_capacity' })
      await s.work()
      expect(await offersOf(s)).toEqual({ withdrawn: [1], pending: 0 })
    },
  )

  test('and a claim that waits for the row of an expert who is being blocked is refused', async () => {
    const s = await openStage()
    const { bruno, companyId } = s.cast
    const questionId = await s.ask()
    await s.offer(questionId, [bruno])

    const claim = await s
      .run(async (tx) => {
        await lockQuestion(tx, questionId)
        return inSystem(db, async (block) => {
          await blockUser(block.of(companyId), companyId, bruno, true)
          const claiming = makeChange(tx, claimQuestion(s.expert(bruno), { questionId }))
          claiming.catch(() => undefined)
          await vi.waitFor(
            async () =>
              expect(
                await rows(
                  `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
                ),
              ).toHaveLength(1),
            1_800,
          )
          return { claiming }
        }).then(({ claiming }) => claiming)
      })
      .catch((error) => error)

    expect(claim).toMatchObject({ code: 'at_capacity' })
    expect(await rows('select holder_id as "holderId" from questions where id = $1', [questionId])).toEqual([
      { holderId: null },
    ])
    expect(await rows('select load from experts where user_id = $1', [bruno])).toEqual([{ load: 0 }])
  })
})

describe('a blocked expert', () => {
  const need = (s: Stage) => ({ language: 'en', units: 1, requirement: undefined, categoryId: s.cast.categoryId })
  const routed = async (s: Stage) =>
    (await s.run((tx) => findRoutingExperts(tx, s.cast.companyId))).find(({ expertId }) => expertId === s.cast.bruno)
  /** Every change so far is an hour old. */
  const forgetChanges = ({ cast }: Stage) =>
    rows(`update experts set changed_at = changed_at - interval '1 hour' where company_id = $1`, [cast.companyId])
  const changes = ({ run, cast }: Stage) =>
    run((tx) => findChangedExperts(tx, [{ companyId: cast.companyId, since: new Date(Date.now() - 60_000) }]))

  test('returns held questions and offers at once', async () => {
    const s = await openStage()
    const [taken, offered] = [await s.claimed(), await s.ask()]
    await s.offer(offered, [s.cast.bruno])

    await s.block(true)

    expect((await s.see(taken)).isClaimed).toBe(false)
    expect((await offersOf(s)).pending).toBe(0)
    expect(await rows('select load from experts where user_id = $1', [s.cast.bruno])).toEqual([{ load: 0 }])
  })

  test('returns held questions after the first 100 by the job, even if an admin sets them AVAILABLE meanwhile', async () => {
    const s = await openStage()
    const { bruno, companyId } = s.cast
    const ids = await copyQuestion(db, await s.claimed(), 120)
    await rows('update experts set load = 121 where user_id = $1', [bruno])
    const stillHeld = async () =>
      (await rows('select 1 from questions where holder_id = $1 and id = any($2)', [bruno, ids])).length

    await s.block(true)
    expect(await stillHeld()).toBeGreaterThan(0)
    await s.run((tx) => changeExpert(tx, companyId, bruno, { availability: 'AVAILABLE' }))
    await s.work()

    expect(await stillHeld()).toBe(0)
    expect(await rows('select load from experts where user_id = $1', [bruno])).toEqual([{ load: 0 }])
  })

  test('is never to take a question, which routing workers read as a change, and gets no offer', async () => {
    const s = await openStage()
    await forgetChanges(s)

    await s.block(true)

    const expert = await routed(s)
    expect(expert && neverTakes(expert, need(s))).toEqual({ verdict: 'inactive' })
    expect(await changes(s)).toMatchObject([{ expertId: s.cast.bruno, isActive: false }])
    expect(await s.offer(await s.ask(), [s.cast.bruno])).toEqual([])
  })

  test('is OFFLINE after the block ends, until their availability is set', async () => {
    const s = await openStage()
    await s.block(true)
    await forgetChanges(s)

    await s.block(false)

    expect(await routed(s)).toMatchObject({ isActive: true, availability: 'OFFLINE' })
    expect(await changes(s)).toMatchObject([{ expertId: s.cast.bruno, isActive: true }])
  })

  test('who was deactivated before stays deactivated after the block ends', async () => {
    const s = await openStage()
    await s.deactivate()

    await s.block(true)
    await s.block(false)

    expect(await routed(s)).toMatchObject({ isActive: false })
  })

  test('unblocking an expert who is not blocked changes nothing', async () => {
    const s = await openStage()

    await s.block(false)

    expect(await routed(s)).toMatchObject({ isActive: true, availability: 'AVAILABLE' })
  })
})
