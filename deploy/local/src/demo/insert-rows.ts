import type { Tx } from '@askline/db'

/**
 * Inserts rows, whose members are named as the table's columns, in one statement and in their order; every row names the
 * same columns. Table and columns are written by us, never by a user.
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
