import { type Database, inSystem } from '@askline/db'
import {
  findChangedExperts,
  findCompanyTimes,
  findResolvedEvidence,
  findSettledChanges,
  findSnapshots,
  type SettledChange,
  type Snapshot,
  type Window,
  wantSnapshot,
} from '@askline/domain'
import { buildBreathing } from '../loops/breathing.ts'
import { buildLanes } from '../loops/lanes.ts'
import type { CompanyEvidence } from './company-evidence.ts'
import { loadCompany, overlapMs } from './load-company.ts'
import { leastOfSnapshot } from './make-snapshot.ts'
import { buildRefits } from './refits.ts'
import { SeenVersions } from './seen-versions.ts'

/** Bounds of memory, about half a kilobyte a question. Resolved questions beyond them, the oldest, are not evidence. */
export type EvidenceLimits = {
  /** Of one company that has no snapshot, where it may hold so many: they are read from their rows. */
  questionsFromRows: number
  /** Of one company. */
  questionsPerCompany: number
  /** Of all companies in memory but the largest: it would put out all others, and they it. */
  questions: number
  companies: number
  /** Fewer questions of a company are not worth a snapshot, and no fewer than a tenth more are worth the next. */
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
/** A company may hold so many times its bound before it is read anew. */
const outgrown = 1.5
const loadsAtOnce = 4

type Page = {
  evidence: CompanyEvidence
  history: string
  expertsSince: Date
  answersSince: Date
  seen: SeenVersions
  /** The snapshot there was when it was loaded. */
  snapshot: Snapshot | undefined
  /** Questions at which another snapshot is worth making. It rises when one was asked for, and not while another is being made. */
  nextSnapshotAt: number
  /** Questions beyond which it is read anew: more than a load brings, or every refresh would begin one. */
  reloadAt: number
}

export type EvidenceBook = {
  /** The evidence of a company that is in memory; undefined otherwise, and then `load` brings it. */
  find(companyId: string): CompanyEvidence | undefined
  /** Resolves when the company is in memory, or there is no such company. Callers who come meanwhile share one load. */
  load(companyId: string): Promise<void>
  /** Reads what changed since the last time, for all companies in memory. One call at a time. */
  refresh(): Promise<void>
  /** Reads the time of these companies, and their experts that changed lately: for a decision that must not be taken on old news. */
  freshen(companyIds: string[]): Promise<void>
  readonly companies: number
  readonly questions: number
}

/**
 * What this process remembers of companies, the lately used ones, so that routing reads no history. Postgres is the truth.
 * `onRefitFailed` hears where it could not be learned what experts resolve; that is tried again.
 */
export function buildEvidenceBook(
  db: Database,
  limits: Partial<EvidenceLimits> = {},
  onRefitFailed: (error: unknown, companyId: string) => void = () => undefined,
): EvidenceBook {
  const { questionsFromRows, questionsPerCompany, questions, companies, leastOfSnapshot } = {
    ...standardLimits,
    ...limits,
  }
  // In the order of use: the first is the next to go.
  const pages = new Map<string, Page>()
  const loads = new Map<string, Promise<void>>()
  const inLane = buildLanes(loadsAtOnce)
  const refits = buildRefits(onRefitFailed)
  const sizes = () => [...pages.values()].map(({ evidence }) => evidence.size)
  const held = () => sizes().reduce((sum, size) => sum + size, 0)
  const heldBesideLargest = () => held() - Math.max(0, ...sizes())

  async function loadNow(companyId: string): Promise<void> {
    const loaded = await loadCompany(db, companyId, {
      most: Math.min(questionsFromRows, questionsPerCompany),
      mostKept: questionsPerCompany * outgrown,
      chunk,
    })
    const earlier = pages.get(companyId)?.evidence
    pages.delete(companyId)
    if (!loaded) return
    const { evidence, history, snapshot, kept } = loaded
    if (earlier) evidence.follow(earlier)
    pages.set(companyId, {
      evidence,
      history,
      expertsSince: before(loaded.databaseNow),
      answersSince: before(loaded.companyNow),
      seen: new SeenVersions(),
      snapshot,
      nextSnapshotAt: kept + Math.max(leastOfSnapshot, kept / 10),
      reloadAt: Math.max(questionsPerCompany, evidence.size) * outgrown,
    })
    for (const [oldest] of pages) {
      if (pages.size <= companies && heldBesideLargest() <= questions) break
      pages.delete(oldest)
    }
  }

  function load(companyId: string): Promise<void> {
    let loading = loads.get(companyId)
    if (!loading) {
      loading = inLane(() => loadNow(companyId)).finally(() => loads.delete(companyId))
      loads.set(companyId, loading)
    }
    return loading
  }

  async function refresh(): Promise<void> {
    const known = [...pages]
    if (known.length === 0) return
    const { times, readAt, experts, changes, snapshots } = await inSystem(db, async (tx) => ({
      // First: what commits while the rest is read is younger than this.
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
    const breathe = buildBreathing()
    for (const expert of experts) {
      pages.get(expert.companyId)?.evidence.updateExpert(expert)
      await breathe()
    }
    await learnChanges(changes, breathe)
    const found = new Map(times.map((time) => [time.companyId, time]))
    const kept = new Map(snapshots.map((snapshot) => [snapshot.companyId, snapshot]))
    for (const [companyId, page] of known) {
      const time = found.get(companyId)
      if (!time) {
        pages.delete(companyId)
        continue
      }
      page.evidence.keepTime(time, readAt)
      page.expertsSince = before(time.databaseNow)
      page.answersSince = before(time.companyNow)
      page.seen.turnPage(time.databaseNow.getTime())
      const snapshot = kept.get(companyId)
      const isNewer = snapshot?.history === time.history && snapshot.snapshotId !== page.snapshot?.snapshotId
      // A file was read or removed, or somebody in one forgotten; or a snapshot was made, whose mix is fitted to all it knows.
      if (page.history !== time.history || isNewer) {
        load(companyId).catch(() => undefined)
        continue
      }
      // Grown far beyond its bound in a long life: read anew, it holds the newest questions only.
      if (page.evidence.size > page.reloadAt) load(companyId).catch(() => undefined)
      await askForSnapshot(companyId, page)
      // News of all others does not wait for that.
      if (page.evidence.isRefitDue) refits.add(companyId, () => pages.get(companyId)?.evidence.refit())
    }
  }

  async function askForSnapshot(companyId: string, page: Page): Promise<void> {
    if (page.evidence.size < page.nextSnapshotAt) return
    if (await inSystem(db, (tx) => wantSnapshot(tx, companyId)))
      page.nextSnapshotAt += Math.max(leastOfSnapshot, page.evidence.size / 10)
  }

  async function learnChanges(changes: SettledChange[], breathe: () => Promise<void> | undefined): Promise<void> {
    const news = changes.filter((change) => pages.get(change.companyId)?.seen.isNew(change.questionId, change.version))
    const resolved = news.filter((change) => change.isEvidence).map((change) => change.questionId)
    for (let from = 0; from < resolved.length; from += chunk) {
      const ids = resolved.slice(from, from + chunk)
      for (const question of await inSystem(db, (tx) => findResolvedEvidence(tx, ids))) {
        pages.get(question.companyId)?.evidence.learn(question)
        await breathe()
      }
    }
    for (const change of news) {
      const { companyId, questionId, version, isErased, tellsTime, firstResponseAt, responseMs } = change
      const page = pages.get(companyId)
      if (tellsTime) page?.evidence.heardAnswerTime(change)
      if (isErased) page?.evidence.forget(questionId)
      if (firstResponseAt && responseMs !== null) page?.evidence.heardResponse(firstResponseAt, responseMs)
      page?.seen.add(questionId, version)
    }
  }

  async function freshen(companyIds: string[]): Promise<void> {
    const windows = companyIds.flatMap((companyId) => {
      const page = pages.get(companyId)
      return page ? [{ companyId, since: page.expertsSince }] : []
    })
    if (windows.length === 0) return
    await inSystem(db, async (tx) => {
      const times = await findCompanyTimes(tx, companyIds)
      const readAt = performance.now()
      for (const time of times) pages.get(time.companyId)?.evidence.keepTime(time, readAt)
      for (const expert of await findChangedExperts(tx, windows)) {
        pages.get(expert.companyId)?.evidence.updateExpert(expert)
      }
    })
  }

  return {
    freshen,
    find(companyId) {
      const page = pages.get(companyId)
      if (!page) return undefined
      pages.delete(companyId)
      pages.set(companyId, page)
      return page.evidence
    },
    load,
    refresh,
    get companies() {
      return pages.size
    },
    get questions() {
      return held()
    },
  }
}

const before = (time: Date) => new Date(time.getTime() - overlapMs)

const windowsOf = (pages: [string, Page][]): Window[] =>
  pages.map(([companyId, { answersSince: since }]) => ({ companyId, since }))
