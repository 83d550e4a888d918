import { setTimeout as pause } from 'node:timers/promises'
import type { JobPayload, OutboxJob } from '@askline/contracts'
import { type Database, inSystem, newId } from '@askline/db'
import { updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { makeChange } from '@askline/domain/changes/make-changes'
import { createPerson } from '@askline/domain/companies/create-person'
import { forgetPerson } from '@askline/domain/privacy/forget'
import { addedMessage, addMessage } from '@askline/domain/questions/add-message'
import { claimQuestion, declineQuestion, releaseQuestion } from '@askline/domain/questions/claim'
import { rerouteQuestion } from '@askline/domain/questions/reroute'
import { addedResponse, respond } from '@askline/domain/questions/respond'
import { acceptResponse, closeQuestion } from '@askline/domain/questions/settle'
import { findInvariants } from '@askline/domain/routing/find-invariants'
import { offerToExperts } from '@askline/domain/routing/offer'
import { findRoutable } from '@askline/domain/routing/routable'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTrainingPool } from '@askline/learning/training/training-pool'
import { openTestDatabase } from '@askline/testing'
import { expect, it, onTestFinished } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { routingHandlers } from '../src/routing-handlers.ts'
import { textHandlers } from '../src/text/answer-request.ts'
import { trainingHandlers } from '../src/training/training-handlers.ts'
import { foundCompany, noQuarantine, questionRow } from './company.ts'
import { logger } from './silent-logger.ts'

const [once, twice] = [await openTestDatabase(), await openTestDatabase()]

const fates = [
  'asked',
  'asked in Spanish',
  'asked in Finnish',
  'offered',
  'claimed',
  'answered',
  'written on',
  'accepted',
  'declined by all',
  'released',
  'rerouted',
  'closed',
  'asked by who is forgotten',
  'claimed from who is forgotten',
  'held by who is forgotten',
] as const
const askedByForgotten = new Set<string>(['asked by who is forgotten', 'claimed from who is forgotten'])
const perFate = 3
const waveSizes = [3, 6, 12]
const words = 'words of who is forgotten'

type Random = () => number

/** Returns a mulberry32 generator, which is deterministic per seed. */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items]
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const swapped = all[i]!
    all[i] = all[j]!
    all[j] = swapped
  }
  return all
}

