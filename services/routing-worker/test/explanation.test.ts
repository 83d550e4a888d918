import { inCompany } from '@askline/db'
import { makeChange } from '@askline/domain/changes/make-changes'
import { NotFoundError } from '@askline/domain/errors'
import { declineQuestion } from '@askline/domain/questions/claim'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, type TestCompany, waveRunsOut } from './company.ts'

const db = await openTestDatabase()
const fresh = () => buildRouter(db, buildEvidenceCache(db))
const oneAtATime = (company: TestCompany) =>
  db.system.query(`update categories set settings = '{"waveSizes": [1, 1]}' where id = $1`, [company.categoryId])

describe('a wave explains', () => {
  it('for each expert of the company why they were or were not offered the question', async () => {
    const company = await foundCompany(db)
    await oneAtATime(company)
    const experts = {
      carla: await company.hire({ topics: ['mortgage'] }),
      bruno: await company.hire(),
      full: await company.hire(),
      away: await company.hire({ availability: 'AWAY' }),
      offline: await company.hire({ availability: 'OFFLINE' }),
      german: await company.hire({ languages: ['de'] }),
      gone: await company.hire(),
      asker: await company.hire(),
    }
    await db.system.query('update experts set load = capacity where user_id = $1', [experts.full])
    await db.system.query('update experts set is_active = false where user_id = $1', [experts.gone])
    const questionId = await company.ask({ text: 'Mortgage?', language: 'en', by: experts.asker })

    await fresh().route(questionId)

    const [wave, ...more] = await company.decisionsOf(questionId)
    expect(more).toEqual([])
    expect(wave).toMatchObject({ kind: 'wave', round: 0, wave: 1, times: 1, others: [] })
    expect(wave?.explanation).toBe('Wave 1 went to 1 of 8 experts. Its language is English.')
    const verdicts = Object.fromEntries(wave?.experts.map((one) => [one.uuid, one.verdict]) ?? [])
    expect(verdicts).toEqual({
      [experts.carla]: 'offered',
      [experts.bruno]: 'ranked_below',
      [experts.full]: 'at_capacity',
      [experts.away]: 'away',
      [experts.offline]: 'offline',
      [experts.german]: 'other_language',
      [experts.gone]: 'inactive',
      [experts.asker]: 'asker',
    })
    const [asked, next] = wave?.experts ?? []
    expect(asked?.explanation).toMatch(
      /^expert-\S+ was offered the question \(names this topic in the profile\), and has not decided yet\.$/,
    )
    expect(asked?.features).toMatchObject({ topic: 1 })
    expect(next?.explanation).toMatch(/was available, but other experts ranked higher\.$/)
    expect(asked?.score).toBeGreaterThan(next?.score ?? Number.POSITIVE_INFINITY)
  })

  it('the outcome of its offers, and which experts were skipped because of earlier actions', async () => {
    const company = await foundCompany(db)
    await oneAtATime(company)
    const [carla, bruno] = [await company.hire({ topics: ['mortgage'] }), await company.hire(), await company.hire()]
    const questionId = await company.ask({ text: 'Mortgage?' })
    await fresh().route(questionId)
    const actor = { kind: 'expert', userId: carla, companyId: company.companyId } as const
    await company.run((tx) => makeChange(tx, declineQuestion(actor, { questionId, reason: 'on my way home' })))
    await waveRunsOut(db, questionId)

    await fresh().route(questionId)

    const [first, second] = await company.decisionsOf(questionId)
    expect(first?.experts.find((one) => one.uuid === carla)).toMatchObject({ verdict: 'offered', outcome: 'declined' })
    expect(first?.experts.find((one) => one.uuid === carla)?.explanation).toContain('and declined (“on my way home”).')
    expect(second?.experts.find((one) => one.uuid === carla)).toMatchObject({ verdict: 'declined', outcome: null })
    expect(second?.experts.find((one) => one.uuid === bruno)).toBeDefined()
    expect(new Set(second?.experts.map((one) => one.verdict))).toEqual(new Set(['offered', 'ranked_below', 'declined']))
  })

  it('that the question had returned, and which open offers remained when no other expert could be asked', async () => {
    const company = await foundCompany(db)
    await company.hire()
    await company.hire({ availability: 'AWAY' })
    const questionId = await company.ask()
    await db.system.query('update questions set round = 2 where id = $1', [questionId])
    await fresh().route(questionId)
    const [wave] = await company.decisionsOf(questionId)
    expect(wave?.explanation).toMatch(/^Wave 1 went to 1 of 2 experts, after the question had come back 2 times\./)

    const counts = JSON.stringify({ offer_open: 1, away: 1 })
    await db.system.query(
      `insert into routing_decisions select (jsonb_populate_record(d, jsonb_build_object('kind', 'wait', 'counts', $2::jsonb))).*
        from routing_decisions d where question_id = $1`,
      [questionId, counts],
    )

    const [, wait] = await company.decisionsOf(questionId)
    expect(wait?.explanation).toBe('No other expert could be asked at that time; 1 expert had an open offer.')
  })

  it('names fifty experts, and counts the others by reason', async () => {
    const company = await foundCompany(db)
    await Promise.all(Array.from({ length: 40 }, () => company.hire()))
    await Promise.all(Array.from({ length: 30 }, () => company.hire({ availability: 'AWAY' })))
    const questionId = await company.ask()

    await fresh().route(questionId)

    const [wave] = await company.decisionsOf(questionId)
    expect(wave?.experts).toHaveLength(50)
    expect(wave?.experts.filter((one) => one.verdict === 'offered')).toHaveLength(3)
    expect(wave?.experts.filter((one) => one.verdict === 'ranked_below')).toHaveLength(37)
    expect(wave?.others).toEqual([{ verdict: 'away', count: 20, explanation: '20 more: each was away.' }])
  })
})

