import { type Database, inSystem, type Tx } from '@askline/db'
import { findRoutingExperts } from '@askline/domain/routing/routing-experts'
import { buildEventLoopYield, type EventLoopYield } from '@askline/runtime'
import { loadRanker, type Ranker, UnreadableBytesError } from '@askline/text'
import { readSnapshotBytes } from '../snapshots/snapshot-bytes.ts'
import { findSnapshots, type Snapshot } from '../snapshots/snapshots.ts'
import { mostAnswerTimes } from './answer-times.ts'
import { CompanyEvidence } from './company-evidence.ts'
import { findCompanyTimes } from './company-times.ts'
import { type PastEvidence, readPastEvidence } from './past-evidence.ts'
import { findResolvedEvidence, findResolvedIds } from './resolved-evidence.ts'
import { findAnswerTimes, findLastResponse, readSettledSince } from './settled-questions.ts'

/** Rows that commit late may carry a time up to this much earlier, in ms, so this span is read again. */
export const overlapMs = 5_000
/** Newest questions that also update the ranking weights, which takes a millisecond or more each. */
const maxLearned = 1_000

export type LoadedCompany = {
  evidence: CompanyEvidence
  /** Start of the load, in database and in company time. Later changes are not read yet. */
  databaseNow: Date
  companyNow: Date
  history: string
  /** The snapshot that existed, used or not. */
  snapshot: Snapshot | undefined
  /** Questions of the snapshot that was used, else 0. */
  kept: number
}

/** Maximum questions read from rows, maximum questions of a usable snapshot, and rows per page. */
type Bounds = { most: number; mostKept: number; chunk: number }
type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Reads a company's experts and resolved questions: from its snapshot and later changes, or from the rows of its newest questions.
 * Yields to the event loop, because a large company takes seconds. Returns `undefined` if the company does not exist.
 */
export async function loadCompany(db: Database, companyId: string, bounds: Bounds): Promise<LoadedCompany | undefined> {
  const begin = await inSystem(db, async (tx) => {
    const [time] = await findCompanyTimes(tx, [companyId])
    const readAt = performance.now()
    return (
      time && {
        time,
        readAt,
        experts: await findRoutingExperts(tx, companyId),
        lastResponse: await findLastResponse(tx, companyId),
        answerTimes: await findAnswerTimes(tx, companyId, mostAnswerTimes),
        snapshot: (await findSnapshots(tx, [companyId]))[0],
      }
    )
  })
  if (!begin) return undefined

  const { time, readAt, experts, lastResponse, answerTimes, snapshot } = begin
  const run: Run = (work) => inSystem(db, work)
  const yieldToEventLoop = buildEventLoopYield()
  const isUsed = snapshot?.history === time.history && snapshot.questions <= bounds.mostKept
  const kept = isUsed ? await evidenceOf(run, snapshot, bounds.chunk, yieldToEventLoop) : undefined
  const evidence = kept ?? (await readRows(run, companyId, bounds, yieldToEventLoop))
  evidence.setTime(time, readAt)
  for (const expert of experts) {
    evidence.updateExpert(expert)
    await yieldToEventLoop()
  }
  if (lastResponse) evidence.setLastResponse(lastResponse.firstResponseAt, lastResponse.responseMs)
  for (const row of answerTimes) evidence.addAnswerTime(row)
  const { databaseNow, companyNow, history } = time
  return { evidence, databaseNow, companyNow, history, snapshot, kept: kept ? (snapshot?.questions ?? 0) : 0 }
}

/** Returns the ranker of a snapshot, or `undefined` if the bytes are damaged or of an unknown version. */
const rankerOf = (bytes: Uint8Array, yieldToEventLoop: EventLoopYield): Promise<Ranker | undefined> =>
  loadRanker(bytes, yieldToEventLoop).catch((error: unknown) => {
    if (error instanceof UnreadableBytesError) return undefined
    throw error
  })

/** Returns the evidence of a snapshot, brought up to date, or `undefined` if it is unreadable or dropped meanwhile. */
async function evidenceOf(run: Run, snapshot: Snapshot, chunk: number, yieldToEventLoop: EventLoopYield) {
  const { companyId, knownUntil } = snapshot
  const bytes = await readSnapshotBytes(run, snapshot)
  const ranker = bytes && (await rankerOf(bytes, yieldToEventLoop))
  if (!ranker) return undefined
  const evidence = new CompanyEvidence(companyId, ranker)
  const since = new Date(knownUntil.getTime() - overlapMs)
  for await (const { resolved, erased } of readSettledSince(run, companyId, since, chunk)) {
    for (const questionId of erased) evidence.forget(questionId)
    for (const question of await run((tx) => findResolvedEvidence(tx, resolved))) {
      evidence.addHistory(question)
      await yieldToEventLoop()
    }
  }
  return evidence
}

async function readRows(run: Run, companyId: string, { most, chunk }: Bounds, yieldToEventLoop: EventLoopYield) {
  const evidence = new CompanyEvidence(companyId)
  const resolved = await run((tx) => findResolvedIds(tx, companyId, most))
  // Uploaded questions get what the company's own questions leave of the limits.
  const lessons = Math.max(0, maxLearned - resolved.length)
  const newest: PastEvidence[] = []
  for await (const page of readPastEvidence(run, companyId, { most: most - resolved.length, chunk })) {
    newest.push(...page)
    for (const question of newest.splice(0, Math.max(0, newest.length - lessons))) {
      evidence.addHistory(question)
      await yieldToEventLoop()
    }
  }
  for (const question of newest) {
    evidence.learn(question)
    await yieldToEventLoop()
  }
  for (let from = 0; from < resolved.length; from += chunk) {
    const ids = resolved.slice(from, from + chunk)
    for (const question of await run((tx) => findResolvedEvidence(tx, ids))) {
      if (from < resolved.length - maxLearned) evidence.addHistory(question)
      else evidence.learn(question)
      await yieldToEventLoop()
    }
  }
  return evidence
}
