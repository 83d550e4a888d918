import type { Client } from 'pg'
import { explain, nodesOf } from './explain-plan.ts'

/** The table of an index and its first column, which is null if the index lists only some rows. */
type Index = { table: string; first: string | null }

/** Returns all indexes by name. */
export async function findIndexes(client: Client): Promise<Map<string, Index>> {
  const { rows } = await client.query<{ name: string } & Index>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as table,
       case when indpred is null then pg_get_indexdef(indexrelid, 1, true) end as first
     from pg_index`,
  )
  return new Map(rows.map(({ name, ...index }) => [name, index]))
}

/**
 * Returns those of `tables` that a statement reads whole. It scans them, or uses an index without a condition on its first
 * column. An index of some rows needs no condition.
 */
export async function tablesReadWhole(
  client: Client,
  statement: { name: string; text: string },
  tables: ReadonlySet<string>,
  indexes: ReadonlyMap<string, Index>,
): Promise<string[]> {
  const found = nodesOf(await explain(client, statement)).flatMap((node) => {
    if (node['Node Type'] === 'Seq Scan') return node['Relation Name'] ?? []
    const index = indexes.get(node['Index Name'] ?? '')
    if (!index || index.first === null) return []
    return new RegExp(`\\b${index.first}\\b`).test(node['Index Cond'] ?? '') ? [] : index.table
  })
  return [...new Set(found)].filter((table) => tables.has(table)).sort()
}
