import { type Statement, type Tx, together, types } from '@askline/db'

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

/** Columns of a statement that finds candidates and more than them: two parallel arrays. */
export const candidateArrays = { ids: types.array(types.uuid), companyIds: types.array(types.uuid) } as const

/** Returns SQL of `candidateArrays`. `part` is a part of the WITH that has `id` and `company_id`. */
export const selectCandidates = (part: string): string =>
  `array(select id from ${part} order by id) as ids, array(select company_id from ${part} order by id) as "companyIds"`

/** Returns the rows of two parallel arrays. */
export const candidatesOf = ({ ids, companyIds }: { ids: string[]; companyIds: string[] }): Candidate<string>[] =>
  ids.flatMap((id, n) => {
    const companyId = companyIds[n]
    return companyId === undefined ? [] : { id, companyId }
  })

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
