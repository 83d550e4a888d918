import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTestDatabase } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadAskingCompanies } from '../src/load-asking-companies.ts'
import { foundCompany } from './company.ts'
import { logger } from './silent-logger.ts'

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

  await loadAskingCompanies(db, evidence, texts, logger)

  expect(evidence.find(asking.companyId)).toBeDefined()
  expect(texts.find(asking.companyId)).toBeDefined()
  expect(evidence.find(silent.companyId)).toBeUndefined()
})

test('the companies that asked last are loaded first, and a load that fails stops no other', async () => {
  const companies = [await foundCompany(db), await foundCompany(db), await foundCompany(db)]
  for (const company of companies) await company.ask()
  const { texts } = await opened()
  const loaded: string[] = []
  const load = async (companyId: string) => {
    loaded.push(companyId)
    throw new Error('the snapshot is broken')
  }

  await loadAskingCompanies(db, { load }, texts, logger)

  expect(loaded.slice(0, 3)).toEqual(companies.map(({ companyId }) => companyId).reverse())
})

test('a load that hangs delays the start for a limited time', async () => {
  const company = await foundCompany(db)
  await company.ask()
  const { texts } = await opened()

  await loadAskingCompanies(db, { load: () => new Promise<never>(() => undefined) }, texts, logger, 100)

  await vi.waitFor(() => expect(texts.find(company.companyId)).toBeDefined())
})
