import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import * as domain from '../src/index.ts'
import { stageOf } from './stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { run, ask, offer, expert, answered, user } = stageOf(db, cast)

const breakIt = (questionId: string, set: string) =>
  db.system.query(`update questions set ${set} where id = $1`, [questionId])
const rowOf = async (questionId: string) =>
  (await db.system.query('select * from questions where id = $1', [questionId])).rows[0]

/** Goes round all open questions once. */
async function goRound(): Promise<domain.Repairs> {
  const repaired: domain.Repairs = {}
  let from = domain.firstWindow
  do {
    const round = await domain.repairLimbo(db, from, 3)
    Object.assign(repaired, round.repaired)
    from = round.next
  } while (from !== domain.firstWindow)
  return { ...repaired, ...(await domain.repairBetweenTables(db, 100)) }
}

async function claimed() {
  const questionId = await ask()
  await offer(questionId)
  await run((tx) => domain.claimQuestion(tx, expert(cast.bruno), { questionId }))
  return questionId
}

async function rerouted() {
  const questionId = await ask()
  await run((tx) => domain.rerouteQuestion(tx, user(cast.ada), { questionId }))
  return questionId
}

test('a company at work is in no limbo', async () => {
  await ask()
  await offer(await ask())
  await answered()
  await claimed()
  await rerouted()

  expect(await goRound()).toEqual({})
})

describe('is found and mended', () => {
  test.each([
    [
      'a question nobody was ever offered',
      ask,
      'wave_due_at = null',
      'experts-have-offer-or-wave',
      { wave_due_at: expect.any(Date) },
    ],
    ['a claim without a lease', claimed, 'lease_due_at = null', 'holder-has-lease', { lease_due_at: expect.any(Date) }],
    [
      'an experts’ turn without escalation',
      ask,
      'escalation_due_at = null',
      'experts-clock-runs',
      { escalation_due_at: expect.any(Date) },
    ],
    [
      'an asker waiting for nothing',
      ask,
      `turn = 'asker', wave_due_at = null`,
      'asker-has-answer',
      { turn: 'experts', wave_due_at: expect.any(Date) },
    ],
    [
      'agents who were never asked',
      ask,
      `turn = 'agents', wave_due_at = null`,
      'agents-only-when-rerouted',
      { turn: 'experts' },
    ],
    [
      'a rerouted question that experts are waited for',
      rerouted,
      `turn = 'experts'`,
      'rerouted-with-agents',
      { turn: 'agents' },
    ],
    [
      'a rerouted question that would expire',
      rerouted,
      'expiry_due_at = now()',
      'rerouted-with-agents',
      { expiry_due_at: null },
    ],
    [
      'a question that was given up for ever',
      ask,
      'opinion_of = gen_random_uuid()',
      'second-opinion-ends',
      { opinion_due_at: expect.any(Date) },
    ],
    [
      'a held question that is still given up',
      claimed,
      `opinion_due_at = now() + interval '1 minute', opinion_held = true`,
      'second-opinion-ends',
      { opinion_due_at: null, opinion_held: false },
    ],
    ['a question without end', ask, 'expiry_due_at = null', 'unresolved-expires', { expiry_due_at: expect.any(Date) }],
  ] as const)('%s', async (_, make, damage, invariant, mended) => {
    const questionId = await make()
    await breakIt(questionId, damage)

    expect(await goRound()).toEqual({ [invariant]: 1 })
    expect(await rowOf(questionId)).toMatchObject(mended)
    expect(await goRound()).toEqual({})
  })

  test('an offer of a question that is taken', async () => {
    const questionId = await claimed()
    await db.system.query(
      `insert into offers (id, company_id, question_id, expert_id, round, wave) values (gen_random_uuid(), $1, $2, $3, 0, 1)`,
      [cast.companyId, questionId, cast.carlos],
    )

    expect(await goRound()).toEqual({ 'no-offer-of-what-is-taken': 1 })
    expect(await goRound()).toEqual({})
  })

  test('a load that is not what is held', async () => {
    await db.system.query('update experts set load = load + 7 where user_id = $1', [cast.carla])

    expect(await goRound()).toEqual({ 'load-is-what-is-held': 1 })
    expect(await goRound()).toEqual({})
  })
})

test('a question that is being moved right now is left alone', async () => {
  const questionId = await ask()
  await run(async (tx) => {
    await tx.query({ name: 'break', text: 'update questions set wave_due_at = null where id = $1' }, [questionId])
    expect(await goRound()).toEqual({})
    await tx.query({ name: 'mend', text: 'update questions set wave_due_at = now() where id = $1' }, [questionId])
  })
})
