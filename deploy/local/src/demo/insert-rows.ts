import type { Tx } from '@askline/db'

/**
 * Inserts rows in one statement and in order. Their members have the names of the table's columns, and all rows have the same
 * ones. Table and columns come from our code, never from a user.
 */
export async function insertRows(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).join(', ')
  await tx.query(
    {
      name: `demo-insert-${table}`,
      text: `insert into ${table} (${columns}) select ${columns}
        from rows from (jsonb_array_elements($1::jsonb)) with ordinality as r(value, place),
          lateral jsonb_populate_record(null::${table}, r.value) order by r.place`,
    },
    [JSON.stringify(rows)],
  )
}
