import { makeChange } from '@askline/domain/changes/make-changes'
import { createCategory } from '@askline/domain/companies/create-category'
import { claimQuestion } from '@askline/domain/questions/claim'
import { rerouteQuestion } from '@askline/domain/questions/reroute'
import { addedResponse, markAsResolved, respond } from '@askline/domain/questions/respond'
import { closeQuestion } from '@askline/domain/questions/settle'
import { findInvariants } from '@askline/domain/routing/find-invariants'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it, vi } from 'vitest'
import { reconciler } from '../src/loops/reconciler.ts'
import { sweepers } from '../src/loops/sweeper.ts'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, questionRow } from './company.ts'
import { runLoops } from './running-loops.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()

/** Damages, each applied to one question. The tests of the domain list the invariant that each one breaks. */
const damages = {
  asked: [
    'wave_due_at = null',
    'escalation_due_at = null',
    'expiry_due_at = null',
    `turn = 'asker', wave_due_at = null`,
    `turn = 'agents', wave_due_at = null`,
    `status = 'RESOLVED'`,
    `lease_due_at = now() + interval '1 hour'`,
    `hold_due_at = now() + interval '1 hour'`,
    'opinion_of = gen_random_uuid()',
    'open_to_all_at = now()',
    `silence_due_at = now() + interval '1 hour'`,
  ],
  claimed: ['units = 0', 'lease_due_at = null', `wave_due_at = now() + interval '1 hour'`],
  answered: [
    'num_responses = 7',
    'num_responses = 0',
    `escalation_due_at = now() + interval '1 hour'`,
    `approval_due_at = now() + interval '1 hour'`,
    'silence_due_at = null',
    `expiry_due_at = now() + interval '1 hour'`,
  ],
  marked: ['approval_due_at = null'],
  many: ['holder_id = gen_random_uuid()'],
  rerouted: [`turn = 'experts'`, `turn = 'asker'`, `expiry_due_at = now() + interval '1 hour'`],
  closed: [`wave_due_at = now() + interval '1 hour'`, `status = 'CLOSED_BY_ESCALATION'`],
}

it('every broken invariant is repaired within ten seconds, and reported', async () => {
  const company = await foundCompany(db)
  await company.run((tx) => createCategory(tx, { companyId: company.companyId, name: 'Many', type: 'ONE_TO_MANY' }))
  const expertId = await company.hire({ capacity: 100 })
  const router = buildRouter(db, buildEvidenceCache(db))
  const actor = { kind: 'expert', userId: expertId, companyId: company.companyId } as const
  const ada = { kind: 'user', userId: company.ada, companyId: company.companyId } as const
  const offered = async () => {
    const questionId = await company.ask()
    await router.route(questionId)
    return questionId
  }
  const make: Record<keyof typeof damages, () => Promise<string>> = {
    asked: () => company.ask(),
    async claimed() {
      const questionId = await offered()
      await company.run((tx) => makeChange(tx, claimQuestion(actor, { questionId })))
      return questionId
    },
    async answered() {
      const questionId = await offered()
      await company.run((tx) => makeChange(tx, respond(actor, { questionId, text: 'So.' })).then(addedResponse))
      return questionId
    },
    async marked() {
      const questionId = await offered()
      const { responseId } = await company.run((tx) =>
        makeChange(tx, respond(actor, { questionId, text: 'So.' })).then(addedResponse),
      )
      await company.run((tx) => makeChange(tx, markAsResolved(actor, { responseId })))
      return questionId
    },
    many: () => company.ask({ category: 'Many' }),
    async rerouted() {
      const questionId = await company.ask()
      await company.run((tx) => makeChange(tx, rerouteQuestion(ada, { questionId })))
      return questionId
    },
    async closed() {
      const questionId = await company.ask()
      await company.run((tx) => makeChange(tx, closeQuestion(ada, { questionId })))
      return questionId
    },
  }
  for (const [state, all] of Object.entries(damages)) {
    for (const damage of all) {
      const questionId = await make[state as keyof typeof damages]()
      await db.system.query(`update questions set ${damage} where id = $1`, [questionId])
    }
  }
  await db.system.query('update experts set load = 77 where user_id = $1', [expertId])
  await db.system.query(
    `insert into offers (id, company_id, question_id, expert_id, round, wave) values (gen_random_uuid(), $1, $2, gen_random_uuid(), 0, 1)`,
    [company.companyId, await make.claimed()],
  )
  const absentId = await company.hire({ availability: 'AWAY' })
  await db.system.query(`update experts set changed_at = now() - interval '6 minutes' where user_id = $1`, [absentId])
  await db.system.query(
    `insert into offers (id, company_id, question_id, expert_id, round, wave) values (gen_random_uuid(), $1, $2, $3, 0, 1)`,
    [company.companyId, await company.ask(), absentId],
  )
  await db.system.query(
    `insert into messages (id, company_id, question_id, type, author_kind)
      values (gen_random_uuid(), $1, $2, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'SYSTEM')`,
    [company.companyId, await make.closed()],
  )
  const look = () => company.run((tx) => findInvariants(tx, company.companyId))
  const all = await look()
  const broken = all.filter(({ violations }) => violations > 0).map(({ name }) => name)
  // Sweepers run, so no deadline stays overdue.
  expect(broken).toEqual(all.map(({ name }) => name).filter((name) => name !== 'deadlines-are-met'))

  const heard: string[] = []
  runLoops(
    reconciler(db, logger, (repaired) => heard.push(...Object.keys(repaired))),
    ...sweepers(db, logger),
  )
  const seen = await vi.waitFor(
    async () => {
      const all = await look()
      expect(all.filter(({ violations }) => violations > 0)).toEqual([])
      return all
    },
    { timeout: 20_000, interval: 50 },
  )

  const mended = seen.filter(({ repaired }) => repaired.total > 0).map(({ name }) => name)
  expect(mended).toEqual(expect.arrayContaining(broken))
  await vi.waitFor(() => expect([...new Set(heard)]).toEqual(expect.arrayContaining(broken)))
})

it('a deadline that no sweeper handles is met within ten seconds, and reported', async () => {
  const company = await foundCompany(db)
  const questionId = await company.ask()
  await db.system.query(`update questions set escalation_due_at = now() - interval '6 minutes' where id = $1`, [
    questionId,
  ])

  const heard = await new Promise((resolve) => {
    runLoops(reconciler(db, logger, resolve))
  })

  expect(heard).toEqual({ 'deadlines-are-met': 1 })
  expect((await questionRow(db, questionId))?.status).toBe('CLOSED_BY_ESCALATION')
})