/** Creates a company with a busy hour by the commands that the API runs. None of its jobs has run. */
async function busyHour(db: Database, seed: number) {
  const random = randomFrom(seed)
  const company = await foundCompany(db)
  const { companyId, ada, run, ask } = company
  const user = (userId: string) => ({ kind: 'user', userId, companyId }) as const
  const expert = (userId: string) => ({ kind: 'expert', userId, companyId }) as const
  const experts: string[] = []
  for (let i = 0; i < 14; i++) experts.push(await company.hire({ capacity: 50 }))
  const spanish = await company.hire({ languages: ['es'], availability: 'AWAY', capacity: 50 })
  const small = await company.hire({ capacity: 1 })
  const leaving = await company.hire({ capacity: 50, email: 'leaving@example.com' })
  const { userId: forgotten } = await run((tx) =>
    createPerson(tx, { companyId, role: 'user', email: 'gone@example.com', name: 'Gone' }),
  )

  async function offer(questionId: string, expertIds: string[]): Promise<void> {
    await inSystem(db, async (tx) => {
      const [q] = await findRoutable(tx, [questionId])
      if (!q) throw new Error('The question needs no experts')
      const chosen = expertIds.map((expertId, i) => ({ expertId, score: 1 - i / 10, reasons: [] }))
      const plan = { questionId, companyId, expectedWave: q.wave, expectedRound: q.round, isLast: false }
      await offerToExperts(tx, [{ ...plan, offerMs: 90_000, lastResponseMs: 0, experts: chosen }])
    })
  }

  async function live(fate: (typeof fates)[number], isFirst: boolean): Promise<string> {
    const asker = askedByForgotten.has(fate) ? forgotten : ada
    const language = fate === 'asked in Spanish' ? 'es' : fate === 'asked in Finnish' ? 'fi' : 'en'
    const questionId = await ask({ by: asker, language, text: asker === ada ? `Card, ${fate}?` : words })
    if (fate.startsWith('asked')) return questionId
    if (fate === 'closed') {
      await run((tx) => makeChange(tx, closeQuestion(user(ada), { questionId })))
      return questionId
    }

    const [first, second] = shuffled(experts, random)
    // The expert with capacity for one question drains the backlog when their answer is accepted.
    const taker = fate === 'accepted' && isFirst ? small : fate === 'held by who is forgotten' ? leaving : first!
    await offer(questionId, [taker, second!])
    const claim = () => run((tx) => makeChange(tx, claimQuestion(expert(taker), { questionId })))
    const answer = () =>
      run((tx) => makeChange(tx, respond(expert(taker), { questionId, text: `So, ${fate}.` })).then(addedResponse))
    switch (fate) {
      case 'claimed':
      case 'claimed from who is forgotten':
      case 'held by who is forgotten':
        await claim()
        break
      case 'answered':
        await answer()
        break
      case 'written on':
        await answer()
        await run((tx) =>
          makeChange(tx, addMessage(user(ada), { questionId, text: 'And then?', externalIds: [] })).then(addedMessage),
        )
        break
      case 'accepted': {
        const { responseId } = await answer()
        await run((tx) => makeChange(tx, acceptResponse(user(ada), { responseId })))
        break
      }
      case 'declined by all':
        for (const by of [taker, second!])
          await run((tx) => makeChange(tx, declineQuestion(expert(by), { questionId })))
        break
      case 'released':
        await claim()
        await run((tx) => makeChange(tx, releaseQuestion(expert(taker), { questionId })))
        break
      case 'rerouted':
        await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))
        break
    }
    return questionId
  }

  const questions = new Map<string, string>()
  const plan = fates.flatMap((fate) => Array.from({ length: perFate }, (_, i) => [fate, i] as const))
  for (const [fate, i] of shuffled(plan, random)) questions.set(await live(fate, i === 0), `${fate} ${i}`)
  await run((tx) => updateExpertProfile(tx, expert(spanish), { availability: 'AVAILABLE' }, 'http://localhost/v1'))
  for (const email of ['gone@example.com', 'leaving@example.com'])
    await inSystem(db, (tx) => forgetPerson(tx, { companyId, email }))

  const people = new Map<string, string>([[ada, 'ada']])
  for (const [i, id] of [...experts, spanish, small, leaving].entries()) people.set(id, `expert ${i}`)
  return { company, questions, people }
}

type BusyHour = Awaited<ReturnType<typeof busyHour>>

/**
 * Returns the handlers of a routing worker without queues, with separate caches. It decides `slowMs` after it read the
 * questions.
 */
function hireWorker(db: Database, slowMs = 0) {
  const cache = buildEvidenceCache(db)
  const trainer = buildTrainer()
  const trainingPool = openTrainingPool(db)
  onTestFinished(async () => {
    await Promise.all([trainer.close(), trainingPool.close()])
  })
  const readQuestions = async () => {
    if (slowMs > 0) await pause(slowMs)
    return new Map()
  }
  const handlers = {
    ...routingHandlers(db, buildRouter(db, cache, { readQuestions }), noQuarantine),
    ...textHandlers(db, buildTextCache(db, trainer), cache),
    ...trainingHandlers(db, trainingPool, { collectMs: 0 }),
  }
  const isMine = (name: string): name is keyof typeof handlers => name in handlers
  return async ({ job, payload }: OutboxJob): Promise<void> => {
    if (!isMine(job)) throw new Error(`${job} is no job of this service`)
    const handler = handlers[job] as (payload: JobPayload<typeof job>, context: object) => Promise<void>
    await handler(payload, { jobId: 'x', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger })
  }
}