describe('a decision to ask no expert explains', () => {
  it('which experts are unavailable, and is stored once even if it is repeated', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire({ availability: 'AWAY' })
    const questionId = await company.ask()
    await fresh().route(questionId)

    await fresh().route(questionId)

    const decisions = await company.decisionsOf(questionId)
    expect(decisions).toMatchObject([{ kind: 'wait', round: 0, wave: 0, times: 2 }])
    expect(decisions[0]?.experts).toMatchObject([{ uuid: bruno, verdict: 'away' }])
    expect(decisions[0]?.explanation).toContain('could be asked at that time, so the question waited')
  })

  it('why agents got the question', async () => {
    const company = await foundCompany(db)
    const bruno = await company.hire()
    const questionId = await company.ask({ language: 'fi' })

    await fresh().route(questionId)

    const decisions = await company.decisionsOf(questionId)
    expect(decisions).toMatchObject([{ kind: 'reroute', experts: [{ uuid: bruno, verdict: 'other_language' }] }])
    expect(decisions[0]?.explanation).toBe(
      'No active expert speaks the language, so the agents got the question. Its language is Finnish.',
    )
  })
})

it('decisions with the same roster store it once', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const router = fresh()
  await router.route(await company.ask())

  for (const questionId of [await company.ask(), await company.ask()]) await router.route(questionId)

  const { rows } = await db.system.query(
    'select count(distinct roster_id)::int as used, count(*)::int as decisions from routing_decisions where company_id = $1',
    [company.companyId],
  )
  expect(rows).toEqual([{ used: 1, decisions: 3 }])
  const kept = await db.system.query('select id from routing_rosters where company_id = $1', [company.companyId])
  expect(kept.rows).toHaveLength(1)
})

it('the policy version changes with the settings of the category', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const [before, after] = [await company.ask(), await company.ask()]
  await fresh().route(before)
  await oneAtATime(company)
  await fresh().route(after)

  const versions = [await company.decisionsOf(before), await company.decisionsOf(after)].map(
    ([one]) => one?.policyVersion,
  )
  expect(versions[1]?.startsWith(`${versions[0]}-`)).toBe(true)
})

it('decisions of another company are not visible', async () => {
  const [company, other] = [await foundCompany(db), await foundCompany(db)]
  await company.hire()
  const questionId = await company.ask()
  await fresh().route(questionId)

  await expect(other.decisionsOf(questionId)).rejects.toThrow(NotFoundError)
  const peeked = await inCompany(db, other.companyId, (tx) => tx.orm.execute('select * from routing_decisions'))
  expect(peeked.rows).toEqual([])
})
