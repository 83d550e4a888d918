import { changeExpert } from '@askline/domain/administration/experts'
import { moveDueQuestions } from '@askline/domain/routing/due'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { ages, foundCompany, offersOf, openTo, questionRow } from './company.ts'

const db = await openTestDatabase()
const fresh = () => buildRouter(db, buildEvidenceCache(db))
const minute = 60_000
const steps = [
  { topicLevel: { loans: 3 }, certified: true, forMs: 10 * minute },
  { certified: true, forMs: 30 * minute },
  {},
]

async function bank() {
  const company = await foundCompany(db)
  await company.set({ requirements: steps, offerMs: 20 * minute })
  const adept = await company.hire({ topicLevels: { Loans: 3 }, isElite: true })
  const certified = await company.hire({ topicLevels: { loans: 2 }, isCertified: true })
  const plain = await company.hire()
  return { company, adept, certified, plain }
}
const askedOf = async (questionId: string) => new Set((await offersOf(db, questionId)).map((offer) => offer.expertId))
/** Returns the ms until the sweeper requests routing again. */
const dueInMs = async (questionId: string) => (await questionRow(db, questionId))?.waveInMs ?? Number.NaN

describe('what a category requires of experts', () => {
  it('relaxes step by step with the age of the question, while earlier offers stay open', async () => {
    const { company, adept, certified, plain } = await bank()
    const questionId = await company.ask()
    await fresh().route(questionId)
    expect(await askedOf(questionId)).toEqual(new Set([adept]))

    await ages(db, questionId, 9 * minute)
    await fresh().route(questionId)
    expect(await askedOf(questionId)).toEqual(new Set([adept]))

    await ages(db, questionId, minute)
    await fresh().route(questionId)
    expect(await askedOf(questionId)).toEqual(new Set([adept, certified]))

    await ages(db, questionId, 30 * minute)
    await fresh().route(questionId)
    expect(await askedOf(questionId)).toEqual(new Set([adept, certified, plain]))
    expect((await offersOf(db, questionId)).map((offer) => offer.status)).toEqual(['pending', 'pending', 'pending'])
  })

  it('has a deadline in Postgres when a step ends, with or without a running wave', async () => {
    const { company, adept } = await bank()
    await company.run((tx) => changeExpert(tx, company.companyId, adept, { availability: 'AWAY' }))
    const [waits, waves] = [await company.ask(), await company.ask()]
    await fresh().route(waits)
    await ages(db, waits, 8 * minute)
    await fresh().route(waits)
    expect(await dueInMs(waits)).toBeGreaterThan(1.8 * minute)
    expect(await dueInMs(waits)).toBeLessThanOrEqual(2 * minute)

    await company.run((tx) => changeExpert(tx, company.companyId, adept, { availability: 'AVAILABLE' }))
    await ages(db, waves, 7 * minute)
    await fresh().route(waves)
    expect(await askedOf(waves)).toEqual(new Set([adept]))
    expect(await dueInMs(waves)).toBeLessThanOrEqual(3 * minute)
  })

  it('widens a running wave on time by the sweeper alone', async () => {
    const { company, adept, certified } = await bank()
    await company.set({ requirements: steps, offerMs: 20 * minute, waveSizes: [1] })
    const second = await company.hire({ topicLevels: { loans: 5 }, isCertified: true })
    const questionId = await company.ask()
    await fresh().route(questionId)
    expect((await offersOf(db, questionId)).length).toBe(1)

    await ages(db, questionId, 10 * minute)
    expect((await moveDueQuestions(db, 100)).failed).toEqual([])
    const { rows } = await db.system.query(
      `select 1 from outbox, jsonb_array_elements(jobs) j where j ->> 'job' = 'route-question'
        and j -> 'payload' ->> 'questionId' = $1`,
      [questionId],
    )
    expect(rows.length).toBe(2)
    await fresh().route(questionId)

    expect((await offersOf(db, questionId)).length).toBe(1)
    expect(await openTo(db, questionId)).toEqual([adept, certified, second].toSorted())
    // After the last wave the next check is due when the first offer expires, not later.
    expect(await dueInMs(questionId)).toBeLessThanOrEqual(20 * minute)
  })

  it('is skipped if no active expert could ever meet it, and is a lack of experts if it is permanent', async () => {
    const company = await foundCompany(db)
    const plain = await company.hire()
    await company.set({ requirements: steps })
    const [passed, lacks] = [await company.ask(), await company.ask()]
    await fresh().route(passed)
    expect(await askedOf(passed)).toEqual(new Set([plain]))

    await company.set({ requirements: [{ elite: true }] })
    await fresh().route(lacks)
    expect(await questionRow(db, lacks)).toMatchObject({ turn: 'agents', rerouteType: 'BY_LACK_OF_EXPERTS' })
    const [reroute] = await company.decisionsOf(lacks)
    expect(reroute?.explanation).toBe(
      'The company has no expert who could ever take it, so the agents got the question. Required of experts: elite.',
    )
  })

  it('may be assignment to the category', async () => {
    const company = await foundCompany(db)
    const own = await company.hire({ categories: ['General'] })
    await company.hire()
    await company.set({ requirements: [{ companyCategory: true, forMs: minute }] })
    const questionId = await company.ask()
    await fresh().route(questionId)

    expect(await askedOf(questionId)).toEqual(new Set([own]))
  })
})

