import { type Database, inSystem } from '@askline/db'
import { findChangedExperts } from '@askline/domain/routing/routing-experts'
import type { Window } from '@askline/domain/routing/windows'
import { buildEventLoopYield, type EventLoopYield } from '@askline/runtime'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { leastOfSnapshot } from '../snapshots/make-snapshot.ts'
import { findSnapshots, type Snapshot, wantSnapshot } from '../snapshots/snapshots.ts'
import type { CompanyEvidence } from './company-evidence.ts'
import { findCompanyTimes } from './company-times.ts'
import { loadCompany, overlapMs } from './load-company.ts'
import { buildRefits } from './refits.ts'
import { findResolvedEvidence } from './resolved-evidence.ts'
import { SeenVersions } from './seen-versions.ts'
import { findSettledChanges, type SettledChange } from './settled-questions.ts'

/** Memory limits. A question takes about half a kilobyte. The oldest resolved questions beyond a limit are not evidence. */
export type EvidenceLimits = {
  /** Questions read from rows for a company without a snapshot. */
  questionsFromRows: number
  /** Questions of one company. */
  questionsPerCompany: number
  /** Questions of all companies in memory except the largest, which would otherwise evict all others. */
  questions: number
  companies: number
  /** Questions that make a snapshot worthwhile, and minimum growth until the next one, which is also at least a tenth. */
  leastOfSnapshot: number
}
export const standardLimits: EvidenceLimits = {
  questionsFromRows: 20_000,
  questionsPerCompany: 1_000_000,
  questions: 1_000_000,
  companies: 500,
  leastOfSnapshot,
}

const chunk = 250
/** Time in ms after which a cache counts as quiet. */
const quietAfterMs = 10_000
/** A company is reloaded if it exceeds its limit by this factor. */
const outgrown = 1.5
const loadsAtOnce = 4

type Entry = {
  evidence: CompanyEvidence
  history: string
  expertsSince: Date
  answersSince: Date
  seen: SeenVersions
  /** The snapshot that existed when the company was loaded. */
  snapshot: Snapshot | undefined
  /** Number of questions at which the next snapshot is requested. */
  nextSnapshotAt: number
  /** Number of questions at which the company is reloaded. Above the size of a load, or every refresh would start one. */
  reloadAt: number
}

export type EvidenceCache = {
  /** Returns the evidence of a company that is in memory, or `undefined` until `load` has read it. */
  find(companyId: string): CompanyEvidence | undefined
  /** Resolves when the company is in memory or does not exist. Concurrent calls share one load. */
  load(companyId: string): Promise<void>
  /** Reads what changed in all companies in memory. One call at a time. */
  refresh(): Promise<void>
  /** Reads the time and the recently changed experts of these companies, before a decision that must not rest on old data. */
  freshen(companyIds: string[]): Promise<void>
  readonly companies: number
  readonly questions: number
  /** No evidence was asked for in the last ten seconds, and none changed. */
  readonly isQuiet: boolean
}

/**
 * Builds the cache of the evidence of recently used companies, so that routing reads no history. Postgres is the truth.
 * `onRefitFailed` receives the error of a failed fit, which is retried.
 */
