import { type Database, inSystem } from '@askline/db'
import { judgePromises, type PromiseOutcome } from '@askline/domain/routing/promises'

/** Promises in memory at most. The oldest ones beyond that are not counted in the metric. */
const maxPromises = 50_000
const batch = 500

/** Counts kept and broken promises of the answer times that this process promised to askers. */
export type PromiseCounter = {
  /** Remembers that an answer was promised within `ms`. */
  add(questionId: string, ms: number): void
  /** Judges at most one batch of promises that are due. Returns whether more may be due. */
  judge(): Promise<boolean>
  /** Number of promises that are not judged yet. */
  readonly waiting: number
}

/**
 * Builds a counter that reports each promise once, when its answer is due. The process that made a promise counts it, so the
 * counters of all workers add up. A worker that ends loses its unjudged promises here, but not in `reportPromises`.
 */
export function buildPromiseCounter(db: Database, onJudged: (outcome: PromiseOutcome) => void): PromiseCounter {
  const due = new Map<string, number>()
  return {
    add(questionId, ms) {
      due.delete(questionId)
      due.set(questionId, performance.now() + ms)
      for (const [oldest] of due) {
        if (due.size <= maxPromises) break
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
      if (ids.length === 0) return false
      const judged = new Map(
        (await inSystem(db, (tx) => judgePromises(tx, ids))).map((one) => [one.questionId, one] as const),
      )
      for (const questionId of ids) {
        const { outcome, leftMs } = judged.get(questionId) ?? { outcome: 'void', leftMs: 0 }
        if (outcome === 'open') due.set(questionId, now + Math.max(leftMs, 0))
        else if (due.delete(questionId)) onJudged(outcome)
      }
      return ids.length === batch
    },
    get waiting() {
      return due.size
    },
  }
}
