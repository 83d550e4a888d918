import { type ClusterFinding, type ConflictFinding, outOfScopeClass } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import {
  findAnswerVerdicts,
  findClassVerdicts,
  findKnowledgeStamps,
  findKnownTexts,
  type KnowledgeStamp,
  readKnowledgeStamps,
} from '@askline/domain/knowledge/known-texts'
import { findUnanswered } from '@askline/domain/knowledge/oversight'
import { estimateOutOfScopeShare } from '@askline/domain/knowledge/precision'
import { findAnswerRecords } from '@askline/domain/knowledge/record'
import { buildEventLoopYield } from '@askline/runtime'
import { type Classifier, classifierFromBytes, takeFeedback } from '@askline/text'
import { LRUCache } from 'lru-cache'
import { findRunningModel, readModel } from '../training/models.ts'
import { CompanyTexts } from './company-texts.ts'
import type { Trainer } from './text-trainer.ts'

/** Companies in memory. The least recently used is evicted. */
const mostCompanies = 100
const mostKnown = 20_000
const mostVerdicts = 5_000
const mostClassVerdicts = 1_000
const mostUnanswered = 2_000
/** Known answers that are compared with each other for conflicts. */
const mostCompared = 5_000
/** New verdicts after which answers are learned again, as a number and as a share of the earlier ones. */
const leastNews = 5
const newsShare = 0.1
/**
 * Pause before answers of experts are learned, relative to the time that the last learning took. Each accepted answer may be new,
 * and all known answers are learned again.
 */
const restsPerLearning = 20

const noStamp = (companyId: string): KnowledgeStamp => ({
  companyId,
  knowledge: '',
  learned: 0,
  verdicts: 0,
  modelId: null,
  relabels: 0,
})

/** Class labels since the classifier was trained, and the ids it has taken. */
type Lately = { since: Date | null; taken: Set<string> }
/** `judged`: number of verdicts when the answers were learned. `mayGrowAt`: when answers of experts may be learned again. */
type Entry = { texts: CompanyTexts; stamp: KnowledgeStamp; lately: Lately; judged: number; mayGrowAt: number }

export type TextCache = {
  /** Returns a company's text models. The first call learns them; concurrent calls share it. */
  open(companyId: string): Promise<CompanyTexts>
  /** Returns the models of a company that is in memory, or `undefined` until `open` has learned them. */
  find(companyId: string): CompanyTexts | undefined
  /** Groups the questions that got no automatic answer by similarity. */
  cluster(companyId: string): Promise<ClusterFinding>
  /** Groups the newest known answers in use that ask nearly the same and answer differently. */
  findConflicts(companyId: string): Promise<ConflictFinding>
  /**
   * Learns what changed in all companies in memory. The old models answer until then. New answers of experts wait, so that learning
   * them takes a small share of a processor.
   */
  refresh(): Promise<void>
}

