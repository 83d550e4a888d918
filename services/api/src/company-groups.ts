import {
  type Coalescer,
  type Database,
  inCompany,
  isConnectionLoss,
  OutcomeUnknownError,
  openCoalescer,
  type Tx,
} from '@askline/db'

const largest = 24
/** Concurrent groups of one company: while one waits for the disk, the next is written. */
const atOnce = 3

/**
 * Does concurrent work of one company in one transaction. Under load each costs a fraction of a transaction, and a single one waits
 * for no other. `work` returns for each item its result, an error of its own, or undefined if it has to be done alone.
 * If a group fails, nothing of it is written and each has to be done alone, so one bad item never fails its neighbors.
 */
export function openCompanyGroups<Item, Result>(
  db: Database,
  work: (tx: Tx, companyId: string, items: Item[]) => Promise<(Result | Error | undefined)[]>,
) {
  const groups = new Map<string, Coalescer<Item, Result | undefined>>()

  const openGroup = (companyId: string) =>
    openCoalescer<Item, Result | undefined>(
      async (items) => {
        try {
          return await inCompany(db, companyId, (tx) => work(tx, companyId, items))
        } catch (error) {
          // An unknown outcome may mean that they were written, so a repeat could write them twice. A lost database is lost for each.
          if (error instanceof OutcomeUnknownError || isConnectionLoss(error)) throw error
          return items.map(() => undefined)
        }
      },
      { maxBatch: largest, maxInFlight: atOnce },
    )

  return {
    /**
     * Returns the result of an item, or undefined if it has to be done alone. Throws the item's own error, OutcomeUnknownError if the
     * connection broke during COMMIT, and the error of a database that is not reachable.
     */
    add(companyId: string, item: Item): Promise<Result | undefined> {
      const group = groups.get(companyId) ?? openGroup(companyId)
      groups.set(companyId, group)
      return group.add(item).finally(() => {
        if (group.waiting + group.inFlight === 0) groups.delete(companyId)
      })
    },
  }
}
