import type { Database } from '@askline/db'
import { deleteOffersOfClosed } from '@askline/domain/routing/delete-offers'
import type { LoopDefinition } from './loop.ts'

const everyMs = 60_000
/** Offers of one batch. A batch that deletes some is followed by the next one at once. */
const batch = 2_000

/** Deletes offers of questions that were closed long ago. Walks through the old offers, a batch per turn. */
export function oldOffers(db: Database): LoopDefinition {
  let from: string | undefined
  return {
    name: 'old offers',
    everyMs,
    maxBackOffMs: everyMs,
    async work() {
      const { deleted, next } = await deleteOffersOfClosed(db, batch, from)
      from = next
      return deleted > 0 ? 0 : undefined
    },
  }
}
