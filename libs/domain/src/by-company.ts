import { type Statement, type Tx, together } from '@askline/db'

/**
 * Groups rows by company, in the order of the companies' ids. A statement for one company reads one server of a distributed database.
 * The order keeps two transactions from waiting for each other.
 */
export function byCompany<Row extends { companyId: string }>(rows: Row[]): [companyId: string, rows: Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.companyId)
    if (group) group.push(row)
    else groups.set(row.companyId, [row])
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}

type Candidate<Id> = { id: Id; companyId: string }

/**
 * Locks and returns at most `limit` rows. The statement `candidates` finds the next ones of all companies that are not excluded.
 * The statement `lock` locks the free ones of one company. While others hold some, the next candidates are tried.
 * The statements of all companies share one round trip. The rows are sorted by company, not in the order of `candidates`.
 */
export async function lockByCompany<Id, Row extends object>(
  tx: Tx,
  candidates: Statement<[limit: number, excluded: Id[]], Candidate<Id>>,
  lock: Statement<[ids: Id[]], Row>,
  limit: number,
  excluded: readonly Id[],
): Promise<Row[]> {
  const locked: Row[] = []
  const seen = [...excluded]
  while (locked.length < limit) {
    const left = limit - locked.length
    const found = await tx.query(candidates, [left, seen])
    const locks = byCompany(found).map(([companyId, own]) => tx.of(companyId).query(lock, [own.map(({ id }) => id)]))
    locked.push(...(await together(...locks)).flat())
    if (found.length < left) break
    seen.push(...found.map(({ id }) => id))
  }
  return locked
}
