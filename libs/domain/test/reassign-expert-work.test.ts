import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { changeExpert } from '../src/administration/experts.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { findInvariants } from '../src/routing/find-invariants.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { bruno, carla, companyId } = cast
const { run, claimed, ask, offer, see, systemMessages } = stageOf(db, cast)

const rows = async (text: string, values: unknown[]) => (await db.system.query(text, values)).rows
const violated = async () =>
  (await run((tx) => findInvariants(tx, companyId))).filter(({ violations }) => violations > 0)
const deactivate = (expertId: string) => run((tx) => changeExpert(tx, companyId, expertId, { isActive: false }))

describe('an expert who is deactivated', () => {
  test('gives held questions back at once, at their age', async () => {
    const questionId = await claimed(bruno)
    const [before] = await rows('select queued_at from questions where id = $1', [questionId])

    await deactivate(bruno)

    expect((await see(questionId)).isClaimed).toBe(false)
    const [after] = await rows('select turn, holder_id, queued_at, wave_due_at from questions where id = $1', [
      questionId,
    ])
    expect(after).toMatchObject({ turn: 'experts', holder_id: null, ...before })
    expect(after.wave_due_at).not.toBeNull()
    expect(await systemMessages(questionId)).toContain('NOTIFYING_EXPERTS')
    expect(await rows('select load from experts where user_id = $1', [bruno])).toEqual([{ load: 0 }])
  })

  test('leaves an answer that waits for its asker; routing looks for others if the asker writes on', async () => {
    const small = await inviteCast(db)
    const s = stageOf(db, small)
    const { questionId } = await s.answered(small.bruno)
    const state = async () => {
      const [row] = await rows(
        'select turn, holder_id, wave_due_at is not null as wave, lease_due_at is not null as lease from questions where id = $1',
        [questionId],
      )
      return row
    }

    await s.run((tx) => changeExpert(tx, small.companyId, small.bruno, { isActive: false }))

    expect(await state()).toEqual({ turn: 'asker', holder_id: null, wave: false, lease: false })
    expect(await rows('select load from experts where user_id = $1', [small.bruno])).toEqual([{ load: 0 }])
    expect(await violated()).toEqual([])

    await s.run((tx) =>
      makeChange(tx, addMessage(s.user(small.ada), { questionId, text: 'And then?', externalIds: [] })).then(
        addedMessage,
      ),
    )

    expect(await state()).toEqual({ turn: 'experts', holder_id: null, wave: true, lease: false })
    expect(await s.offer(questionId, [small.carla])).toEqual([questionId])
    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(small.carla), { questionId })))
    await s.run((tx) =>
      makeChange(tx, respond(s.expert(small.carla), { questionId, text: 'This.' })).then(addedResponse),
    )
    expect((await s.see(questionId)).state.numResponses).toBe(2)
  })

  test('loses pending offers, and routing looks for others at once if no other expert is deciding', async () => {
    const questionId = await ask()
    await offer(questionId, [carla])
    await rows('delete from outbox', [])

    await deactivate(carla)

    expect(await rows('select status, reason from offers where question_id = $1', [questionId])).toEqual([
      { status: 'withdrawn', reason: 'expert left' },
    ])
    const jobs = await rows(
      `select j ->> 'job' as job from outbox, jsonb_array_elements(jobs) j
      where j #>> '{payload,questionId}' = $1`,
      [questionId],
    )
    expect(jobs.map(({ job }) => job).sort()).toEqual(['question-changed', 'route-question'])
  })
})
