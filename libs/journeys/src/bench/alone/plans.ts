import { importStatements } from '@askline/testing/import-statements'
import pg from 'pg'

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] }

/** How a statement finds its rows: the indexes it uses, and `<table> scan` for each table of which it reads all rows. */
export type Plan = { name: string; reads: string[] }

/**
 * Returns the plan of each declared statement for any values, as a connection keeps it. The `planner`
 * `service` has the settings of the services, and `plain` those of Postgres. Statements that Postgres cannot prepare without their values are left out.
 */
export async function explainStatements(databaseUrl: string, planner: 'service' | 'plain'): Promise<Plan[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    if (planner === 'service') await client.query('set enable_seqscan = off; set jit = off')
    const plans: Plan[] = []
    for (const { name, text, declared } of await importStatements()) {
      const quoted = client.escapeIdentifier(name)
      await client.query(`prepare ${quoted} as ${text}`)
      const values = declared.params.map(() => 'null').join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (format json) execute ${quoted}${values && `(${values})`}`,
      )
      plans.push({
        name,
        reads: [...new Set(rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readsOf(Plan))))].sort(),
      })
    }
    return plans
  } finally {
    await client.end()
  }
}

function readsOf(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? `${node['Relation Name']} scan` : node['Index Name']
  return [...(own ? [own] : []), ...(node.Plans ?? []).flatMap(readsOf)]
}
