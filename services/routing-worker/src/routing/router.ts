import { setTimeout as pause } from 'node:timers/promises'
import { type Database, inSystem, isConnectionLoss, openCoalescer } from '@askline/db'
import type { Origin } from '@askline/domain/actors'
import { respondByFinding } from '@askline/domain/questions/auto-response'
import { offerToExperts, type WavePlan } from '@askline/domain/routing/offer'
import { rerouteForLack } from '@askline/domain/routing/reroute-for-lack'
import { findPatient, findRoutable, type RoutableQuestion } from '@askline/domain/routing/routable'
import type { EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { markRosterStored } from '@askline/learning/evidence/situation'
import { inSpan, isTracing } from '@askline/runtime'
import type { QuestionReader } from '../text/question-reader.ts'
import { type Decision, decide, findsNobody, type GivenUp, type Known } from './decide.ts'
import { addLikelyLanguages, type LanguageFinder } from './language.ts'
import type { DecidedQuestion } from './plan-wave.ts'
import type { PromiseCounter } from './promise-counter.ts'

/** Questions of one batch: a few hundred offers in one transaction, written in about 10 ms. */
const maxBatch = 128
/** Batches in flight: one is ranked while the other waits for Postgres. */
const maxInFlight = 2
/** Loads of a company per question. The cache may evict the company between its load and its batch. */
const maxLoads = 3
/** Pauses before a locked question is tried again, in ms. A transaction lasts at most 5 s. */
const busyPausesMs = [20, 50, 100, 200, 400, 800, 1_600, 3_200]
/** Automatic responses written concurrently. */
const maxConcurrentAnswers = 4

export type Router = {
  /** Offers a question to its next experts. `origin`: the request that caused it. Rejects if routing failed. */
  route(questionId: string, origin?: Origin): Promise<void>
  /** Routes a quarantined question in a batch of its own, so that a crash has only one possible cause. */
  routeAlone(questionId: string): Promise<void>
}

/** Optional parts of routing. */
export type RoutingAids = {
  promises?: Pick<PromiseCounter, 'add'>
  /** Reads questions before their first offer. */
  readQuestions?: QuestionReader
  /** Finds the languages of questions. Those of which it finds none are decided without one. By default, failures are not reported. */
  findLanguages?: LanguageFinder
  /** Receives how long each question waited for its first decision, in ms. */
  addWait?: (ms: number) => void
}

export type RouteRequest = { questionId: string; origin?: Origin | undefined }

/**
 * `done`: nothing is left to do. `unread`: the company must be loaded into memory first. `busy`: another transaction has locked the
 * question. An error belongs to this question only.
 */
export type RouteOutcome = { kind: 'done' } | { kind: 'busy' } | { kind: 'unread'; companyId: string } | Error

const done: RouteOutcome = { kind: 'done' }
const busy: RouteOutcome = { kind: 'busy' }

/** Routes questions in batches. Companies that are not in memory are loaded beside the batches, which do not wait for them. */
export function buildRouter(db: Database, evidenceCache: EvidenceCache, aids: RoutingAids = {}): Router {
  const batches = openCoalescer(
    async (requests: RouteRequest[]): Promise<RouteOutcome[]> => {
      const outcomes = await inBatchSpan(requests, () => routeBatch(db, evidenceCache, requests, aids))
      return requests.map(({ questionId }) => outcomes.get(questionId) ?? done)
    },
    {
      maxBatch,
      maxInFlight,
      startBeside: 'full',
      collectMs: 1,
      keyOf: ({ questionId }) => questionId,
    },
  )

  /** Repeats `attempt` until the question is done. Loads its company, or waits for its lock, in between. */
  async function untilDone(attempt: () => Promise<RouteOutcome>): Promise<void> {
    const pauses = busyPausesMs.values()
    for (let loadsLeft = maxLoads; loadsLeft >= 0; ) {
      const outcome = await attempt()
      if (outcome instanceof Error) throw outcome
      if (outcome.kind === 'done') return
      if (outcome.kind === 'unread') {
        loadsLeft--
        await evidenceCache.load(outcome.companyId)
        continue
      }
      const pauseMs = pauses.next().value
      if (pauseMs === undefined) throw new Error('Another transaction keeps the question locked')
      await pause(pauseMs)
    }
    throw new Error('The cache evicted the company before its question was routed')
  }

  return {
    async route(questionId, origin) {
      await untilDone(() => batches.add({ questionId, origin }))
    },
    async routeAlone(questionId) {
      const attempt = () => routeBatch(db, evidenceCache, [{ questionId }], { ...aids, isQuarantine: true })
      await untilDone(async () => (await attempt()).get(questionId) ?? done)
    },
  }
}

/** Runs `work` in a span of its own that links the spans of the questions it routes, if one of them is traced. */
function inBatchSpan<T>(requests: RouteRequest[], work: () => Promise<T>): Promise<T> {
  if (!isTracing) return work()
  const links = requests.flatMap(({ origin }) => origin?.traceparent ?? [])
  const attributes = { 'askline.questions': requests.length }
  return links.length === 0 ? work() : inSpan({ name: 'route batch', kind: 'INTERNAL', links, attributes }, work)
}

/**
 * Routes a batch of questions in three steps. One SELECT reads them, `decide` ranks experts in memory, and one statement writes
 * all waves. Questions that need no experts are done. Returns the outcome of every question. Throws only if the database is
 * unavailable.
 */
export async function routeBatch(
  db: Database,
  evidenceCache: EvidenceCache,
  requests: RouteRequest[],
  {
    promises,
    readQuestions,
    findLanguages,
    addWait,
    isQuarantine = false,
  }: RoutingAids & { isQuarantine?: boolean } = {},
): Promise<ReadonlyMap<string, RouteOutcome>> {
  const origins = new Map(requests.map(({ questionId, origin }) => [questionId, origin]))

  const { routable, patient } = await readBatch(db, [...origins.keys()], isQuarantine)
  const readAt = performance.now()
  const known = routable.filter(({ companyId }) => evidenceCache.find(companyId))
  const unread = routable.filter((question) => !known.includes(question))
  const findings = (await readQuestions?.(known)) ?? new Map()

  const answered = await writeAnswers(db, known, findings, origins)
  const unanswered = await addLikelyLanguages(
    known.filter(({ questionId }) => !answered.has(questionId)),
    findLanguages,
  )
  const decisions = await decideOnFreshEvidence(evidenceCache, unanswered, { patient, findings })

  const companies = new Map(known.map(({ questionId, companyId }) => [questionId, companyId]))
  const rerouted = await writeReroutes(db, decisions, companies, origins)
  const offered = await writeOffers(db, decisions, origins, promises)
  const outcomes = new Map<string, RouteOutcome>([
    ...requests.map(({ questionId }) => [questionId, done] as const),
    ...unread.map(({ questionId, companyId }) => [questionId, { kind: 'unread', companyId }] as const),
    ...answered,
    ...failuresOf(decisions),
    ...rerouted,
    ...offered,
  ])
  const sinceRead = performance.now() - readAt
  for (const { questionId, wasOffered, wave, ageMs } of known) {
    if (!wasOffered && wave === 0 && outcomes.get(questionId) === done) addWait?.(ageMs + sinceRead)
  }
  return outcomes
}

type Origins = ReadonlyMap<string, Origin | undefined>
type Decisions = ReadonlyMap<string, Decision>

async function readBatch(db: Database, questionIds: string[], isQuarantine: boolean) {
  return inSystem(db, async (tx) => {
    const routable = await findRoutable(tx, questionIds, isQuarantine)
    const heavy = new Set(routable.filter(({ hasHeavy }) => hasHeavy).map(({ companyId }) => companyId))
    const waiting = heavy.size > 0 ? await findPatient(tx, [...heavy]) : []
    return { routable, patient: new Map(waiting.map((question) => [question.companyId, question])) }
  })
}

/**
 * Decides on the evidence in memory, which is up to half a second old. If a question then has no expert, reads the experts again
 * and decides once more. Agents keep a question for good, so it must not go to them by mistake.
 */
async function decideOnFreshEvidence(
  evidenceCache: EvidenceCache,
  questions: DecidedQuestion[],
  known: Known,
): Promise<Decisions> {
  const decisions = await decide(evidenceCache, questions, known)
  const doubtful = questions.filter(({ questionId }) => findsNobody(decisions.get(questionId)))
  if (doubtful.length === 0) return decisions
  await evidenceCache.freshen([...new Set(doubtful.map(({ companyId }) => companyId))])
  return new Map([...decisions, ...(await decide(evidenceCache, doubtful, known))])
}

function failuresOf(decisions: Decisions): [string, Error][] {
  return [...decisions].flatMap(([questionId, decision]) => (decision instanceof Error ? [[questionId, decision]] : []))
}

/**
 * Gives the automatic responses that were found, a few transactions at a time. Returns the questions that need no offer: those
 * that were answered, and those whose answer failed and is tried again.
 */
async function writeAnswers(
  db: Database,
  questions: RoutableQuestion[],
  findings: Known['findings'],
  origins: Origins,
): Promise<Map<string, RouteOutcome>> {
  const found = questions.flatMap(({ questionId, companyId }) => {
    const { predictedClass, knowledgeId, answerConfidence: confidence } = findings.get(questionId) ?? {}
    if (!predictedClass || !knowledgeId || confidence === undefined) return []
    return [{ questionId, companyId, predictedClass, knowledgeId, confidence, origin: origins.get(questionId) }]
  })
  const outcomes = new Map<string, RouteOutcome>()
  for (let from = 0; from < found.length; from += maxConcurrentAnswers) {
    const part = found.slice(from, from + maxConcurrentAnswers)
    const given = await Promise.all(part.map((one) => isolate(() => inSystem(db, (tx) => respondByFinding(tx, one)))))
    for (const [i, { questionId }] of part.entries()) {
      const outcome = given[i]
      if (outcome instanceof Error) outcomes.set(questionId, outcome)
      else if (outcome) outcomes.set(questionId, done)
    }
  }
  return outcomes
}

/** Hands the questions that no expert can take to the agents, one transaction each. */
async function writeReroutes(
  db: Database,
  decisions: Decisions,
  companies: ReadonlyMap<string, string>,
  origins: Origins,
): Promise<Map<string, RouteOutcome>> {
  const outcomes = new Map<string, RouteOutcome>()
  const isGivenUp = (entry: [string, Decision]): entry is [string, GivenUp] => 'lack' in entry[1]
  for (const [questionId, { lack, decision }] of [...decisions].filter(isGivenUp)) {
    const companyId = companies.get(questionId)
    if (companyId === undefined) continue
    const rerouted = await isolate(() =>
      inSystem(db, (tx) => rerouteForLack(tx, { questionId, companyId }, lack, decision, origins.get(questionId))),
    )
    outcomes.set(questionId, rerouted instanceof Error ? rerouted : rerouted === 'busy' ? busy : done)
  }
  return outcomes
}

/** Writes all waves in one transaction. If that fails, each wave gets its own, so that one bad question does not stop the others. */
async function writeOffers(
  db: Database,
  decisions: Decisions,
  origins: Origins,
  promises: RoutingAids['promises'],
): Promise<Map<string, RouteOutcome>> {
  const plans = [...decisions].flatMap(([questionId, decision]) =>
    decision instanceof Error || 'lack' in decision ? [] : [{ ...decision, origin: origins.get(questionId) }],
  )
  if (plans.length === 0) return new Map()
  const together = await isolate(() => writeWaves(db, plans, promises))
  if (!(together instanceof Error)) return together
  const outcomes = new Map<string, RouteOutcome>()
  for (const plan of plans) {
    const alone = await isolate(() => writeWaves(db, [plan], promises))
    outcomes.set(plan.questionId, alone instanceof Error ? alone : (alone.get(plan.questionId) ?? done))
  }
  return outcomes
}

async function writeWaves(
  db: Database,
  plans: WavePlan[],
  promises: RoutingAids['promises'],
): Promise<Map<string, RouteOutcome>> {
  const written = await inSystem(db, (tx) => offerToExperts(tx, plans))
  const [offered, kept] = [new Set(written.offered), new Set(written.kept)]
  for (const { questionId, promisedMs, decision } of plans) {
    if (promisedMs !== undefined && offered.has(questionId)) promises?.add(questionId, promisedMs)
    if (decision?.roster && kept.has(questionId)) markRosterStored(decision.roster)
  }
  return new Map(written.busy.map((questionId) => [questionId, busy]))
}

/** Returns what `work` resolves with, or its error as a value. Throws if the database is away, which concerns every question. */
async function isolate<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work()
  } catch (error) {
    if (isConnectionLoss(error) || !(error instanceof Error)) throw error
    return error
  }
}
