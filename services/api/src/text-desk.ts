import {
  AnswerRulesFinding,
  ClusterFinding,
  type ClusterFinding as Clusters,
  type TextFinding as Finding,
  limits,
  type RoutingFinding as Prediction,
  RoutingFinding,
  type AnswerRulesFinding as Rules,
  TextFinding,
  type TextQuery,
} from '@askline/contracts'
import { type Database, inCompany, inSystem } from '@askline/db'
import { askAboutText, dropTextRequest, takeTextAnswers } from '@askline/domain'
import { DependencyDownError, type Queues } from '@askline/runtime'
import { Compile } from 'typebox/compile'
import { unavailable } from './http/faults.ts'

/** What is left of a request's time for the rest of it, in ms. */
const restMs = 1_500
/** ms a caller waits for the routing worker: after an upload or a start it may read and learn for seconds before it answers. */
const patienceMs = limits.requestMs - restMs
/** After how many seconds somebody whom it kept waiting should come back. */
const retryAfter = 5
/** ms between two looks for answers, while somebody waits. */
const lookMs = 10

type Findings = { read: Finding; predict: Prediction; cluster: Clusters; rules: Rules }
type Kind = keyof Findings
type Caller = { kind: Kind; answered(finding: Findings[Kind]): void; failed(error: Error): void }

export type TextDesk = {
  /**
   * What the routing worker finds in a text, and whom it would offer it to. Both throw DependencyDownError when the worker
   * cannot be told or fails, and RequestFault 503 `dependency_down` when it has not answered within what a request may take.
   */
  read(companyId: string, query: TextQuery): Promise<Finding>
  predict(companyId: string, query: TextQuery): Promise<Prediction>
  /** What was asked and got no automatic answer, grouped by likeness. Throws as they do. */
  cluster(companyId: string): Promise<Clusters>
  /** What the precisions that people ask for come to with the known answers. Throws as they do. */
  rules(companyId: string): Promise<Rules>
}

const findings = {
  read: Compile(TextFinding),
  predict: Compile(RoutingFinding),
  cluster: Compile(ClusterFinding),
  rules: Compile(AnswerRulesFinding),
}
const away = (cause?: unknown) => new DependencyDownError('The routing worker', cause)
const late = () =>
  unavailable(
    'dependency_down',
    'The routing worker has not answered in time: it is away or busy, or still learns what the company uploaded.',
    retryAfter,
  )

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
      if (!caller) continue
      if (error === null && findings[caller.kind].Check(answer)) caller.answered(answer as Findings[Kind])
      else caller.failed(away(error))
    }
  }

  async function ask<K extends Kind>(kind: K, companyId: string, query: TextQuery): Promise<Findings[K]> {
    const { requestId } = await inCompany(db, companyId, (tx) => askAboutText(tx, companyId, kind, query))
    let patience: NodeJS.Timeout | undefined
    const finding = new Promise<Findings[Kind]>((answered, failed) => {
      callers.set(requestId, { kind, answered, failed })
      patience = setTimeout(() => failed(late()), patienceMs)
      const jobs = [{ job: 'text-request' as const, payload: { requestId } }]
      queues.relay([{ id: 0, key: requestId, jobs }]).catch((error) => failed(away(error)))
      lookSoon()
    })
    try {
      return (await finding) as Findings[K]
    } catch (error) {
      // What cannot be deleted now is swept later.
      inSystem(db, (tx) => dropTextRequest(tx, requestId)).catch(() => undefined)
      throw error
    } finally {
      clearTimeout(patience)
      callers.delete(requestId)
    }
  }

  return {
    read: (companyId, query) => ask('read', companyId, query),
    predict: (companyId, query) => ask('predict', companyId, query),
    cluster: (companyId) => ask('cluster', companyId, { text: '' }),
    rules: (companyId) => ask('rules', companyId, { text: '' }),
  }
}
