import type { Client } from 'pg'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Plans?: Plan[] } & Record<string, unknown>

/** Makes Postgres plan statements for any values. Call it once per connection. */
export async function planForAnyValues(client: Client): Promise<void> {
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
}

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

/** Explains a prepared statement. Its values are null and are not looked at. */
async function explain(client: Client, { name, text }: { name: string; text: string }): Promise<Plan> {
  const quoted = `"${name}"`
  await client.query(`prepare ${quoted} as ${text}`)
  const { rows: prepared } = await client.query<{ count: number }>(
    'select cardinality(parameter_types) as count from pg_prepared_statements where name = $1',
    [name],
  )
  const values = Array(prepared[0]?.count ?? 0).fill('null')
  const list = values.length === 0 ? '' : `(${values.join(', ')})`
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (verbose, costs off, format json) execute ${quoted}${list}`,
  )
  await client.query(`deallocate ${quoted}`)
  const [explained] = rows[0]?.['QUERY PLAN'] ?? []
  if (!explained) throw new Error(`${name} has no plan`)
  return explained.Plan
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