/** Jobs whose subject does not exist. */
const strays = (): OutboxJob[] => [
  { job: 'route-question', payload: { questionId: newId() } },
  { job: 'drain-backlog', payload: { companyId: newId() } },
  { job: 'withdraw-offers', payload: { companyId: newId(), expertId: newId() } },
  { job: 'forget-person', payload: { requestId: newId() } },
  { job: 'advance-clock', payload: { advanceId: newId() } },
  { job: 'text-request', payload: { requestId: newId() } },
  { job: 'read-file', payload: { fileId: newId() } },
  { job: 'train-models', payload: { companyId: newId() } },
  { job: 'learn-answer', payload: { questionId: newId(), companyId: newId() } },
]

async function takeJobs(db: Database): Promise<OutboxJob[]> {
  const { rows } = await db.system.query<{ id: string; jobs: OutboxJob[] }>('delete from outbox returning id, jobs')
  return rows.sort((a, b) => Number(a.id) - Number(b.id)).flatMap(({ jobs }) => jobs)
}

/** Runs this service's jobs from the outbox, and the jobs that they cause, until none is left. */
async function workOff(db: Database, runAll: (jobs: OutboxJob[]) => Promise<void>): Promise<OutboxJob[]> {
  const all: OutboxJob[] = []
  for (;;) {
    const jobs = await takeJobs(db)
    if (jobs.length === 0) return all
    all.push(...jobs)
    await runAll(jobs.filter(({ job }) => job !== 'question-changed'))
  }
}

const countBy = (keys: string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const key of keys.sort()) counts[key] = (counts[key] ?? 0) + 1
  return counts
}

/**
 * Returns the state that must not depend on the order of the jobs. Offers are excluded, because they depend on earlier offers.
 * A forgotten person's questions include only their end, because the order decides whether experts were still sought.
 */
async function outcomeOf(db: Database, { company, questions, people }: BusyHour, jobs: OutboxJob[]) {
  const rowsOf = async <T extends object>(sql: string) =>
    (await db.system.query<T & { questionId: string }>(sql, [company.companyId])).rows
  const events = await rowsOf<{ type: string }>(
    'select question_id as "questionId", type from question_events where company_id = $1 order by seq',
  )
  const messages = await rowsOf<{ type: string; body: string }>(
    'select question_id as "questionId", type, body from messages where company_id = $1 order by type, body',
  )
  const responses = await rowsOf<{ type: string; authorId: string; isAccepted: boolean }>(
    `select question_id as "questionId", type, author_id as "authorId", is_accepted as "isAccepted" from responses
      where company_id = $1 order by created_at`,
  )
  const offers = await rowsOf<{ status: string }>(
    'select question_id as "questionId", status from offers where company_id = $1',
  )
  const state = await rowsOf<{ holderId: string | null; text: string }>(
    'select id as "questionId", holder_id as "holderId", text from questions where company_id = $1',
  )
  const person = (id: string | null) => (id === null ? null : people.get(id))
  const lives: Record<string, unknown> = {}
  for (const { questionId, holderId, text } of state) {
    const name = questions.get(questionId) ?? questionId
    const mine = <T extends { questionId: string }>(rows: T[]) => rows.filter((row) => row.questionId === questionId)
    const { waveInMs: _, ...row } = (await questionRow(db, questionId))!
    const common = { text, holder: person(holderId), status: row.status, turn: row.turn }
    lives[name] = askedByForgotten.has(name.slice(0, -2))
      ? { ...common, openOffers: mine(offers).filter(({ status }) => status === 'pending').length }
      : {
          ...common,
          ...row,
          events: mine(events).map(({ type }) => type),
          messages: mine(messages).map(({ type, body }) => [type, body]),
          responses: mine(responses).map((one) => [one.type, person(one.authorId), one.isAccepted]),
          offers: countBy(mine(offers).map(({ status }) => status)),
          told: countBy(
            jobs.flatMap(({ job, payload }) =>
              job === 'question-changed' && payload.questionId === questionId ? [payload.type] : [],
            ),
          ),
        }
  }
  const { rows: learned } = await db.system.query('select question, answer from knowledge order by question, answer')
  const { rows: forgotten } = await db.system.query(
    `select finished_at, erased -> 'questions' as questions, erased -> 'withdrawn' as withdrawn, erased -> 'released' as released
      from forget_requests order by created_at`,
  )
  const { rows: loads } = await db.system.query<{ id: string; load: number; availability: string }>(
    'select user_id as id, load, availability from experts',
  )
  return {
    lives,
    learned,
    forgotten,
    desks: Object.fromEntries(loads.map(({ id, ...desk }) => [person(id), desk])),
    jobs: countBy(jobs.flatMap(({ job }) => (job === 'question-changed' ? [] : [job]))),
  }
}

