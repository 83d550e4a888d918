import type { Database } from '@askline/db'
import { firstWindow, type Repairs, repairBetweenTables, repairLimbo } from '@askline/domain/routing/limbo'
import type { Logger } from '@askline/runtime'
import type { LoopDefinition } from './loop.ts'

/** Open questions checked in one statement. */
const windowSize = 2_000
/** Pause between windows, in ms. */
const windowPauseMs = 150
/** Pause between two checks of all open questions, in ms. */
const roundPauseMs = 5_000

/**
 * Checks the invariants of all open questions repeatedly and repairs violations, such as limbo. The callback `onRepair` receives
 * the number of repairs per invariant. Each repair points to a bug elsewhere in Askline.
 */
export function reconciler(db: Database, logger: Logger, onRepair: (repaired: Repairs) => void): LoopDefinition {
  let from = firstWindow
  const report = (repaired: Repairs) => {
    if (Object.keys(repaired).length === 0) return
    logger.error({ repaired }, 'Repaired questions that broke an invariant')
    onRepair(repaired)
  }
  return {
    name: 'reconciler',
    everyMs: roundPauseMs,
    maxBackOffMs: roundPauseMs,
    async work() {
      const { repaired, next } = await repairLimbo(db, from, windowSize)
      from = next
      report(repaired)
      if (next !== firstWindow) return windowPauseMs
      report(await repairBetweenTables(db, windowSize))
      return undefined
    },
  }
}
