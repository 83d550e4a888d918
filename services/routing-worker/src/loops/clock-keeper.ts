import { type Database, inSystem, isConnectionLoss, newId } from '@askline/db'
import { findBacklog, keepDeadDeadline, type Step, stepClock, takeAdvances } from '@askline/domain'
import { type Logger, reasonOf } from '@askline/runtime'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import type { Router } from '../routing/router.ts'
import { type Loop, startLoop } from './loop.ts'

/** Between looks for advances that nobody makes, in ms; a job wakes the loop sooner. */
const pauseMs = 500
/** After so long, in ms, a turn ends, so that what was asked for meanwhile is seen and the process can stop. */
const turnMs = 1_000
const shortestPauseMs = 20
/** A deadline that fails so often in one place is not what the clock waits for. */
const mostTries = 3
const drained = 500

type Moved = Extract<Step, { kind: 'moved' }>

/**
 * Moves the clocks of sandboxes: from deadline to deadline, and between two of them routes at once, at the time where the clock
 * stands, what the first of them brought back to routing. Needs Postgres only. Killed, its advances are taken over by another
 * process after ten seconds.
 */
export function startClockKeeper(db: Database, router: Router, book: EvidenceBook, logger: Logger): Loop {
  const runner = newId()
  const tries = new Map<string, number>()

  async function make(advanceId: string, until: number): Promise<boolean> {
    while (performance.now() < until) {
      const step = await stepClock(db, advanceId, runner)
      if (step.kind !== 'moved') return true
      await route(step)
      for (const one of step.failed) await note(one)
    }
    return false
  }

  async function route({ companyId, toRoute, drains }: Moved): Promise<void> {
    const waiting = drains ? await inSystem(db, (tx) => findBacklog(tx, companyId, drained)) : []
    const questionIds = [...new Set([...toRoute, ...waiting])]
    if (questionIds.length === 0) return
    await book.freshen([companyId])
    const results = await Promise.allSettled(questionIds.map((id) => router.route(id)))
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      if (isConnectionLoss(result.reason)) throw result.reason
      // Its next wave stays due, a few seconds of its own time later.
      logger.warn({ err: result.reason, companyId }, 'A question could not be routed while its clock was moved')
    }
  }

  async function note({ question, error }: Moved['failed'][number]): Promise<void> {
    const times = (tries.get(question.id) ?? 0) + 1
    tries.set(question.id, times)
    logger.error({ err: error, questionId: question.id, times }, 'A deadline could not be acted on')
    if (times < mostTries) return
    await keepDeadDeadline(db, question, { reason: reasonOf(error), attempts: times })
    tries.delete(question.id)
  }

  return startLoop(
    async () => {
      const advances = await takeAdvances(db, runner)
      if (advances.length === 0) return pauseMs
      const until = performance.now() + turnMs
      const ended = await Promise.all(advances.map((advanceId) => make(advanceId, until)))
      return ended.some((isEnded) => isEnded) ? 0 : shortestPauseMs
    },
    {
      onError(err, failures) {
        if (failures === 1) logger.warn({ err, loop: 'clock keeper' }, 'A loop failed and will be tried again')
      },
    },
  )
}
