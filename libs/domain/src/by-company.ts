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
