import type { Database } from '@askline/db'
import { firstWindow, type Repairs, repairBetweenTables, repairLimbo } from '@askline/domain'
import type { Logger } from '@askline/runtime'
import { type Loop, startLoop } from './loop.ts'

/** Open questions looked at in one statement. */
const windowSize = 2_000
/** Between windows, and between rounds over all of them, in ms. */
const windowPauseMs = 150
const roundPauseMs = 5_000

/**
 * Proves again and again that every open question is somebody's turn, and mends where it is nobody's. `onRepair` hears what
 * was mended: each is a fault of ours somewhere else.
 */
export function startReconciler(db: Database, logger: Logger, onRepair: (repaired: Repairs) => void): Loop {
  let from = firstWindow
  const tell = (repaired: Repairs) => {
    if (Object.keys(repaired).length === 0) return
    logger.error({ repaired }, 'Questions in limbo were brought back')
    onRepair(repaired)
  }
  return startLoop(
    async () => {
      const { repaired, next } = await repairLimbo(db, from, windowSize)
      from = next
      tell(repaired)
      if (next !== firstWindow) return windowPauseMs
      tell(await repairBetweenTables(db, windowSize))
      return roundPauseMs
    },
    {
      onError(err, failures) {
        if (failures === 1) logger.warn({ err, loop: 'reconciler' }, 'A loop failed and will be tried again')
      },
      longestBackOffMs: roundPauseMs,
    },
  )
}
