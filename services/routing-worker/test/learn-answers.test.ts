import { inSystem } from '@askline/db'
import { listKnowledge } from '@askline/domain/administration/knowledge'
import { openTrainingPool } from '@askline/learning/training/training-pool'
import { openTestDatabase } from '@askline/testing'
import { expect, onTestFinished, test } from 'vitest'
import { trainingHandlers } from '../src/training/training-handlers.ts'
import { foundCompany, type TestCompany } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const context = { jobId: 'x', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }

function opened() {
  const pool = openTrainingPool(db)
  onTestFinished(() => pool.close())
  const handlers = trainingHandlers(db, pool)
  return (questionId: string, { companyId }: TestCompany) =>
    handlers['learn-answer']({ questionId, companyId }, context)
}

/** Returns the ids of questions whose answer was accepted. */
async function accepted(company: TestCompany, texts: string[]): Promise<string[]> {
  const bruno = await company.hire({ capacity: 100 })
  return Promise.all(
    texts.map(async (text) => {
      const questionId = await company.ask({ text })
      await db.system.query(
        `insert into offers (id, company_id, question_id, expert_id, round, wave) values (gen_random_uuid(), $1, $2, $3, 0, 1)`,
        [company.companyId, questionId, bruno],
      )
      await company.settle(questionId, bruno)
      return questionId
    }),
  )
}
const learned = async ({ companyId }: TestCompany) =>
  (await inSystem(db, (tx) => listKnowledge(tx, companyId, { limit: 100 }))).knowledge.map(({ question }) => question)

test('answers that are accepted within a second are learned together, each in the transaction of its company', async () => {
  const [one, other] = [await foundCompany(db), await foundCompany(db)]
  const texts = ['A?', 'B?', 'C?', 'D?', 'E?', 'F?']
  const [first, ...rest] = await accepted(one, texts)
  const [far = ''] = await accepted(other, ['Far?'])
  const learn = opened()
  const before = db.statements.count
  // The first is learned at once. The others collect meanwhile.
  await learn(first ?? '', one)
  const alone = db.statements.count - before
  await Promise.all([...rest.map((id) => learn(id, one)), learn(far, other)])

  const count = db.statements.count - before

  expect((await learned(one)).sort()).toEqual(texts)
  expect(await learned(other)).toEqual(['Far?'])
  expect(count).toBeLessThanOrEqual(3 * alone + 2)
})

test('a bad answer fails alone', async () => {
  const company = await foundCompany(db)
  const [first = '', bad = '', good = ''] = await accepted(company, ['A?', 'Bad?', 'C?'])
  await db.system.query(`alter table knowledge add constraint no_b check (question <> 'Bad?')`)
  onTestFinished(() => db.system.query('alter table knowledge drop constraint no_b').then(() => undefined))
  const learn = opened()
  const results = await Promise.allSettled([first, bad, good].map((id) => learn(id, company)))

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await learned(company)).sort()).toEqual(['A?', 'C?'])
})

test('an answer whose worker died before or after it wrote is learned once', async () => {
  const company = await foundCompany(db)
  const [questionId = ''] = await accepted(company, ['A?'])
  // A job that comes back from a dead worker runs in another process.
  await opened()(questionId, company)
  await opened()(questionId, company)

  expect(await learned(company)).toEqual(['A?'])
})
