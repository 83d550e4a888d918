import type { Client } from 'pg'

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Alias?: string
  Plans?: Plan[]
} & Record<string, unknown>

/** Makes Postgres plan statements for any values. Call it once per connection. */
export async function planForAnyValues(client: Client): Promise<void> {
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
}

/** Explains a prepared statement. Its values are null and are not looked at. */
export async function explain(client: Client, { name, text }: { name: string; text: string }): Promise<Plan> {
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

/** Returns all nodes of a plan. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
