import type { JobPayload, OutboxJob } from '@askline/contracts'
import { newId } from '@askline/db'
import { updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { makeChange } from '@askline/domain/changes/make-changes'
import { noteReading } from '@askline/domain/people/activity'
import { addedMessage, addMessage } from '@askline/domain/questions/add-message'
import { addedResponse, markAsResolved, respond } from '@askline/domain/questions/respond'
import { acceptResponse } from '@askline/domain/questions/settle'
import { advanceClock, findAdvance } from '@askline/domain/routing/clock-advances'
import { findInvariants } from '@askline/domain/routing/find-invariants'
import { listInbox } from '@askline/domain/views/inbox'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it, vi } from 'vitest'
import { clockAdvancer } from '../src/loops/clock-advancer.ts'
import { buildWakeSignal } from '../src/loops/loop.ts'
import { buildRouter } from '../src/routing/router.ts'
import { routingHandlers } from '../src/routing-handlers.ts'
import { foundCompany, noQuarantine, type TestCompany } from './company.ts'
import { runLoops } from './running-loops.ts'
import { logger } from './silent-logger.ts'

// A week of a company in a sandbox. Six in ten askers never come back after the answer, and at noon all experts have lunch.

/** `npm run drill` runs the whole week, `npm test` a few hours of a small company. */
const isDrill = process.env['ASKLINE_DRILL'] === '1'
const { hours, questions, expertCount, capacity, waveSizes, lunchAt } = isDrill
  ? { hours: 168, questions: 2_000, expertCount: 24, capacity: 5, waveSizes: [3, 6, 12], lunchAt: 12 }
  : { hours: 4, questions: 36, expertCount: 6, capacity: 2, waveSizes: [2, 3], lunchAt: 0 }
/** Answers and messages that an expert writes in an hour at most. */
const perHour = 4

/** The week takes five minutes beside other work, and eleven on a machine with ten times as much work as processors. */
const longestMs = isDrill ? 1_800_000 : 120_000

const db = await openTestDatabase()
const publicUrl = 'http://localhost/v1'

type Thread = { questionId: string; n: number; expertId?: string; responseId?: string; isBack?: true; isOver?: true }

it(
  'a week with askers who never return leaves no expert full, and few questions reach agents',
  async () => {
    const company = await foundCompany(db, { isSandbox: true })
    await company.set({ waveSizes })
    const experts = await Promise.all(Array.from({ length: expertCount }, () => company.hire({ capacity })))
    const week = await live(company, experts)
    console.info(week.told)

    expect(week.full).toEqual([])
    expect(week.toAgents).toBeLessThan(0.01)
    const broken = (await company.run((tx) => findInvariants(tx, company.companyId))).filter(
      (one) => one.violations > 0,
    )
    expect(broken).toEqual([])
  },
  longestMs,
)

