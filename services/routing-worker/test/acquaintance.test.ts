import { updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, offersOf } from './company.ts'

const db = await openTestDatabase()
const fresh = () => buildRouter(db, buildEvidenceCache(db))

/** Bruno gave ada an accepted answer. The first wave has one of ten experts. */
async function acquainted() {
  const company = await foundCompany(db)
  const bruno = await company.hire({ topics: ['mortgage'] })
  for (let n = 0; n < 9; n++) await company.hire()
  await db.system.query(`update categories set settings = '{"waveSizes": [1]}' where id = $1`, [company.categoryId])
  const first = await company.ask({ text: 'Mortgage?' })
  await fresh().route(first)
  await company.settle(first, bruno)
  return { company, bruno }
}

it('an expert is preferred by the asker they helped, and the decision says so', async () => {
  const { company, bruno } = await acquainted()
  const questionId = await company.ask({ text: 'Lost luggage?' })

  await fresh().route(questionId)

  expect((await offersOf(db, questionId)).map((o) => o.expertId)).toEqual([bruno])
  const decisions = await company.decisionsOf(questionId)
  expect(decisions[0]?.experts[0]?.explanation).toContain('gave this asker an accepted answer')
  expect(decisions[0]?.experts[0]?.features['knowsAsker']).toBeCloseTo(1, 2)
})

it('while the preferred expert is away, another expert is asked at once', async () => {
  const { company, bruno } = await acquainted()
  const actor = { kind: 'expert', userId: bruno, companyId: company.companyId } as const
  await company.run((tx) => updateExpertProfile(tx, actor, { availability: 'AWAY' }, 'http://localhost/v1'))
  const questionId = await company.ask({ text: 'Lost luggage?' })

  await fresh().route(questionId)

  const offers = await offersOf(db, questionId)
  expect(offers).toHaveLength(1)
  expect(offers[0]?.expertId).not.toBe(bruno)
})
