import { rateResponse } from '@askline/domain/questions/rate'
import { CompanyEvidence } from '@askline/learning/evidence/company-evidence'
import { buildEvidenceCache, type EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { evidenceRefresher } from '../src/loops/background-loops.ts'
import { buildRouter } from '../src/routing/router.ts'
import { anybody, bestFor, foundCompany } from './company.ts'
import { runLoops } from './running-loops.ts'

const db = await openTestDatabase()
const mortgage = 'How do I pay off my mortgage early?'

function kept(): EvidenceCache {
  const cache = buildEvidenceCache(db)
  runLoops(evidenceRefresher(cache))
  return cache
}

describe('a cache of evidence', () => {
  const pauseOf = (cache: EvidenceCache) => evidenceRefresher(cache).work()

  it('is refreshed less often while nobody asks for evidence and nothing changes', async () => {
    const company = await foundCompany(db)
    const cache = buildEvidenceCache(db)
    await cache.load(company.companyId)
    const whenQuiet = await pauseOf(cache)

    cache.find(company.companyId)
    expect(whenQuiet).toBe(3_000)
    expect(await pauseOf(cache)).toBeUndefined()
  })

  it('is refreshed often after an expert changed', async () => {
    const company = await foundCompany(db)
    const cache = buildEvidenceCache(db)
    await cache.load(company.companyId)
    await company.hire()

    expect(await pauseOf(cache)).toBeUndefined()
  })

  it('is refreshed often after a question was resolved', async () => {
    const company = await foundCompany(db)
    const carla = await company.hire()
    const cache = buildEvidenceCache(db)
    await cache.load(company.companyId)
    await company.resolve(carla, mortgage)
    // Otherwise the change of the expert alone would count.
    await db.system.query(`update experts set changed_at = changed_at - interval '1 minute' where company_id = $1`, [
      company.companyId,
    ])

    expect(await pauseOf(cache)).toBeUndefined()
    expect(cache.questions).toBe(1)
  })

  it('is refreshed less often again once ten seconds have passed since it was used', async () => {
    const company = await foundCompany(db)
    const cache = buildEvidenceCache(db)
    await cache.load(company.companyId)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    cache.find(company.companyId)

    vi.advanceTimersByTime(10_000)
    expect(await pauseOf(cache)).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(await pauseOf(cache)).toBe(3_000)
  })
})

describe('a resolved question', () => {
  it('is loaded when the company is first used', async () => {
    const company = await foundCompany(db)
    const [, carla] = [await company.hire(), await company.hire(), await company.hire()]
    for (const text of [mortgage, 'Can I repay my mortgage before its term ends?']) await company.resolve(carla, text)
    const cache = buildEvidenceCache(db)

    await cache.load(company.companyId)

    expect(bestFor(cache, company, 'May I repay the mortgage early?')).toBe(carla)
    expect(cache.questions).toBe(2)
  })

  it('counts within a second of being resolved', async () => {
    const company = await foundCompany(db)
    const [bruno, carla] = [await company.hire({ topics: ['mortgage'] }), await company.hire(), await company.hire()]
    const cache = kept()
    await cache.load(company.companyId)
    expect(bestFor(cache, company, mortgage)).toBe(bruno)
    for (const text of [mortgage, 'Mortgage: pay early?', 'Early mortgage repayment'])
      await company.resolve(carla, text)

    await vi.waitFor(() => expect(bestFor(cache, company, mortgage)).toBe(carla), { interval: 20 })
  })

  it('counts worse when it is rated badly', async () => {
    const company = await foundCompany(db)
    const carla = await company.hire()
    const cache = kept()
    await cache.load(company.companyId)
    const questionId = await company.resolve(carla, mortgage)
    await vi.waitFor(() => expect(cache.questions).toBe(1), { interval: 20 })
    const score = () => {
      const evidence = cache.find(company.companyId)
      return evidence?.rank({ text: mortgage }, evidence.roster.free(anybody), 1)[0]?.score ?? Number.NaN
    }
    const before = score()
    const { rows } = await db.system.query<{ id: string }>('select id from responses where question_id = $1', [
      questionId,
    ])
    const ada = { kind: 'user', userId: company.ada, companyId: company.companyId } as const

    await company.run((tx) => rateResponse(tx, ada, { responseId: rows[0]!.id, rating: 'NEGATIVE_5' }))

    await vi.waitFor(() => expect(score()).toBeLessThan(before - 0.01), { interval: 20 })
  })
})

it('the evidence has the correct time even after a slow load', async () => {
  const company = await foundCompany(db)
  const cache = buildEvidenceCache(db)
  const held = await db.system.connect()
  await held.query('begin')
  await held.query('lock table past_questions in access exclusive mode')
  const load = cache.load(company.companyId)
  await held.query('select pg_sleep(1)')
  await held.query('commit')
  held.release()

  await load

  const { rows } = await db.system.query<{ now: number }>(
    'select extract(epoch from company_now($1))::float8 * 1000 as now',
    [company.companyId],
  )
  expect(Math.abs((cache.find(company.companyId)?.now() ?? 0) - rows[0]!.now)).toBeLessThan(900)
})

it('the evidence keeps the later of two times in either order', () => {
  const evidence = new CompanyEvidence('company')
  const at = (time: string) => ({
    companyId: 'company',
    databaseNow: new Date(),
    companyNow: new Date(time),
    history: '',
  })
  const readAt = performance.now()

  evidence.setTime(at('2026-06-01T12:00:00Z'), readAt)
  evidence.setTime(at('2026-06-01T09:00:00Z'), readAt - 1)

  expect(new Date(evidence.now()).getUTCHours()).toBe(12)
})

describe('an expert', () => {
  it('who is hired, fills up or leaves counts within a second', async () => {
    const company = await foundCompany(db)
    await company.hire()
    const cache = kept()
    await cache.load(company.companyId)
    const free = () => cache.find(company.companyId)?.roster.free(anybody).size
    const active = () => cache.find(company.companyId)?.roster.active.size
    expect(free()).toBe(1)

    const dora = await company.hire()
    await vi.waitFor(() => expect(free()).toBe(2), { interval: 20 })

    const change = (what: string) =>
      db.system.query(`update experts set ${what}, changed_at = clock_timestamp() where user_id = $1`, [dora])
    await change('load = capacity')
    await vi.waitFor(() => expect(free()).toBe(1), { interval: 20 })
    await change('is_active = false')
    await vi.waitFor(() => expect(active()).toBe(1), { interval: 20 })
  })

  it('whose change commits three seconds late still counts', async () => {
    const company = await foundCompany(db)
    const dora = await company.hire({ availability: 'AWAY' })
    const cache = kept()
    await cache.load(company.companyId)

    await db.system.query(
      `update experts set availability = 'AVAILABLE', changed_at = clock_timestamp() - interval '3 seconds' where user_id = $1`,
      [dora],
    )

    await vi.waitFor(() => expect(cache.find(company.companyId)?.roster.free(anybody).has(dora)).toBe(true), {
      interval: 20,
    })
  })
})

it('the evidence has the answer time of the last question', async () => {
  const company = await foundCompany(db)
  const carla = await company.hire()
  const cache = kept()
  await cache.load(company.companyId)
  const last = () => cache.find(company.companyId)?.lastResponseMs ?? 0
  expect(last()).toBe(0)
  const questionId = await company.ask()
  await buildRouter(db, buildEvidenceCache(db)).route(questionId)
  await db.system.query(`update questions set created_at = created_at - interval '90 seconds' where id = $1`, [
    questionId,
  ])

  await company.settle(questionId, carla)

  await vi.waitFor(() => expect(last()).toBeGreaterThanOrEqual(90_000), { interval: 20 })
  expect(last()).toBeLessThan(100_000)
  const other = buildEvidenceCache(db)
  await other.load(company.companyId)
  expect(other.find(company.companyId)?.lastResponseMs).toBe(last())
})

describe('the evidence cache', () => {
  it('keeps the companies used last', async () => {
    const companies = [await foundCompany(db), await foundCompany(db), await foundCompany(db)]
    const [first, second, third] = companies.map(({ companyId }) => companyId) as [string, string, string]
    const cache = buildEvidenceCache(db, { companies: 2 })
    await cache.load(first)
    await cache.load(second)
    cache.find(first)

    await cache.load(third)

    expect([first, second, third].map((id) => cache.find(id) !== undefined)).toEqual([true, false, true])
  })

  it('holds one company at the limit, and all others together up to the limit', async () => {
    const large = async (questions: number) => {
      const company = await foundCompany(db)
      const carla = await company.hire()
      for (let n = 0; n < questions; n++) await company.resolve(carla, mortgage)
      return company.companyId
    }
    const [first, small, third] = [await large(2), await large(1), await large(2)]
    const cache = buildEvidenceCache(db, { questions: 2, questionsPerCompany: 2 })
    const areKept = () => [first, small, third].map((id) => cache.find(id) !== undefined)

    await cache.load(first)
    await cache.load(small)
    expect(areKept()).toEqual([true, true, false])

    await cache.load(third)
    expect(areKept()).toEqual([false, true, true])
  })

  it('holds the newest questions of a company when there are too many', async () => {
    const company = await foundCompany(db)
    const carla = await company.hire()
    await company.resolve(carla, mortgage)
    await company.resolve(carla, 'Where is my card?')
    const cache = buildEvidenceCache(db, { questionsPerCompany: 1 })

    await cache.load(company.companyId)

    expect(cache.questions).toBe(1)

    const evidence = cache.find(company.companyId)
    const reasons = (text: string) =>
      evidence?.rank({ text }, evidence.roster.free(anybody), 1)[0]?.reasons.join() ?? ''
    expect(reasons('Where is the card?')).toMatch(/similar questions/)
    expect(reasons(mortgage)).not.toMatch(/similar questions/)
  })
  it('updates ranking weights by the newest thousand questions, uploaded ones too', async () => {
    const company = await foundCompany(db)
    const carla = await company.hire()
    await db.system.query(
      `with file as (
         insert into files (id, company_id, type, name, sha256, size_bytes, status, uploader_kind, uploader_id, imported_at)
         values (gen_random_uuid(), $1, 'HISTORY', 'a.csv', 'x', 1, 'READY', 'admin', $1, now()) returning id
       )
       insert into past_questions (id, company_id, file_id, external_id, asked_at, text, tags)
       select gen_random_uuid(), $1, file.id, i::text, now() - i * interval '1 day', 'Where is card ' || i || '?', '{}'
       from file, generate_series(1, 1100) as i`,
      [company.companyId],
    )
    for (let n = 0; n < 2; n++) await company.resolve(carla, mortgage)
    const cache = buildEvidenceCache(db)
    const learned = vi.spyOn(CompanyEvidence.prototype, 'learn')
    onTestFinished(() => learned.mockRestore())

    await cache.load(company.companyId)

    expect(cache.questions).toBe(1_102)
    const texts = learned.mock.calls.map(([{ text }]) => text)
    expect(texts).toHaveLength(1_000)
    expect([texts[0], texts[997], texts[998]]).toEqual(['Where is card 998?', 'Where is card 1?', mortgage])
  })

  it('reloads a company that exceeds its limit, with the newest questions only', async () => {
    const company = await foundCompany(db)
    const carla = await company.hire()
    const cache = buildEvidenceCache(db, { questionsPerCompany: 2 })
    await cache.load(company.companyId)
    for (let n = 0; n < 4; n++) await company.resolve(carla, mortgage)

    await cache.refresh()

    expect(cache.questions).toBe(4)
    await vi.waitFor(() => expect(cache.questions).toBe(2), { interval: 20 })
  })
})
