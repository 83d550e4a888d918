import {
  AnswerRulesFinding,
  ClusterFinding,
  type ClusterFinding as Clusters,
  ConflictFinding,
  type ConflictFinding as Conflicts,
  type TextFinding as Finding,
  limits,
  type RoutingFinding as Prediction,
  RoutingFinding,
  type AnswerRulesFinding as Rules,
  TextFinding,
  type TextQuery,
} from '@askline/contracts'
import { type Database, inCompany, inSystem } from '@askline/db'
import { askAboutText, dropTextRequest, takeTextAnswers } from '@askline/domain/knowledge/text-requests'
import { DependencyDownError } from '@askline/runtime'
import type { Queues } from '@askline/runtime/queues'
import { Compile } from 'typebox/compile'
import { unavailable } from './http/request-faults.ts'

/** ms of a request that are reserved for everything but the wait. */
const restMs = 1_500
/** ms a caller waits. After an upload or a start the routing worker may learn for seconds before it answers. */
const waitMs = limits.requestMs - restMs
/** Seconds after which a caller should try again. */
const retryAfter = 5
/** Poll interval in ms while a caller waits. */
const pollMs = 10

type Findings = { read: Finding; predict: Prediction; cluster: Clusters; conflicts: Conflicts; rules: Rules }
type Kind = keyof Findings
type Caller = { kind: Kind; answered(finding: Findings[Kind]): void; failed(error: Error): void }

export type TextRequests = {
  /**
   * Returns the class and the known answer of a text. Throws DependencyDownError if the worker cannot be reached or fails, and
   * RequestFault 503 `dependency_down` if it does not answer in time. All methods throw these.
   */
  read(companyId: string, query: TextQuery): Promise<Finding>
  /** Returns the experts that a text would be offered to. */
  predict(companyId: string, query: TextQuery): Promise<Prediction>
  /** Returns questions without an automatic answer, grouped by similarity. */
  cluster(companyId: string): Promise<Clusters>
  /** Returns known answers that contradict each other, as groups of ids. */
  findConflicts(companyId: string): Promise<Conflicts>
  /** Returns the coverage of known answers at usual precisions. */
  rules(companyId: string): Promise<Rules>
}

const findings = {
  read: Compile(TextFinding),
  predict: Compile(RoutingFinding),
  cluster: Compile(ClusterFinding),
  conflicts: Compile(ConflictFinding),
  rules: Compile(AnswerRulesFinding),
}
const away = (cause?: unknown) => new DependencyDownError('The routing worker', cause)
const late = () =>
  unavailable(
    'dependency_down',
    'The routing worker has not answered in time. It is down, busy, or still learning from an upload. Try again in 5 s.',
    retryAfter,
  )

/**
 * Opens the request/reply channel to the routing worker. Request and answer are rows in Postgres and Redis carries only the
 * row's id, so an answer is found even if Redis fails meanwhile. One poll serves all waiting callers.
 */
export function openTextRequests(db: Database, queues: Pick<Queues, 'relay'>): TextRequests {
  const callers = new Map<string, Caller>()
  let timer: NodeJS.Timeout | undefined

  const pollSoon = () => {
    if (timer) return
    timer = setTimeout(() => {
      poll()
        .catch((error) => {
          for (const caller of callers.values()) caller.failed(error)
        })
        .finally(() => {
          timer = undefined
          if (callers.size > 0) pollSoon()
        })
    }, pollMs)
  }
  async function poll(): Promise<void> {
    for (const { requestId, answer, error } of await inSystem(db, (tx) => takeTextAnswers(tx, [...callers.keys()]))) {
      const caller = callers.get(requestId)
      if (!caller) continue
      if (error === null && findings[caller.kind].Check(answer)) caller.answered(answer as Findings[Kind])
      else caller.failed(away(error))
    }
  }

  async function ask<K extends Kind>(kind: K, companyId: string, query: TextQuery): Promise<Findings[K]> {
    const { requestId } = await inCompany(db, companyId, (tx) => askAboutText(tx, companyId, kind, query))
    let timeout: NodeJS.Timeout | undefined
    const finding = new Promise<Findings[Kind]>((answered, failed) => {
      callers.set(requestId, { kind, answered, failed })
      timeout = setTimeout(() => failed(late()), waitMs)
      const jobs = [{ job: 'text-request' as const, payload: { requestId } }]
      queues.relay([{ id: 0, key: requestId, jobs }]).catch((error) => failed(away(error)))
      pollSoon()
    })
    try {
      return (await finding) as Findings[K]
    } catch (error) {
      // If it cannot be deleted now, a sweeper does it later.
      inSystem(db, (tx) => dropTextRequest(tx.of(companyId), requestId)).catch(() => undefined)
      throw error
    } finally {
      clearTimeout(timeout)
      callers.delete(requestId)
    }
  }

  return {
    read: (companyId, query) => ask('read', companyId, query),
    predict: (companyId, query) => ask('predict', companyId, query),
    cluster: (companyId) => ask('cluster', companyId, { text: '' }),
    findConflicts: (companyId) => ask('conflicts', companyId, { text: '' }),
    rules: (companyId) => ask('rules', companyId, { text: '' }),
  }
}
