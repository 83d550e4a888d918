import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { updateExpertProfile } from '../src/administration/expert-profile.ts'
import { changeExpert } from '../src/administration/experts.ts'
import { returnWorkOfAbsent } from '../src/questions/withdraw-offers.ts'
import { offerToExperts } from '../src/routing/offer.ts'
import { publicUrl, type Stage, stageOf } from './domain-stage.ts'

const db = await openTestDatabase({ maxConnections: 12 })
const stage = async () => stageOf(db, await inviteCast(db))

const offersOf = async (questionId: string) =>
  (
    await db.system.query<{ expert_id: string; status: string }>(
      'select expert_id, status from offers where question_id = $1 order by created_at, id',
      [questionId],
    )
  ).rows
const jobsOf = async (questionId: string) =>
  (
    await db.system.query<{ job: string }>(
      `select j ->> 'job' as job from outbox, jsonb_array_elements(jobs) j where j #>> '{payload,questionId}' = $1 order by id`,
      [questionId],
    )
  ).rows.map(({ job }) => job)
const leaves = (s: Stage, availability: 'AWAY' | 'OFFLINE' | 'AVAILABLE', by = s.cast.bruno) =>
  s.run((tx) => updateExpertProfile(tx, s.expert(by), { availability }, publicUrl))

describe('an expert who is no longer available loses pending offers at once', () => {
  const ways: Record<string, (s: Stage) => Promise<unknown>> = {
    'becomes AWAY': (s) => leaves(s, 'AWAY'),
    'goes OFFLINE': (s) => leaves(s, 'OFFLINE'),
    'is set AWAY by an admin': (s) =>
      s.run((tx) => changeExpert(tx, s.cast.companyId, s.cast.bruno, { availability: 'AWAY' })),
    'is deactivated': (s) => s.run((tx) => changeExpert(tx, s.cast.companyId, s.cast.bruno, { isActive: false })),
  }
  test.each(Object.keys(ways))('when the expert %s', async (name) => {
    const s = await stage()
    const questionId = await s.ask()
    await s.offer(questionId, [s.cast.bruno])
    const before = await jobsOf(questionId)

    await ways[name]?.(s)

    expect(await offersOf(questionId)).toEqual([{ expert_id: s.cast.bruno, status: 'withdrawn' }])
    expect((await jobsOf(questionId)).slice(before.length)).toEqual(['question-changed', 'route-question'])
    await expect(s.see(questionId, s.expert(s.cast.bruno))).rejects.toMatchObject({ code: 'question_not_found' })
  })

  test('and the question is not routed on while another expert is deciding', async () => {
    const s = await stage()
    const questionId = await s.ask()
    await s.offer(questionId, [s.cast.bruno, s.cast.carla])
    const before = await jobsOf(questionId)

    await leaves(s, 'OFFLINE')

    expect((await offersOf(questionId)).map(({ status }) => status).sort()).toEqual(['pending', 'withdrawn'])
    expect((await jobsOf(questionId)).slice(before.length)).toEqual(['question-changed'])
  })

  test('and the version of the question stays, because nothing changed for anybody else', async () => {
    const s = await stage()
    const questionId = await s.ask()
    await s.offer(questionId, [s.cast.bruno])
    const before = await s.events(questionId)

    await leaves(s, 'AWAY')

    expect(await s.events(questionId)).toEqual(before)
  })

  test('a claimed question stays with an expert who becomes AWAY', async () => {
    const s = await stage()
    const { questionId } = await s.answered(s.cast.bruno)

    await leaves(s, 'AWAY')

    expect((await s.see(questionId)).isClaimed).toBe(true)
  })
})

describe('a wave', () => {
  test('is not offered to experts who became unavailable after it was planned', async () => {
    const s = await stage()
    const questionId = await s.ask()
    await leaves(s, 'OFFLINE', s.cast.bruno)

    await s.offer(questionId, [s.cast.bruno, s.cast.carla])

    expect(await offersOf(questionId)).toEqual([{ expert_id: s.cast.carla, status: 'pending' }])
    const [notice] = (await s.see(questionId)).conversation.messages
    expect(notice?.potentialExperts?.experts.map((e) => e.name)).toEqual(['Carla'])
  })

  test('of which no expert is available is not written, and is planned again', async () => {
    const s = await stage()
    const questionId = await s.ask()
    const { companyId, bruno } = s.cast
    await leaves(s, 'OFFLINE')
    const before = await s.events(questionId)

    const outcome = await inSystem(db, (tx) =>
      offerToExperts(tx, [
        {
          questionId,
          companyId,
          expectedWave: 0,
          expectedRound: 0,
          isLast: false,
          offerMs: 90_000,
          lastResponseMs: 0,
          experts: [{ expertId: bruno, score: 1, reasons: [] }],
        },
      ]),
    )

    expect(outcome).toEqual({ offered: [], kept: [], busy: [questionId] })
    expect(await s.events(questionId)).toEqual(before)
    expect(await offersOf(questionId)).toEqual([])
  })

  test('and an expert who goes OFFLINE at the same moment leave no offer open', async () => {
    for (let round = 0; round < 8; round++) {
      const s = await stage()
      const questions = await Promise.all(Array.from({ length: 4 }, () => s.ask()))
      await Promise.all([...questions.map((questionId) => s.offer(questionId, [s.cast.bruno])), leaves(s, 'OFFLINE')])
      // The job that a wave leaves behind if it was committed between the locks of the two.
      await returnWorkOfAbsent(db, s.cast.companyId, s.cast.bruno)

      const open = await db.system.query(`select 1 from offers where expert_id = $1 and status = 'pending'`, [
        s.cast.bruno,
      ])
      expect(open.rows).toEqual([])
    }
  })

  test('that makes an expert AWAY by missed offers has the other offers withdrawn', async () => {
    const s = stageOf(db, await inviteCast(db, { times: { awayAfterMissed: 1 } }))
    const [missed, open] = [await s.ask(), await s.ask()]
    await s.offer(missed, [s.cast.bruno])
    await s.offer(open, [s.cast.bruno])
    await db.system.query(`update offers set due_at = clock_timestamp() - interval '1 second' where question_id = $1`, [
      missed,
    ])

    await s.offer(missed, [s.cast.carla])

    const { rows } = await db.system.query<{ payload: object }>(
      `select j -> 'payload' as payload from outbox, jsonb_array_elements(jobs) j where j ->> 'job' = 'withdraw-offers'
        and company_id = $1`,
      [s.cast.companyId],
    )
    expect(rows).toEqual([{ payload: { companyId: s.cast.companyId, expertId: s.cast.bruno } }])
    await returnWorkOfAbsent(db, s.cast.companyId, s.cast.bruno)
    expect(await offersOf(open)).toEqual([{ expert_id: s.cast.bruno, status: 'withdrawn' }])
  })
})

test('withdrawing the offers of an expert who is available again has no effect', async () => {
  const s = await stage()
  const questionId = await s.ask()
  await s.offer(questionId, [s.cast.bruno])

  await returnWorkOfAbsent(db, s.cast.companyId, s.cast.bruno)

  expect(await offersOf(questionId)).toEqual([{ expert_id: s.cast.bruno, status: 'pending' }])
})