it('the explanation names the requirement and the part that each expert did not meet', async () => {
  const { company, certified, plain } = await bank()
  const questionId = await company.ask()
  await fresh().route(questionId)

  const [wave] = await company.decisionsOf(questionId)
  expect(wave?.explanation).toContain('Required of experts: at least level 3 in loans, certified or elite.')
  const statedOf = (expertId: string) => wave?.experts.find((one) => one.uuid === expertId)
  expect(statedOf(certified)).toMatchObject({ verdict: 'requirement_unmet' })
  expect(statedOf(certified)?.explanation).toMatch(
    /did not meet the requirements at that time: at least level 3 in loans\.$/,
  )
  expect(statedOf(plain)?.explanation).toMatch(/at that time: at least level 3 in loans, certified or elite\.$/)
})

describe('the explanation describes requirements that were skipped', () => {
  const level5 = { topicLevel: { loans: 5 }, forMs: 10 * minute }
  const facts = async (questionId: string) =>
    (await db.system.query('select facts from routing_decisions where question_id = $1', [questionId])).rows

  it('with a wave, and states when less is required', async () => {
    const { company } = await bank()
    await company.set({ requirements: [level5, { certified: true, forMs: 30 * minute }, {}] })
    const questionId = await company.ask()
    await fresh().route(questionId)

    const [wave] = await company.decisionsOf(questionId)
    expect(wave?.explanation).toContain(
      ' No active expert can ever meet “at least level 5 in loans”, so it was skipped.',
    )
    expect(wave?.facts.passedOver).toEqual([{ topicLevel: { loans: 5 } }])
    expect(wave?.facts.relaxesInMs).toBeGreaterThan(39 * minute)

    await db.system.query(
      `update routing_decisions set at = '2026-01-31T13:59:40Z', facts = '{"relaxesInMs": 365000}' where question_id = $1`,
      [questionId],
    )
    expect((await company.decisionsOf(questionId))[0]?.explanation).toContain(
      'The requirement relaxes after 6 min, at 14:06 UTC.',
    )
  })

  it('with a wait', async () => {
    const company = await foundCompany(db)
    await company.hire({ isElite: true, availability: 'AWAY' })
    await company.set({
      requirements: [level5, { certified: true, topicLevel: { loans: 4 }, forMs: 1 }, { elite: true }],
    })
    const questionId = await company.ask()
    await fresh().route(questionId)

    const [wait] = await company.decisionsOf(questionId)
    expect(wait?.kind).toBe('wait')
    expect(wait?.explanation).toContain('No active expert can ever meet “at least level 5 in loans”')
    expect(wait?.explanation).not.toContain('The requirement relaxes')
  })

  it('if agents got the question', async () => {
    const { company } = await bank()
    const step = { topicLevel: { loans: 4 }, certified: true, forMs: minute }
    await company.set({ requirements: [level5, step, { elite: true, topicLevel: { loans: 4 } }] })
    const questionId = await company.ask()
    await fresh().route(questionId)

    const [reroute] = await company.decisionsOf(questionId)
    expect(reroute?.kind).toBe('reroute')
    expect(reroute?.explanation).toContain(
      'No active expert can ever meet “at least level 5 in loans” or “at least level 4 in loans, certified or elite”, so they were skipped.',
    )
  })

  it('and stores none if none was skipped', async () => {
    const company = await foundCompany(db)
    await company.hire({ availability: 'AWAY' })
    const questionId = await company.ask()
    await fresh().route(questionId)

    expect(await facts(questionId)).toEqual([{ facts: null }])
  })
})

it('an admin’s change of an expert takes effect at once', async () => {
  const { company, plain } = await bank()
  await company.set({ requirements: [{ topicLevel: { mortgage: 2 } }] })
  const levels = { topicLevels: { mortgage: 2 } }
  const questionId = await company.ask()
  await company.run((tx) => changeExpert(tx, company.companyId, plain, levels))

  await fresh().route(questionId)

  expect(await askedOf(questionId)).toEqual(new Set([plain]))
})
