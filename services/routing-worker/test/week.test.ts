import { newId } from '@askline/db'
import { advanceClock, findAdvance } from '@askline/domain/clock/advances'
import { addMessage } from '@askline/domain/questions/message'
import { markAsResolved, respond } from '@askline/domain/questions/respond'
import { acceptResponse } from '@askline/domain/questions/settle'
import { listInbox } from '@askline/domain/views/inbox'
import { findInvariants } from '@askline/domain/views/invariants'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it, vi } from 'vitest'
import { clockAdvancer } from '../src/loops/clock-advancer.ts'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, type TestCompany } from './company.ts'
import { runLoops } from './running-loops.ts'
import { logger } from './silent-logger.ts'

// A week of a company in a sandbox. Six in ten askers never come back after the answer.

/** `npm run drill` runs the whole week, `npm test` a few hours of a small company. */
const isDrill = process.env['ASKLINE_DRILL'] === '1'
const { hours, questions, expertCount, capacity } = isDrill
  ? { hours: 168, questions: 2_000, expertCount: 24, capacity: 5 }
  : { hours: 3, questions: 36, expertCount: 6, capacity: 2 }
/** Answers and messages that an expert writes in an hour at most. */
const perHour = 4

const db = await openTestDatabase()
const publicUrl = 'http://localhost/v1'

type Thread = { questionId: string; n: number; expertId?: string; responseId?: string; isBack?: true; isOver?: true }

it('a week with askers who never return leaves no expert full, and few questions reach agents', async () => {
  const { company, experts } = await foundBank()
  const week = await live(company, experts)
  console.info(week.told)

  expect(await fullExperts(company)).toEqual([])
  expect(week.toAgents).toBeLessThan(0.05)
  const broken = (await company.run((tx) => findInvariants(tx, company.companyId))).filter((one) => one.violations > 0)
  expect(broken).toEqual([])
}, 900_000)

// Shows that the week above would fail without the rule. It takes as long again, so only drills run it.
it.runIf(isDrill)(
  'the same week fills most experts if a question weighs as much while it waits for the asker',
  async () => {
    const { company, experts } = await foundBank()
    await company.set({ waitingWeight: 1 })
    const week = await live(company, experts)
    console.info(`As if questions kept their weight. ${week.told}`)

    expect((await fullExperts(company)).length).toBeGreaterThan(expertCount / 2)
  },
  900_000,
)

async function foundBank() {
  const company = await foundCompany(db, { isSandbox: true })
  const experts = await Promise.all(Array.from({ length: expertCount }, () => company.hire({ capacity })))
  return { company, experts }
}

const fullExperts = async ({ companyId }: TestCompany) =>
  (await db.system.query('select user_id from experts where company_id = $1 and load >= capacity', [companyId])).rows

/** Lives hour by hour: askers ask and come back, experts answer what they may take, and the clock moves on. */
async function live(company: TestCompany, experts: string[]) {
  const { companyId, run } = company
  const began = performance.now()
  const cache = buildEvidenceCache(db)
  const router = buildRouter(db, cache)
  runLoops(clockAdvancer(db, router, cache, logger))
  const expert = (userId: string) => ({ kind: 'expert', userId, companyId }) as const
  const asker = { kind: 'user', userId: company.ada, companyId } as const
  const words = { text: 'Words', externalIds: [] }
  const threads = new Map<string, Thread>()

  async function comeBack(thread: Thread) {
    const { n, questionId, responseId } = thread
    if (!responseId || thread.isOver || n % 10 < 6) return
    if (n % 10 < 8 || thread.isBack) {
      thread.isOver = true
      await run((tx) => acceptResponse(tx, asker, { responseId }))
    } else {
      thread.isBack = true
      await run((tx) => addMessage(tx, asker, { questionId, ...words }))
    }
  }

  async function work(userId: string) {
    const me = expert(userId)
    let left = perHour
    const claimed = await run((tx) => listInbox(tx, me, { view: 'claimed', limit: 100 }, publicUrl))
    for (const { uuid } of claimed.questions) {
      const thread = threads.get(uuid)
      if (!thread?.responseId || !thread.isBack || left === 0) continue
      const { responseId, n } = thread
      if (thread.expertId !== userId || thread.isOver) continue
      await run((tx) => addMessage(tx, me, { responseId, ...words }))
      if (n % 10 === 9) await run((tx) => markAsResolved(tx, me, { responseId }))
      left--
    }
    const offered = await run((tx) => listInbox(tx, me, { view: 'offered', limit: 20 }, publicUrl))
    for (const { uuid } of offered.questions) {
      const thread = threads.get(uuid)
      if (!thread || left === 0) continue
      const answered = await run((tx) => respond(tx, me, { questionId: uuid, text: 'So.' })).catch((error) => {
        if (['at_capacity', 'already_claimed', 'offer_closed'].includes(error.code)) return undefined
        throw error
      })
      if (!answered) continue
      Object.assign(thread, { expertId: userId, responseId: answered.responseId })
      left--
    }
  }

  for (let hour = 0; hour < hours; hour++) {
    const asked = Math.floor(((hour + 1) * questions) / hours) - Math.floor((hour * questions) / hours)
    for (let i = 0; i < asked; i++) {
      const questionId = await company.ask({ text: `Question ${newId()}` })
      threads.set(questionId, { questionId, n: threads.size })
      await router.route(questionId)
    }
    for (const thread of threads.values()) await comeBack(thread)
    for (const userId of experts) await work(userId)
    const { uuid } = await run((tx) => advanceClock(tx, { companyId, advance: 'PT1H' }))
    await vi.waitFor(async () => expect((await run((tx) => findAdvance(tx, companyId, uuid))).isFinished).toBe(true), {
      timeout: 60_000,
      interval: 20,
    })
  }
  const { rows } = await db.system.query<{ asked: number; rerouted: number; answered: number; waiting: number }>(
    `select count(*)::int as asked, (count(*) filter (where is_rerouted))::int as rerouted,
      (count(*) filter (where num_responses > 0))::int as answered,
      (count(*) filter (where holder_id is not null and turn = 'asker'))::int as waiting
      from questions where company_id = $1`,
    [companyId],
  )
  const [{ asked, rerouted, answered, waiting } = { asked: 0, rerouted: 0, answered: 0, waiting: 0 }] = rows
  const toAgents = rerouted / asked
  const s = Math.round((performance.now() - began) / 1_000)
  const told = `${asked} questions in ${hours} hours for ${expertCount} experts: ${answered} answered, ${waiting} wait for their askers, ${(toAgents * 100).toFixed(1)} % reached agents (${s} s)`
  return { toAgents, told }
}
