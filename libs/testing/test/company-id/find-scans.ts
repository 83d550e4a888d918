import type { Client } from 'pg'
import { explain, nodesOf, type Plan } from '../plans/explain-plan.ts'

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
  // A look at another row for each row, such as the company's clock or a category, names no company of the outer table.
  const looksUp = (node: Plan) =>
    node['Parent Relationship'] === 'SubPlan' && ['companies', 'categories'].includes(node['Relation Name'] ?? '')
  const conditions = nodes.filter((node) => !looksUp(node)).flatMap(conditionsOf)
  const missing = nodes.flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', Alias: alias = '' } = node
    if (!type.includes('Scan') || !tables.has(table)) return []
    const named = new RegExp(`(^|\\W)${alias}\\.company_id( = |\\))|= ${alias}\\.company_id`)
    return [...conditions, ...conditionsOf(node)].some((condition) => named.test(condition)) ? [] : table
  })
  return [...new Set(missing)].sort()
}

const conditionsOf = (node: Plan): string[] =>
  Object.entries(node).flatMap(([key, value]) => (/Cond|Filter/.test(key) && typeof value === 'string' ? value : []))