/** Lives hour by hour: askers ask and come back, experts answer what they may take, and the clock moves on. */
async function live(company: TestCompany, experts: string[]) {
  const { companyId, run } = company
  const began = performance.now()
  const cache = buildEvidenceCache(db)
  const router = buildRouter(db, cache)
  const clockSignal = buildWakeSignal()
  runLoops(clockAdvancer(db, router, cache, logger, clockSignal))
  const handlers = routingHandlers(db, router, noQuarantine)
  const context = { jobId: 'x', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
  const expert = (userId: string) => ({ kind: 'expert', userId, companyId }) as const
  const asker = { kind: 'user', userId: company.ada, companyId } as const
  const words = { text: 'Words', externalIds: [] }
  const threads = new Map<string, Thread>()
  /** Experts who were AWAY at the end of each lunch. */
  const leftAway: number[] = []

  /** Runs the routing jobs that the company's moves have caused, as a routing worker does. */
  async function runJobs() {
    await cache.refresh()
    const { rows } = await db.system.query<{ jobs: OutboxJob[] }>(
      'delete from outbox where company_id = $1 returning jobs',
      [companyId],
    )
    const isOurs = (job: string): job is keyof typeof handlers => job in handlers
    for (const { job, payload } of rows.flatMap(({ jobs }) => jobs)) {
      if (!isOurs(job)) continue
      const handler = handlers[job] as (payload: JobPayload<typeof job>, context: object) => Promise<void>
      await handler(payload, context)
    }
  }

  /** Reads the first question of an expert's inbox, or saves the profile if the inbox is empty, as the desk does. */
  async function appear(userId: string) {
    const me = expert(userId)
    const inbox = await run((tx) => listInbox(tx, me, { view: 'offered', limit: 1 }, publicUrl))
    const [first] = inbox.questions
    await run(async (tx) => {
      if (first) await noteReading(tx, me, first.uuid)
      else await updateExpertProfile(tx, me, {}, publicUrl)
    })
  }

  async function endLunch() {
    leftAway.push((await absent()).length)
    expect(leftAway.at(-1)).toBeGreaterThan(expertCount / 2)
    for (const userId of experts) await appear(userId)
    await runJobs()
    expect(await absent()).toEqual([])
    expect(await unseen()).toEqual([])
  }

  const find = async (text: string) => {
    const { rows } = await db.system.query<{ id: string }>(text, [companyId])
    return rows.map(({ id }) => id)
  }
  const absent = () => find(`select user_id as id from experts where company_id = $1 and availability <> 'AVAILABLE'`)
  /** Returns the questions that wait for an expert while no expert sees them. */
  const unseen = () =>
    find(`select id from questions q where company_id = $1 and status = 'UNRESOLVED' and turn = 'experts' and holder_id is null
      and open_to_all_at is null and not exists (select 1 from offers o where o.question_id = q.id and o.status = 'pending')`)

  async function comeBack(thread: Thread) {
    const { n, questionId, responseId } = thread
    if (!responseId || thread.isOver || n % 10 < 6) return
    if (n % 10 < 8 || thread.isBack) {
      thread.isOver = true
      await run((tx) => makeChange(tx, acceptResponse(asker, { responseId })))
    } else {
      thread.isBack = true
      await run((tx) => makeChange(tx, addMessage(asker, { questionId, ...words })).then(addedMessage))
    }
  }

  async function work(userId: string) {
    const me = expert(userId)
    let left = perHour
    const claimed = await run((tx) => listInbox(tx, me, { view: 'claimed', limit: 20 }, publicUrl))
    for (const { uuid } of claimed.questions) {
      const thread = threads.get(uuid)
      if (!thread?.responseId || !thread.isBack || left === 0) continue
      const { responseId, n } = thread
      if (thread.expertId !== userId || thread.isOver) continue
      await run((tx) => makeChange(tx, addMessage(me, { responseId, ...words })).then(addedMessage))
      if (n % 10 === 9) await run((tx) => makeChange(tx, markAsResolved(me, { responseId })))
      left--
    }
    const offered = await run((tx) => listInbox(tx, me, { view: 'offered', limit: 20 }, publicUrl))
    for (const { uuid } of offered.questions) {
      const thread = threads.get(uuid)
      if (!thread || left === 0) continue
      const answered = await run((tx) =>
        makeChange(tx, respond(me, { questionId: uuid, text: 'So.' })).then(addedResponse),
      ).catch((error) => {
        if (['at_capacity', 'already_claimed', 'offer_closed'].includes(error.code)) return undefined
        throw error
      })
      if (!answered) continue
      Object.assign(thread, { expertId: userId, responseId: answered.responseId })
      left--
    }
  }

  async function ask(count: number) {
    for (let i = 0; i < count; i++) {
      const questionId = await company.ask({ text: `Question ${newId()}` })
      threads.set(questionId, { questionId, n: threads.size })
    }
    await runJobs()
  }

  async function advance(duration: string) {
    const { uuid } = await run((tx) => advanceClock(tx, { companyId, advance: duration }))
    clockSignal.wake()
    await vi.waitFor(async () => expect((await run((tx) => findAdvance(tx, companyId, uuid))).isFinished).toBe(true), {
      timeout: 60_000,
      interval: 20,
    })
  }

  for (let hour = 0; hour < hours; hour++) {
    const soFar = Math.floor(((hour + 1) * questions) / hours)
    if (hour % 24 === lunchAt) {
      // The last question comes when experts are away already.
      await ask(soFar - threads.size - 1)
      await advance('PT30M')
      await ask(1)
      await advance('PT30M')
      await endLunch()
      continue
    }
    await ask(soFar - threads.size)
    for (const thread of threads.values()) await comeBack(thread)
    await runJobs()
    for (const userId of await absent()) await appear(userId)
    for (const userId of experts) await work(userId)
    await runJobs()
    await advance('PT1H')
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
  const told = `${asked} questions in ${hours} hours for ${expertCount} experts: ${answered} answered, ${waiting} wait for their askers, ${(toAgents * 100).toFixed(1)} % reached agents; after lunch ${leftAway} experts were AWAY (${s} s)`
  const full = await find('select user_id as id from experts where company_id = $1 and load >= capacity')
  return { toAgents, full, told }
}
