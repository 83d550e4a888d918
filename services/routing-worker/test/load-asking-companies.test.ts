import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTestDatabase } from '@askline/testing'
import { expect, onTestFinished, test } from 'vitest'
import { loadAskingCompanies } from '../src/load-asking-companies.ts'
import { foundCompany } from './company.ts'

const db = await openTestDatabase()

async function opened() {
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  return { evidence: buildEvidenceCache(db), texts: buildTextCache(db, trainer) }
}

test('a worker that starts loads the companies that asked within the last hour', async () => {
  const [asking, silent] = [await foundCompany(db), await foundCompany(db)]
  await asking.ask()
  const old = await silent.ask()
  await db.system.query(`update questions set created_at = created_at - interval '61 minutes' where id = $1`, [old])
  const { evidence, texts } = await opened()

  await loadAskingCompanies(db, evidence, texts)

  expect(evidence.find(asking.companyId)).toBeDefined()
  expect(texts.find(asking.companyId)).toBeDefined()
  expect(evidence.find(silent.companyId)).toBeUndefined()
})

test('a load that hangs or fails delays the start by five seconds at most', async () => {
  const company = await foundCompany(db)
  await company.ask()
  const { texts } = await opened()
  const hangs = { load: () => new Promise<never>(() => undefined) }
  const fails = { load: () => Promise.reject(new Error('no such company')) }

  await loadAskingCompanies(db, fails, texts)
  const began = performance.now()
  await loadAskingCompanies(db, hangs, texts)

  expect(performance.now() - began).toBeLessThan(15_000)
  expect(texts.find(company.companyId)).toBeDefined()
})
