import { type Database, inSystem } from '@askline/db'
import { findAnswerVerdicts, findKnowledgeStamps, findKnownTexts, type KnowledgeStamp } from '@askline/domain'
import { CompanyTexts } from './company-texts.ts'
import type { Trainer } from './trainer.ts'

/** Companies in memory at once; the one that was used longest ago goes first. */
const mostCompanies = 100
const mostKnown = 20_000
const mostVerdicts = 5_000

type Page = { texts: CompanyTexts; stamp: KnowledgeStamp }

export type TextBook = {
  /** What was learned of a company's texts. The first call learns it, and callers who come meanwhile share that. */
  open(companyId: string): Promise<CompanyTexts>
  /** The same of a company that is in memory; undefined otherwise, and then `open` brings it. */
  find(companyId: string): CompanyTexts | undefined
  /** Learns again what changed since the last time, of all companies in memory; until then the models before answer. */
  refresh(): Promise<void>
}

/** The text models of the companies that asked lately, learned from the rows in Postgres. */
export function buildTextBook(db: Database, trainer: Trainer): TextBook {
  const pages = new Map<string, Page>()
  const loads = new Map<string, Promise<CompanyTexts>>()

  async function learn(companyId: string): Promise<CompanyTexts> {
    const { stamp, known, verdicts } = await inSystem(db, async (tx) => ({
      // First: what commits while the rest is read makes another stamp.
      stamp: (await findKnowledgeStamps(tx, [companyId]))[0] ?? { companyId, knowledge: '', verdicts: 0 },
      known: await findKnownTexts(tx, companyId, mostKnown),
      verdicts: await findAnswerVerdicts(tx, companyId, mostVerdicts),
    }))
    const classes = new Map(known.map((one) => [one.knowledgeId, one.class]))
    const texts = new CompanyTexts(await trainer.train({ known, verdicts }), classes)
    texts.keepVerdicts(verdicts)
    pages.set(companyId, { texts, stamp })
    for (const oldest of pages.keys()) {
      if (pages.size <= mostCompanies) break
      pages.delete(oldest)
    }
    return texts
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
    async refresh() {
      if (pages.size === 0) return
      for (const stamp of await inSystem(db, (tx) => findKnowledgeStamps(tx, [...pages.keys()]))) {
        const { companyId } = stamp
        const page = pages.get(companyId)
        if (!page) continue
        if (stamp.knowledge !== page.stamp.knowledge) await load(companyId)
        else if (stamp.verdicts !== page.stamp.verdicts) {
          page.texts.keepVerdicts(await inSystem(db, (tx) => findAnswerVerdicts(tx, companyId, mostVerdicts)))
          page.stamp = stamp
        }
      }
    },
  }
}
