import { type ClusterFinding, outOfScopeClass } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import {
  findAnswerRecords,
  findAnswerVerdicts,
  findClassVerdicts,
  findKnowledgeStamps,
  findKnownTexts,
  findRunningModel,
  findUnanswered,
  type KnowledgeStamp,
  readModel,
} from '@askline/domain'
import { type Classifier, classifierFromBytes, takeFeedback } from '@askline/text'
import { buildBreathing } from '../loops/breathing.ts'
import { CompanyTexts } from './company-texts.ts'
import type { Trainer } from './trainer.ts'

/** Companies in memory at once; the one that was used longest ago goes first. */
const mostCompanies = 100
const mostKnown = 20_000
const mostVerdicts = 5_000
const mostClassVerdicts = 1_000
const mostUnanswered = 2_000
/** Answers are learned again from so many new verdicts, and so large a share of those before. */
const leastNews = 5
const newsShare = 0.1

const noStamp = (companyId: string): KnowledgeStamp => ({
  companyId,
  knowledge: '',
  verdicts: 0,
  modelId: null,
  relabels: 0,
})

/** What people said of classes since this classifier was trained, and which of that it has taken. */
type Lately = { since: Date | null; taken: Set<string> }
/** `learned`: so many verdicts were there when the answers were learned. */
type Page = { texts: CompanyTexts; stamp: KnowledgeStamp; lately: Lately; learned: number }

export type TextBook = {
  /** What was learned of a company's texts. The first call learns it, and callers who come meanwhile share that. */
  open(companyId: string): Promise<CompanyTexts>
  /** The same of a company that is in memory; undefined otherwise, and then `open` brings it. */
  find(companyId: string): CompanyTexts | undefined
  /** What a company's askers got no automatic answer to, grouped by likeness. */
  cluster(companyId: string): Promise<ClusterFinding>
  /** Learns again what changed since the last time, of all companies in memory; until then the models before answer. */
  refresh(): Promise<void>
}

/** The text models of the companies that asked lately, learned from the rows in Postgres. */
export function buildTextBook(db: Database, trainer: Trainer): TextBook {
  const pages = new Map<string, Page>()
  const loads = new Map<string, Promise<CompanyTexts>>()

  async function learn(companyId: string): Promise<CompanyTexts> {
    const seen = pages.get(companyId)?.texts.records ?? []
    const { stamp, known, verdicts, changed } = await inSystem(db, async (tx) => ({
      // First: what commits while the rest is read makes another stamp.
      stamp: (await findKnowledgeStamps(tx, [companyId]))[0] ?? noStamp(companyId),
      known: await findKnownTexts(tx, companyId, mostKnown),
      verdicts: await findAnswerVerdicts(tx, companyId, mostVerdicts),
      changed: await findAnswerRecords(tx, companyId, seen),
    }))
    const entries = new Map(known.map((one) => [one.knowledgeId, one]))
    const answersOnly = stamp.modelId !== null
    const texts = new CompanyTexts(await trainer.train({ known, verdicts, answersOnly }), entries)
    texts.keepRecords(seen)
    texts.keepRecords(changed)
    let lately = answersOnly ? await useRunningModel(companyId, texts) : undefined
    if (!lately) {
      lately = { since: null, taken: new Set() }
      await takeClassVerdicts(companyId, texts.classifier, lately)
    }
    pages.set(companyId, { texts, stamp, lately, learned: Number(stamp.verdicts) })
    for (const oldest of pages.keys()) {
      if (pages.size <= mostCompanies) break
      pages.delete(oldest)
    }
    return texts
  }

  /** Reads the model that runs and what people said since it was trained, and only then takes it up: whole, or not at all. */
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
    const breathe = buildBreathing()
    const said = await inSystem(db, (tx) => findClassVerdicts(tx, companyId, since, mostClassVerdicts))
    for (const { id, text, class: name } of said) {
      if (taken.has(id)) continue
      taken.add(id)
      takeFeedback(
        classifier,
        name === outOfScopeClass ? { text, verdict: 'rejected' } : { text, verdict: 'relabelled', class: name },
      )
      await breathe()
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
    const page = pages.get(companyId)
    if (!page) return undefined
    pages.delete(companyId)
    pages.set(companyId, page)
    return page.texts
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
    async refresh() {
      if (pages.size === 0) return
      for (const stamp of await inSystem(db, (tx) => findKnowledgeStamps(tx, [...pages.keys()]))) {
        const { companyId } = stamp
        const page = pages.get(companyId)
        if (!page) continue
        const gotOrLostModel = (stamp.modelId === null) !== (page.stamp.modelId === null)
        const judged = Number(stamp.verdicts) - page.learned
        const isOld = judged >= Math.max(leastNews, page.learned * newsShare)
        if (stamp.knowledge !== page.stamp.knowledge || gotOrLostModel || isOld) {
          await load(companyId)
          continue
        }
        const isJudged = stamp.verdicts !== page.stamp.verdicts
        if (stamp.modelId !== page.stamp.modelId) {
          page.lately = (await useRunningModel(companyId, page.texts)) ?? page.lately
        } else if (isJudged || stamp.relabels !== page.stamp.relabels) {
          await takeClassVerdicts(companyId, page.texts.classifier, page.lately)
        }
        if (isJudged) {
          const { texts } = page
          texts.keepRecords(await inSystem(db, (tx) => findAnswerRecords(tx, companyId, texts.records)))
        }
        page.stamp = stamp
      }
    },
  }
}
