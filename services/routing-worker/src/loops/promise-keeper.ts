import { type Database, inSystem } from '@askline/db'
import { judgePromises, type PromiseOutcome } from '@askline/domain'
import type { Logger } from '@askline/runtime'
import { type Loop, startLoop } from './loop.ts'

/** Promises remembered at once, at most; of more than that the ones made first are not counted here. */
const mostPromises = 50_000
const batch = 500
const pauseMs = 1_000

/** Promises that this process made and that are not judged yet. */
export type PromisesMade = {
  /** An answer was promised within `ms`. */
  made(questionId: string, ms: number): void
  /** Judges those that are due by now, at most a batch. Yields how many were. */
  judge(): Promise<number>
  readonly waiting: number
}

/**
 * Each promise is counted by the process that made it, once, when the answer is due: so the counters of all workers add up to
 * what happened. What a worker that ended had yet to judge is missing there, and nowhere in the report of `reportPromises`.
 */
export function buildPromisesMade(db: Database, onJudged: (outcome: PromiseOutcome) => void): PromisesMade {
  const due = new Map<string, number>()
  return {
    made(questionId, ms) {
      due.delete(questionId)
      due.set(questionId, performance.now() + ms)
      for (const [oldest] of due) {
        if (due.size <= mostPromises) break
        due.delete(oldest)
      }
    },
    async judge() {
      const now = performance.now()
      const ids: string[] = []
      for (const [questionId, at] of due) {
        if (at <= now) ids.push(questionId)
        if (ids.length === batch) break
      }
      if (ids.length === 0) return 0
      const found = new Map(
        (await inSystem(db, (tx) => judgePromises(tx, ids))).map((one) => [one.questionId, one] as const),
      )
      for (const questionId of ids) {
        const { outcome, leftMs } = found.get(questionId) ?? { outcome: 'void', leftMs: 0 }
        if (outcome === 'open') due.set(questionId, now + Math.max(leftMs, 0))
        else if (due.delete(questionId)) onJudged(outcome)
      }
      return ids.length
    },
    get waiting() {
      return due.size
    },
  }
}

/** Counts kept and broken promises. */
export function startPromiseKeeper(promises: PromisesMade, logger: Logger): Loop {
  return startLoop(async () => ((await promises.judge()) === batch ? 0 : pauseMs), {
    onError(err, failures) {
      if (failures === 1) logger.warn({ err, loop: 'promises' }, 'A loop failed and will be tried again')
    },
  })
}
