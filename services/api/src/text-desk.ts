import { type TextFinding as Finding, TextFinding, type TextQuery } from '@askline/contracts'
import { type Database, inCompany, inSystem } from '@askline/db'
import { askAboutText, dropTextRequest, takeTextAnswers } from '@askline/domain'
import { DependencyDownError, type Queues } from '@askline/runtime'
import { Compile } from 'typebox/compile'

/** ms a caller waits for the routing worker. */
const patienceMs = 2_000
/** ms between two looks for answers, while somebody waits. */
const lookMs = 10

type Caller = { answered(finding: Finding): void; failed(error: Error): void }

export type TextDesk = {
  /**
   * What the routing worker finds in a text. Throws DependencyDownError when the worker cannot be told, or has not answered
   * after two seconds.
   */
  read(companyId: string, query: TextQuery): Promise<Finding>
}

const findings = Compile(TextFinding)
const away = (cause?: unknown) => new DependencyDownError('The routing worker', cause)

/**
 * Asks the routing worker about texts. Question and answer lie in Postgres; Redis carries the id of the row and is needed for
 * nothing else, so an answer is found however Redis fares meanwhile. One look finds the answers of all who wait.
 */
export function openTextDesk(db: Database, queues: Pick<Queues, 'relay'>): TextDesk {
  const callers = new Map<string, Caller>()
  let timer: NodeJS.Timeout | undefined

  const lookSoon = () => {
    if (timer) return
    timer = setTimeout(() => {
      look()
        .catch((error) => {
          for (const caller of callers.values()) caller.failed(error)
        })
        .finally(() => {
          timer = undefined
          if (callers.size > 0) lookSoon()
        })
    }, lookMs)
  }
  async function look(): Promise<void> {
    for (const { requestId, answer, error } of await inSystem(db, (tx) => takeTextAnswers(tx, [...callers.keys()]))) {
      const caller = callers.get(requestId)
      if (error === null && findings.Check(answer)) caller?.answered(answer)
      else caller?.failed(away(error))
    }
  }

  return {
    async read(companyId, query) {
      const { requestId } = await inCompany(db, companyId, (tx) => askAboutText(tx, companyId, 'read', query))
      let patience: NodeJS.Timeout | undefined
      const finding = new Promise<Finding>((answered, failed) => {
        callers.set(requestId, { answered, failed })
        patience = setTimeout(() => failed(away()), patienceMs)
        const jobs = [{ job: 'text-request' as const, payload: { requestId } }]
        queues.relay([{ id: 0, key: requestId, jobs }]).catch((error) => failed(away(error)))
        lookSoon()
      })
      try {
        return await finding
      } catch (error) {
        // What cannot be deleted now is swept later.
        inSystem(db, (tx) => dropTextRequest(tx, requestId)).catch(() => undefined)
        throw error
      } finally {
        clearTimeout(patience)
        callers.delete(requestId)
      }
    },
  }
}
