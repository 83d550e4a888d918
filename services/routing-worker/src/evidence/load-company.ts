import { type Database, inSystem, type Tx } from '@askline/db'
import {
  findAnswerTimes,
  findCompanyTimes,
  findLastResponse,
  findResolvedEvidence,
  findResolvedIds,
  findRoutingExperts,
  findSnapshots,
  type PastEvidence,
  readPastEvidence,
  readSettledSince,
  readSnapshotBytes,
  type Snapshot,
} from '@askline/domain'
import { loadRanker, type Ranker, UnreadableBytesError } from '@askline/text'
import { buildBreathing } from '../loops/breathing.ts'
import { mostAnswerTimes } from './answer-times.ts'
import { CompanyEvidence } from './company-evidence.ts'

/** What commits late may carry a time so long ago, in ms: it is read again. */
export const overlapMs = 5_000
/** Lessons take a millisecond or more each: of what is read from rows, so many of the newest questions give one. */
const mostLessons = 1_000

export type LoadedCompany = {
  evidence: CompanyEvidence
  /** When the load began, by the database's clock and in the company's time: what changed since is still to be read. */
  databaseNow: Date
  companyNow: Date
  history: string
  /** The snapshot there was, used or not. */
  snapshot: Snapshot | undefined
  /** Questions it held when it was used, else 0. */
  kept: number
}

/** Questions read at most where no snapshot holds them, those of a snapshot that is used, and rows of one page. */
type Bounds = { most: number; mostKept: number; chunk: number }
type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Reads a company's experts and what it has resolved: from its snapshot and what changed since, or else from the rows of its
 * newest questions. All of it with breaths between: a large company may take seconds, and nothing else waits meanwhile.
 * Undefined when there is no such company.
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
  const breathe = buildBreathing()
  const isUsed = snapshot?.history === time.history && snapshot.questions <= bounds.mostKept
  const kept = isUsed ? await evidenceOf(run, snapshot, bounds.chunk, breathe) : undefined
  const evidence = kept ?? (await readRows(run, companyId, bounds, breathe))
  evidence.keepTime(time, readAt)
  for (const expert of experts) {
    evidence.updateExpert(expert)
    await breathe()
  }
  if (lastResponse) evidence.heardResponse(lastResponse.firstResponseAt, lastResponse.responseMs)
  for (const row of answerTimes) evidence.heardAnswerTime(row)
  const { databaseNow, companyNow, history } = time
  return { evidence, databaseNow, companyNow, history, snapshot, kept: kept ? (snapshot?.questions ?? 0) : 0 }
}

type Breathe = () => Promise<void> | undefined

/** What the bytes of a snapshot hold; undefined where they are damaged, or of a version that this one cannot read. */
const rankerOf = (bytes: Uint8Array, breathe: Breathe): Promise<Ranker | undefined> =>
  loadRanker(bytes, breathe).catch((error: unknown) => {
    if (error instanceof UnreadableBytesError) return undefined
    throw error
  })

/** A snapshot, brought up to date. Undefined where it cannot be read, or goes while it is. */
async function evidenceOf(run: Run, snapshot: Snapshot, chunk: number, breathe: Breathe) {
  const { companyId, knownUntil } = snapshot
  const bytes = await readSnapshotBytes(run, snapshot)
  const ranker = bytes && (await rankerOf(bytes, breathe))
  if (!ranker) return undefined
  const evidence = new CompanyEvidence(companyId, ranker)
  const since = new Date(knownUntil.getTime() - overlapMs)
  for await (const { resolved, erased } of readSettledSince(run, companyId, since, chunk)) {
    for (const questionId of erased) evidence.forget(questionId)
    for (const question of await run((tx) => findResolvedEvidence(tx, resolved))) {
      evidence.recall(question)
      await breathe()
    }
  }
  return evidence
}

async function readRows(run: Run, companyId: string, { most, chunk }: Bounds, breathe: Breathe) {
  const evidence = new CompanyEvidence(companyId)
  const resolved = await run((tx) => findResolvedIds(tx, companyId, most))
  // What the company's own questions leave of the lessons, and of the room.
  const lessons = Math.max(0, mostLessons - resolved.length)
  const newest: PastEvidence[] = []
  for await (const page of readPastEvidence(run, companyId, { most: most - resolved.length, chunk })) {
    newest.push(...page)
    for (const question of newest.splice(0, Math.max(0, newest.length - lessons))) {
      evidence.recall(question)
      await breathe()
    }
  }
  for (const question of newest) {
    evidence.learn(question)
    await breathe()
  }
  for (let from = 0; from < resolved.length; from += chunk) {
    const ids = resolved.slice(from, from + chunk)
    for (const question of await run((tx) => findResolvedEvidence(tx, ids))) {
      if (from < resolved.length - mostLessons) evidence.recall(question)
      else evidence.learn(question)
      await breathe()
    }
  }
  return evidence
}
