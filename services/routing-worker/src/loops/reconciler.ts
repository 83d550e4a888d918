import type { Database } from '@askline/db'
import { reconcile } from '@askline/domain/routing/reconcile'
import type { Repairs } from '@askline/domain/routing/repair-counts'
import type { Logger } from '@askline/runtime'
import type { LoopDefinition } from './loop.ts'

/** Pause of a worker while no step is due or another one takes it, in ms. */
const everyMs = 5_000

/**
 * Checks the invariants of what changed and, more slowly, of all open questions, and repairs violations, such as limbo. One worker
 * at a time does so. The callback `onRepair` receives the number of repairs per invariant. Each repair points to a bug elsewhere in
 * Askline.
 */
export function reconciler(db: Database, logger: Logger, onRepair: (repaired: Repairs) => void): LoopDefinition {
  return {
    name: 'reconciler',
    everyMs,
    maxBackOffMs: everyMs,
    async work() {
      const step = await reconcile(db)
      if (!step) return undefined
      if (Object.keys(step.repaired).length > 0) {
        logger.error({ repaired: step.repaired }, 'Repaired questions that broke an invariant')
        onRepair(step.repaired)
      }
      return step.nextInMs
    },
  }
}
