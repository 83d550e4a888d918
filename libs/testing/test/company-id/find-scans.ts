import type { Client } from 'pg'
import { explain, nodesOf } from '../plans/explain.ts'

/**
 * Returns the tables of `tables` that a statement reads or writes without a condition on `company_id`, from its plan. A plan
 * shows more than the text: a company that is named once is passed on by the equalities of joins.
 */
export async function tablesReadWithoutCompany(
  client: Client,
  statement: { name: string; text: string },
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const plan = await explain(client, statement)
  const nodes = nodesOf(plan)
  const conditions = nodes.flatMap((node) =>
    Object.entries(node).flatMap(([key, value]) => (/Cond|Filter/.test(key) && typeof value === 'string' ? value : [])),
  )
  const missing = nodes.flatMap(({ 'Node Type': type, 'Relation Name': table = '', Alias: alias = '' }) => {
    if (!type.includes('Scan') || !tables.has(table)) return []
    const named = new RegExp(`(^|\\W)${alias}\\.company_id( = |\\))|= ${alias}\\.company_id`)
    return conditions.some((condition) => named.test(condition)) ? [] : table
  })
  return [...new Set(missing)].sort()
}
