import type { Database } from '@askline/db'
import { keepDeadDeadline } from '@askline/domain/dead-letters/keep'
import { moveDueQuestions } from '@askline/domain/routing/due'
import type { Logger } from '@askline/runtime'
import { reasonOf } from '@askline/runtime/reasons'
import { FailureBackOff, maxFailures } from './failure-back-off.ts'
import type { LoopDefinition } from './loop.ts'

/** Moves of one transaction, which keeps their questions locked until it ends. */
const maxMoves = 200
const everyMs = 500
const minPauseMs = 20

/** Makes the moves whose deadline has come. `onMet` receives how late each deadline was met, in ms. Needs Postgres only. */
export function sweeper(
  db: Database,
  logger: Logger,
  onMet: (lateMs: number[]) => void = () => undefined,
): LoopDefinition {
  const backOff = new FailureBackOff<string>()
  return {
    name: 'sweeper',
    everyMs,
    // While one waits for its COMMIT, the other one moves.
    copies: 2,
    async work() {
      const { moved, lateMs, nextDueInMs, failed } = await moveDueQuestions(db, maxMoves, backOff.ids())
      onMet(lateMs)
      for (const { question, error } of failed) {
        const times = backOff.add(question.id)
        logger.error({ err: error, questionId: question.id, times }, 'Making the move of a deadline failed')
        if (times >= maxFailures) await keepDeadDeadline(db, question, { reason: reasonOf(error), attempts: times })
      }
      if (moved >= maxMoves) return 0
      return Math.min(everyMs, Math.max(minPauseMs, nextDueInMs ?? everyMs))
    },
  }
}
