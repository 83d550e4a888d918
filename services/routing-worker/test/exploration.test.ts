import { findRoutable } from '@askline/domain/routing/routable'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it } from 'vitest'
import { decide } from '../src/routing/decide.ts'
import { addLikelyLanguages } from '../src/routing/language.ts'
import { buildRouter, routeBatch } from '../src/routing/router.ts'
import { foundCompany, offersOf, type TestCompany } from './company.ts'

const db = await openTestDatabase()
const fresh = () => buildRouter(db, buildEvidenceCache(db))

/** Creates two experts with five answers each, and newcomers who rank below both. */
async function withVeterans(newcomers: number) {
  const company = await foundCompany(db)
  const hire = () => company.hire({ topics: ['mortgage'] })
  const veterans = [await hire(), await hire()]
  for (const expertId of veterans)
    for (let i = 0; i < 5; i++) {
      const questionId = await company.ask({ text: 'Mortgage?', language: 'en' })
      await fresh().route(questionId)
      await company.settle(questionId, expertId)
    }
  const fresher = await Promise.all(Array.from({ length: newcomers }, () => company.hire()))
  return { company, veterans, newcomers: fresher }
}
const askedFor = async (questionId: string) => (await offersOf(db, questionId)).map(({ expertId }) => expertId)
async function waveOf(company: TestCompany) {
  const questionId = await company.ask({ text: 'Mortgage?', language: 'en' })
  await fresh().route(questionId)
  return { questionId, asked: await askedFor(questionId) }
}

it('in the configured share of waves the last place goes to a newcomer, and the explanation gives the reason', async () => {
  const { company, veterans, newcomers } = await withVeterans(3)
  await company.set({ waveSizes: [2], exploration: 0 })
  expect((await waveOf(company)).asked.toSorted()).toEqual(veterans.toSorted())

  await company.set({ waveSizes: [2], exploration: 0.5 })
  const cache = buildEvidenceCache(db)
  await cache.load(company.companyId)
  const all = await Promise.all(Array.from({ length: 60 }, () => company.ask({ text: 'Mortgage?', language: 'en' })))
  await routeBatch(
    db,
    cache,
    all.map((questionId) => ({ questionId })),
  )
  const waves = await Promise.all(all.map(async (questionId) => ({ questionId, asked: await askedFor(questionId) })))
  const tried = waves.filter(({ asked }) => asked.some((expertId) => newcomers.includes(expertId)))

  expect(tried.length).toBeGreaterThan(12)
  expect(tried.length).toBeLessThan(48)
  for (const { asked } of tried) expect(asked.filter((expertId) => veterans.includes(expertId))).toHaveLength(1)
  const [{ questionId = '' } = {}] = tried
  const [decision] = await company.decisionsOf(questionId)
  const newcomer = decision?.experts.find(({ uuid }) => newcomers.includes(uuid))
  expect(newcomer?.explanation).toContain(
    'was offered the question (has given fewer than 5 answers and is asked so as to earn a record',
  )
  expect(newcomer?.features).toMatchObject({ tried: 1 })
  expect(decision?.experts.filter(({ verdict }) => verdict === 'ranked_below').map(({ uuid }) => uuid)).toContain(
    veterans.find((uuid) => !decision?.experts.some((one) => one.uuid === uuid && one.verdict === 'offered')),
  )
})

it('explores only eligible newcomers, and never replaces the only expert of a wave', async () => {
  const { company, veterans, newcomers } = await withVeterans(1)
  await company.set({ waveSizes: [1], exploration: 0.5 })
  for (let i = 0; i < 12; i++) expect(veterans).toContain((await waveOf(company)).asked[0])

  await company.hire({ languages: ['de'] })
  await company.hire({ availability: 'AWAY' })
  await db.system.query('update experts set load = capacity where user_id = $1', [newcomers[0]])
  await company.set({ waveSizes: [2], exploration: 0.5 })
  for (let i = 0; i < 12; i++) expect((await waveOf(company)).asked.toSorted()).toEqual(veterans.toSorted())
})

it('plans the same wave for the same question every time and in every process', async () => {
  const { company } = await withVeterans(6)
  await company.set({ waveSizes: [2], exploration: 0.5 })
  const planned = async (questionId: string) => {
    const cache = buildEvidenceCache(db)
    await cache.load(company.companyId)
    const routable = await company.run((tx) => findRoutable(tx, [questionId], false))
    const questions = await addLikelyLanguages(routable)
    const plan = (await decide(cache, questions, { patient: new Map(), findings: new Map() })).get(questionId)
    return plan && 'experts' in plan ? plan : undefined
  }
  const tried: boolean[] = []
  for (let i = 0; i < 12; i++) {
    const questionId = await company.ask({ text: 'Mortgage?', language: 'en' })
    const [once, again] = [await planned(questionId), await planned(questionId)]
    expect(again?.experts.map(({ expertId }) => expertId)).toEqual(once?.experts.map(({ expertId }) => expertId))
    tried.push(once?.decision?.candidates.some(({ features }) => features?.['tried'] === 1) ?? false)
  }

  expect(new Set(tried)).toEqual(new Set([true, false]))
})
