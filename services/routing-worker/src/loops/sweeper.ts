import type { Database } from '@askline/db'
import { keepDeadDeadline } from '@askline/domain/dead-letters/keep'
import { moveDueQuestions } from '@askline/domain/routing/due'
import type { Logger } from '@askline/runtime'
import { reasonOf } from '@askline/runtime/failure-reasons'
import { FailureBackOff, maxFailures } from './failure-back-off.ts'
import { buildWakeSignal, type LoopDefinition } from './loop.ts'
import { buildIdleMeter, isBusy, restAfterSweep } from './sweep-pace.ts'

/** Moves of one transaction, which keeps their questions locked until it ends. */
const maxMoves = 200
const everyMs = 500
const minPauseMs = 20
/** Pause of the second sweeper unless the first one wakes it, in ms. */
const secondEveryMs = 2_000

/**
 * Makes the moves whose deadline has come. `onMet` receives how late each deadline was met, in ms. Needs Postgres only.
 * Of two loops one looks for deadlines. If a whole batch was due, it wakes the other, which moves while the first waits for COMMIT.
 * On a machine without idle processors it does not, and pauses after each batch, because asks come first.
 */
export function sweepers(
  db: Database,
  logger: Logger,
  onMet: (lateMs: number[]) => void = () => undefined,
  idleShare = buildIdleMeter(),
): [LoopDefinition, LoopDefinition] {
  const backOff = new FailureBackOff<string>()
  const wakeSignal = buildWakeSignal()

  /** Returns the pause in ms until the next known deadline or batch, and whether a second loop should help. */
  async function sweep(): Promise<{ pauseMs: number; needsHelp: boolean }> {
    const begun = performance.now()
    const { moved, lateMs, nextDueInMs, failed } = await moveDueQuestions(db, maxMoves, backOff.ids())
    onMet(lateMs)
    for (const { question, error } of failed) {
      const times = backOff.add(question.id)
      logger.error({ err: error, questionId: question.id, times }, 'Making the move of a deadline failed')
      if (times >= maxFailures) await keepDeadDeadline(db, question, { reason: reasonOf(error), attempts: times })
    }
    if (moved >= maxMoves) {
      const idle = idleShare()
      const batch = { tookMs: performance.now() - begun, oldestMs: Math.max(...lateMs) }
      return { pauseMs: restAfterSweep(batch, idle), needsHelp: !isBusy(idle) }
    }
    return { pauseMs: Math.min(everyMs, Math.max(minPauseMs, nextDueInMs ?? everyMs)), needsHelp: false }
  }

  return [
    {
      name: 'sweeper',
      everyMs,
      async work() {
        const { pauseMs, needsHelp } = await sweep()
        if (needsHelp) wakeSignal.wake()
        return pauseMs
      },
    },
    {
      name: 'second sweeper',
      everyMs: secondEveryMs,
      wakeSignal,
      work: async () => ((await sweep()).needsHelp ? 0 : undefined),
    },
  ]
}