/** Returns violations of rules that must hold at any time, however often jobs ran. */
async function faultsOf(db: Database, { company: { run, companyId } }: BusyHour) {
  const found = async (sql: string) => (await db.system.query(sql, [companyId])).rows
  return {
    broken: (await run((tx) => findInvariants(tx, companyId))).filter(({ violations }) => violations > 0),
    offeredTwice: await found(
      `select question_id, round, expert_id from offers where company_id = $1 and wave > 0
        group by question_id, round, expert_id having count(*) > 1`,
    ),
    wavesTooWide: (
      await db.system.query(
        `select question_id, round, wave, count(*)::int from offers where company_id = $1 and wave > 0
          group by question_id, round, wave having count(*) > ($2::int[])[least(wave, 3)]`,
        [companyId, waveSizes],
      )
    ).rows,
    versionsUntold: await found(
      `select q.id from questions q where company_id = $1 and q.version <> (select count(distinct seq) from question_events e
        where e.question_id = q.id)`,
    ),
    eventsTwice: await found(
      `select question_id, seq from question_events where company_id = $1 group by question_id, seq having count(*) > 1`,
    ),
    knowledgeTwice: await found(
      `select response_id from knowledge_sources where company_id = $1 group by response_id having count(*) > 1`,
    ),
    wordsLeft: await found(
      `select id from questions where company_id = $1 and (text = '${words}' or subject = '${words}')
        union all select id from messages where company_id = $1 and body = '${words}'`,
    ),
  }
}

const noFaults = {
  broken: [],
  offeredTwice: [],
  wavesTooWide: [],
  versionsUntold: [],
  eventsTwice: [],
  knowledgeTwice: [],
  wordsLeft: [],
}

it('jobs that run twice, late, concurrently and in any order leave the same state as a single run', async () => {
  const seed = Number(process.env.JOBS_SEED ?? 7)
  const random = randomFrom(seed + 1)
  const [calm, wild] = await Promise.all([busyHour(once, seed), busyHour(twice, seed)])

  const alone = hireWorker(once)
  const ranOnce = await workOff(once, async (jobs) => {
    for (const job of jobs) await alone(job)
  })

  const workers = [hireWorker(twice), hireWorker(twice, 15), hireWorker(twice, 40)]
  const refused: unknown[] = []
  const ranTwice = await workOff(twice, async (jobs) => {
    const waiting = shuffled([...jobs, ...jobs, ...strays()], random)
    while (waiting.length > 0) {
      const together = waiting.splice(0, 1 + Math.floor(random() * 12))
      // Half of the jobs arrive again while they run.
      together.push(...together.filter(() => random() < 0.5))
      const runs = together.map((job) => workers[Math.floor(random() * workers.length)]!(job))
      for (const [i, run] of (await Promise.allSettled(runs)).entries())
        if (run.status === 'rejected') refused.push([together[i]?.job, run.reason])
    }
  })

  const told = `JOBS_SEED=${seed}`
  expect(new Set(ranOnce.map(({ job }) => job)), told).toEqual(
    new Set([
      'question-changed',
      'route-question',
      'drain-backlog',
      'forget-person',
      'learn-answer',
      'withdraw-offers',
    ]),
  )
  expect(refused, told).toEqual([])
  expect(await faultsOf(once, calm), told).toEqual(noFaults)
  expect(await faultsOf(twice, wild), told).toEqual(noFaults)
  expect(await outcomeOf(twice, wild, ranTwice), told).toEqual(await outcomeOf(once, calm, ranOnce))
}, 60_000)