/** Builds the cache of the text models of recently used companies, learned from rows in Postgres. */
export function buildTextCache(db: Database, trainer: Trainer): TextCache {
  const entries = new LRUCache<string, Entry>({ max: mostCompanies })
  const loads = new Map<string, Promise<CompanyTexts>>()

  async function learn(companyId: string): Promise<CompanyTexts> {
    const began = performance.now()
    const seen = entries.peek(companyId)?.texts.records ?? []
    const { stamp, known, verdicts, changed } = await inSystem(db, async (tx) => ({
      // Read first: what commits while the rest is read makes another stamp.
      stamp: (await findKnowledgeStamps(tx, [companyId]))[0] ?? noStamp(companyId),
      known: await findKnownTexts(tx, companyId, mostKnown),
      verdicts: await findAnswerVerdicts(tx, companyId, mostVerdicts),
      changed: await findAnswerRecords(tx, companyId, seen),
    }))
    const knownById = new Map(known.map((one) => [one.knowledgeId, one]))
    const answersOnly = stamp.modelId !== null
    const texts = new CompanyTexts(await trainer.train({ known, verdicts, answersOnly }), knownById)
    texts.keepRecords(seen)
    texts.keepRecords(changed)
    texts.assumeOutOfScope(await inSystem(db, (tx) => estimateOutOfScopeShare(tx, companyId)))
    let lately = answersOnly ? await useRunningModel(companyId, texts) : undefined
    if (!lately) {
      lately = { since: null, taken: new Set() }
      await takeClassVerdicts(companyId, texts.classifier, lately)
    }
    const ended = performance.now()
    const mayGrowAt = ended + (ended - began) * restsPerLearning
    entries.set(companyId, { texts, stamp, lately, judged: Number(stamp.verdicts), mayGrowAt })
    return texts
  }

  /** Loads the running model and the labels since it was trained, and replaces the old model only when both are complete. */
  async function useRunningModel(companyId: string, texts: CompanyTexts): Promise<Lately | undefined> {
    const model = await inSystem(db, (tx) => findRunningModel(tx, companyId))
    const bytes = model && (await readModel((work) => inSystem(db, work), model.modelId))
    if (!model || !bytes) return undefined
    const classifier = classifierFromBytes(bytes)
    const lately = { since: model.learnedUntil, taken: new Set<string>() }
    await takeClassVerdicts(companyId, classifier, lately)
    texts.useClassifier(classifier, String(model.version))
    return lately
  }

  async function takeClassVerdicts(
    companyId: string,
    classifier: Classifier | undefined,
    { since, taken }: Lately,
  ): Promise<void> {
    if (!classifier) return
    const yieldToEventLoop = buildEventLoopYield()
    const said = await inSystem(db, (tx) => findClassVerdicts(tx, companyId, since, mostClassVerdicts))
    for (const { id, text, class: name } of said) {
      if (taken.has(id)) continue
      taken.add(id)
      takeFeedback(
        classifier,
        name === outOfScopeClass ? { text, verdict: 'rejected' } : { text, verdict: 'relabelled', class: name },
      )
      await yieldToEventLoop()
    }
  }

  function load(companyId: string): Promise<CompanyTexts> {
    let loading = loads.get(companyId)
    if (!loading) {
      loading = learn(companyId).finally(() => loads.delete(companyId))
      loads.set(companyId, loading)
    }
    return loading
  }

  function find(companyId: string): CompanyTexts | undefined {
    return entries.get(companyId)?.texts
  }

  return {
    find,
    async open(companyId) {
      return find(companyId) ?? load(companyId)
    },
    async cluster(companyId) {
      const texts = await inSystem(db, (tx) => findUnanswered(tx, companyId, mostUnanswered))
      return { clusters: await trainer.cluster(texts) }
    },
    async findConflicts(companyId) {
      const known = await inSystem(db, (tx) => findKnownTexts(tx, companyId, mostCompared))
      return { groups: await trainer.findConflicts(known.filter(({ isRejected }) => !isRejected)) }
    },
    async refresh() {
      if (entries.size === 0) return
      for (const stamp of await readKnowledgeStamps(db, [...entries.keys()])) {
        const { companyId } = stamp
        const entry = entries.peek(companyId)
        if (!entry) continue
        const gotOrLostModel = (stamp.modelId === null) !== (entry.stamp.modelId === null)
        const judged = Number(stamp.verdicts) - entry.judged
        const isOld = judged >= Math.max(leastNews, entry.judged * newsShare)
        const grew = stamp.learned > entry.stamp.learned
        const hasLost = stamp.learned < entry.stamp.learned
        const mayGrow = grew && performance.now() >= entry.mayGrowAt
        if (stamp.knowledge !== entry.stamp.knowledge || hasLost || mayGrow || gotOrLostModel || isOld) {
          await load(companyId)
          continue
        }
        const isJudged = stamp.verdicts !== entry.stamp.verdicts
        if (stamp.modelId !== entry.stamp.modelId) {
          entry.lately = (await useRunningModel(companyId, entry.texts)) ?? entry.lately
        } else if (isJudged || stamp.relabels !== entry.stamp.relabels) {
          await takeClassVerdicts(companyId, entry.texts.classifier, entry.lately)
        }
        if (isJudged || stamp.relabels !== entry.stamp.relabels)
          entry.texts.assumeOutOfScope(await inSystem(db, (tx) => estimateOutOfScopeShare(tx, companyId)))
        if (isJudged) {
          const { texts } = entry
          texts.keepRecords(await inSystem(db, (tx) => findAnswerRecords(tx, companyId, texts.records)))
        }
        // Answers that wait still count as new.
        entry.stamp = grew ? { ...stamp, learned: entry.stamp.learned } : stamp
      }
    },
  }
}
