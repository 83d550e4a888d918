import type { TextFinding } from '@askline/contracts'
import type { RoutableQuestion } from '@askline/domain/routing/routable'
import type { CompanyTexts } from '@askline/learning/texts/company-texts'
import { buildEventLoopYield } from '@askline/runtime'

/** Time a batch waits for text models that are not in memory, in ms. */
const maxWaitMs = 100
/** Pause before the models of a company are requested again, in ms. Later batches do not wait for them meanwhile. */
const retryMs = 30_000

type Reader = Pick<CompanyTexts, 'readIfProven'>
/** The part of the text cache that a question reader needs. */
export type TextReaders = { find(companyId: string): Reader | undefined; open(companyId: string): Promise<Reader> }

/** Returns the findings of new questions by question id. A question without a certain finding is missing. */
export type QuestionReader = (questions: readonly RoutableQuestion[]) => Promise<Map<string, TextFinding>>

/**
 * Builds a reader that finds class and known answer of questions before their first offer. Text models that are slow, broken or
 * have no classifier delay nothing: routing continues without a finding.
 */
export function buildQuestionReader(texts: TextReaders, onError: (error: unknown) => void): QuestionReader {
  const retryAt = new Map<string, number>()

  async function loadModels(companyIds: readonly string[]): Promise<void> {
    const now = performance.now()
    const missing = companyIds.filter((id) => !texts.find(id) && (retryAt.get(id) ?? 0) <= now)
    if (missing.length === 0) return
    for (const [id, at] of retryAt) if (at <= now) retryAt.delete(id)
    for (const id of missing) retryAt.set(id, now + retryMs)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs)
    })
    await Promise.race([Promise.all(missing.map((id) => texts.open(id).catch(onError))), timeout])
    clearTimeout(timer)
  }

  return async (questions) => {
    const findings = new Map<string, TextFinding>()
    const unread = questions.filter((q) => q.isUntouched && !q.wasOffered && q.predictedClass === null)
    if (unread.length === 0) return findings
    await loadModels([...new Set(unread.map(({ companyId }) => companyId))])
    const yieldToEventLoop = buildEventLoopYield()
    for (const { questionId, companyId, text, settings } of unread) {
      try {
        const finding = texts.find(companyId)?.readIfProven(text, settings.precision, settings.outOfScopeShare)
        if (finding?.predictedClass) findings.set(questionId, finding)
      } catch (error) {
        onError(error)
      }
      await yieldToEventLoop()
    }
    return findings
  }
}
