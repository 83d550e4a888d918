/** Groups rows by their question. Rows of a question keep their order. */
export function byQuestion<Row extends { questionId: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.questionId)
    if (group) group.push(row)
    else groups.set(row.questionId, [row])
  }
  return groups
}
