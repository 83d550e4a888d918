import type { TextFinding } from '@askline/contracts'
import type { RoutableQuestion } from '@askline/domain'
import { buildBreathing } from '../loops/breathing.ts'
import type { CompanyTexts } from './company-texts.ts'

/** A batch waits so long, in ms, for the texts of a company that is not in memory, once; later batches not at all. */
const patienceMs = 100
/** What could not be brought, or did not stay, is brought again so often at most, in ms. */
const restMs = 30_000

/** As much of a text book as a first look needs. */
type Looked = Pick<CompanyTexts, 'look'>
export type LookedBook = { find(companyId: string): Looked | undefined; open(companyId: string): Promise<Looked> }

/** What the questions of a batch say, before anybody is offered them. Missing: nothing certain enough. */
export type FirstLook = (questions: readonly RoutableQuestion[]) => Promise<Map<string, TextFinding>>

/**
 * Reads questions that nobody was asked yet and that have no class, with the text book of their company. A book that is slow,
 * broken or has no classifier delays nobody: routing goes on without it.
 */
export function buildFirstLook(book: LookedBook, onError: (error: unknown) => void): FirstLook {
  const notBefore = new Map<string, number>()

  async function bring(companyIds: readonly string[]): Promise<void> {
    const now = performance.now()
    const missing = companyIds.filter((id) => !book.find(id) && (notBefore.get(id) ?? 0) <= now)
    if (missing.length === 0) return
    for (const [id, at] of notBefore) if (at <= now) notBefore.delete(id)
    for (const id of missing) notBefore.set(id, now + restMs)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    await Promise.race([Promise.all(missing.map((id) => book.open(id).catch(onError))), late])
    clearTimeout(timer)
  }

  return async (questions) => {
    const found = new Map<string, TextFinding>()
    const unread = questions.filter((q) => q.isUntouched && !q.wasOffered && q.predictedClass === null)
    if (unread.length === 0) return found
    await bring([...new Set(unread.map(({ companyId }) => companyId))])
    const breathe = buildBreathing()
    for (const { questionId, companyId, text, settings } of unread) {
      try {
        const finding = book.find(companyId)?.look(text, settings.precision)
        if (finding?.predictedClass) found.set(questionId, finding)
      } catch (error) {
        onError(error)
      }
      await breathe()
    }
    return found
  }
}
