import { type Database, inSystem, isConnectionLoss, newId } from '@askline/db'
import { keepDeadDeadline } from '@askline/domain/dead-letters/keep'
import { type Advance, type Step, stepClock, takeAdvances } from '@askline/domain/routing/clock-step'
import { findBacklog } from '@askline/domain/routing/routable'
import type { EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import type { Logger } from '@askline/runtime'
import { reasonOf } from '@askline/runtime/failure-reasons'
import type { Router } from '../routing/router.ts'
import type { LoopDefinition, WakeSignal } from './loop.ts'

/** Length of a turn in ms. After it the loop sees new advances and the process can stop. */
const turnMs = 1_000
const minPauseMs = 20
/** Failures of a deadline in one place after which the clock moves on without it. */
const maxTries = 3
/** Questions of a backlog that are routed at one stop of the clock. */
const maxDrained = 500

type Moved = Extract<Step, { kind: 'moved' }>

/**
 * Advances the clocks of sandboxes from deadline to deadline. Between two deadlines it routes the questions that the first one
 * returned to routing, at the time that the clock shows. Needs Postgres only. If the process dies, another one takes its advances
 * over after ten seconds.
 */
export function clockAdvancer(
  db: Database,
  router: Pick<Router, 'route'>,
  evidenceCache: EvidenceCache,
  logger: Logger,
  wakeSignal?: WakeSignal,
): LoopDefinition {
  const runner = newId()
  const tries = new Map<string, number>()

  async function advance(one: Advance, until: number): Promise<boolean> {
    while (performance.now() < until) {
      const step = await stepClock(db, one, runner)
      if (step.kind !== 'moved') return true
      await route(step)
      for (const failure of step.failed) await recordFailure(failure)
    }
    return false
  }

  async function route({ companyId, toRoute, drains }: Moved): Promise<void> {
    const waiting = drains ? await inSystem(db, (tx) => findBacklog(tx, companyId, maxDrained)) : []
    const questionIds = [...new Set([...toRoute, ...waiting])]
    if (questionIds.length === 0) return
    await evidenceCache.freshen([companyId])
    const results = await Promise.allSettled(questionIds.map((id) => router.route(id)))
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      if (isConnectionLoss(result.reason)) throw result.reason
      // The question's next wave stays due, a few seconds later on its own clock.
      logger.warn({ err: result.reason, companyId }, 'Routing a question while its sandbox clock advanced failed')
    }
  }

  async function recordFailure({ question, error }: Moved['failed'][number]): Promise<void> {
    const times = (tries.get(question.id) ?? 0) + 1
    tries.set(question.id, times)
    logger.error({ err: error, questionId: question.id, times }, 'Making the move of a deadline failed')
    if (times < maxTries) return
    await keepDeadDeadline(db, question, { reason: reasonOf(error), attempts: times })
    tries.delete(question.id)
  }

  return {
    name: 'clock advancer',
    everyMs: 2_000,
    ...(wakeSignal ? { wakeSignal } : {}),
    async work() {
      const advances = await takeAdvances(db, runner)
      if (advances.length === 0) return undefined
      const until = performance.now() + turnMs
      const ended = await Promise.all(advances.map((one) => advance(one, until)))
      return ended.some((isEnded) => isEnded) ? 0 : minPauseMs
    },
  }
}