export function buildEvidenceCache(
  db: Database,
  limits: Partial<EvidenceLimits> = {},
  onRefitFailed: (error: unknown, companyId: string) => void = () => undefined,
): EvidenceCache {
  const { questionsFromRows, questionsPerCompany, questions, companies, leastOfSnapshot } = {
    ...standardLimits,
    ...limits,
  }
  const entries = new LRUCache<string, Entry>({ max: companies })
  const loads = new Map<string, Promise<void>>()
  const loadSlots = pLimit(loadsAtOnce)
  const refits = buildRefits(onRefitFailed)
  let busyAt = Number.NEGATIVE_INFINITY
  const sizes = () => [...entries.values()].map(({ evidence }) => evidence.size)
  const held = () => sizes().reduce((sum, size) => sum + size, 0)
  const heldBesideLargest = () => held() - Math.max(0, ...sizes())

  async function loadNow(companyId: string): Promise<void> {
    const loaded = await loadCompany(db, companyId, {
      most: Math.min(questionsFromRows, questionsPerCompany),
      mostKept: questionsPerCompany * outgrown,
      chunk,
    })
    const earlier = entries.peek(companyId)?.evidence
    entries.delete(companyId)
    if (!loaded) return
    const { evidence, history, snapshot, kept } = loaded
    if (earlier) evidence.takeOverRequests(earlier)
    entries.set(companyId, {
      evidence,
      history,
      expertsSince: before(loaded.databaseNow),
      answersSince: before(loaded.companyNow),
      seen: new SeenVersions(),
      snapshot,
      nextSnapshotAt: kept + Math.max(leastOfSnapshot, kept / 10),
      reloadAt: Math.max(questionsPerCompany, evidence.size) * outgrown,
    })
    while (heldBesideLargest() > questions) entries.pop()
  }

  function load(companyId: string): Promise<void> {
    let loading = loads.get(companyId)
    if (!loading) {
      loading = loadSlots(() => loadNow(companyId)).finally(() => loads.delete(companyId))
      loads.set(companyId, loading)
    }
    return loading
  }

  async function refresh(): Promise<void> {
    // Least recently used first, so that each company gets its turn.
    const known = [...entries.entries()].reverse()
    if (known.length === 0) return
    const { times, readAt, experts, changes, snapshots } = await inSystem(db, async (tx) => ({
      // Read first: what commits while the rest is read is newer than this time.
      times: await findCompanyTimes(
        tx,
        known.map(([id]) => id),
      ),
      readAt: performance.now(),
      experts: await findChangedExperts(
        tx,
        known.map(([companyId, { expertsSince: since }]) => ({ companyId, since })),
      ),
      changes: await findSettledChanges(tx, windowsOf(known)),
      snapshots: await findSnapshots(
        tx,
        known.map(([id]) => id),
      ),
    }))
    const yieldToEventLoop = buildEventLoopYield()
    if (experts.length > 0) busyAt = performance.now()
    for (const expert of experts) {
      entries.peek(expert.companyId)?.evidence.updateExpert(expert)
      await yieldToEventLoop()
    }
    await learnChanges(changes, yieldToEventLoop)
    const found = new Map(times.map((time) => [time.companyId, time]))
    const kept = new Map(snapshots.map((snapshot) => [snapshot.companyId, snapshot]))
    for (const [companyId, entry] of known) {
      const time = found.get(companyId)
      if (!time) {
        entries.delete(companyId)
        continue
      }
      entry.evidence.setTime(time, readAt)
      entry.expertsSince = before(time.databaseNow)
      entry.answersSince = before(time.companyNow)
      entry.seen.rotate(time.databaseNow.getTime())
      const snapshot = kept.get(companyId)
      const isNewer = snapshot?.history === time.history && snapshot.snapshotId !== entry.snapshot?.snapshotId
      // Uploaded history changed, or a newer snapshot has weights that are fitted to all of it.
      if (entry.history !== time.history || isNewer) {
        load(companyId).catch(() => undefined)
        continue
      }
      // The company outgrew its limit. Reloading keeps only its newest questions.
      if (entry.evidence.size > entry.reloadAt) load(companyId).catch(() => undefined)
      await askForSnapshot(companyId, entry)
      // In the background, because the other companies must not wait for it.
      if (entry.evidence.isRefitDue) refits.add(companyId, () => entries.peek(companyId)?.evidence.refit())
    }
  }

  async function askForSnapshot(companyId: string, entry: Entry): Promise<void> {
    if (entry.evidence.size < entry.nextSnapshotAt) return
    if (await inSystem(db, (tx) => wantSnapshot(tx, companyId)))
      entry.nextSnapshotAt += Math.max(leastOfSnapshot, entry.evidence.size / 10)
  }

  async function learnChanges(changes: SettledChange[], yieldToEventLoop: EventLoopYield): Promise<void> {
    const news = changes.filter((change) =>
      entries.peek(change.companyId)?.seen.isNew(change.questionId, change.version),
    )
    if (news.length > 0) busyAt = performance.now()
    const resolved = news.filter((change) => change.isEvidence).map((change) => change.questionId)
    for (let from = 0; from < resolved.length; from += chunk) {
      const ids = resolved.slice(from, from + chunk)
      for (const question of await inSystem(db, (tx) => findResolvedEvidence(tx, ids))) {
        entries.peek(question.companyId)?.evidence.learn(question)
        await yieldToEventLoop()
      }
    }
    for (const change of news) {
      const { companyId, questionId, version, isErased, tellsTime, firstResponseAt, responseMs } = change
      const entry = entries.peek(companyId)
      if (tellsTime) entry?.evidence.addAnswerTime(change)
      if (isErased) entry?.evidence.forget(questionId)
      if (firstResponseAt && responseMs !== null) entry?.evidence.setLastResponse(firstResponseAt, responseMs)
      entry?.seen.add(questionId, version)
    }
  }

  async function freshen(companyIds: string[]): Promise<void> {
    const windows = companyIds.flatMap((companyId) => {
      const entry = entries.peek(companyId)
      return entry ? [{ companyId, since: entry.expertsSince }] : []
    })
    if (windows.length === 0) return
    await inSystem(db, async (tx) => {
      const times = await findCompanyTimes(tx, companyIds)
      const readAt = performance.now()
      for (const time of times) entries.peek(time.companyId)?.evidence.setTime(time, readAt)
      for (const expert of await findChangedExperts(tx, windows)) {
        entries.peek(expert.companyId)?.evidence.updateExpert(expert)
      }
    })
  }

  return {
    freshen,
    find(companyId) {
      busyAt = performance.now()
      return entries.get(companyId)?.evidence
    },
    load,
    refresh,
    get companies() {
      return entries.size
    },
    get questions() {
      return held()
    },
    get isQuiet() {
      return performance.now() - busyAt > quietAfterMs
    },
  }
}

const before = (time: Date) => new Date(time.getTime() - overlapMs)

const windowsOf = (entries: [string, Entry][]): Window[] =>
  entries.map(([companyId, { answersSince: since }]) => ({ companyId, since }))
