import { importStatements } from '@askline/testing/import-statements'
import pg from 'pg'
import type { Ours } from '../ours.ts'

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] }

/** How a statement finds its rows: the indexes it uses, and `<table> scan` for each table of which it reads all rows. */
export type Plan = { name: string; reads: string[] }

/** `service` has the settings of the services, and `plain` those of Postgres. */
type Planner = 'service' | 'plain'

/** A connection that has prepared every declared statement, and keeps their plans for any values. */
type Prepared = { explain(): Promise<Plan[]>; end(): Promise<void> }

/** Prepares all statements with the settings of the services now. `explain` tells later how the connection runs them then. */
export async function keepPlans(databaseUrl: string, planner: Planner = 'service'): Promise<Prepared> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan')
  if (planner === 'service') await client.query('set enable_seqscan = off; set jit = off')
  const prepared = await importStatements()
  for (const { name, text } of prepared) await client.query(`prepare ${client.escapeIdentifier(name)} as ${text}`)
  const explain = async () => {
    const plans: Plan[] = []
    for (const { name, declared } of prepared) {
      const values = declared.params.map(() => 'null').join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (format json) execute ${client.escapeIdentifier(name)}${values && `(${values})`}`,
      )
      const reads = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readsOf(Plan)))
      plans.push({ name, reads: [...new Set(reads)].sort() })
    }
    return plans
  }
  try {
    // A statement is planned when it is first used.
    await explain()
    return { explain, end: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Returns the plan of each declared statement on a new connection. */
export async function explainStatements(databaseUrl: string, planner: Planner): Promise<Plan[]> {
  const prepared = await keepPlans(databaseUrl, planner)
  return prepared.explain().finally(() => prepared.end())
}

function readsOf(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? `${node['Relation Name']} scan` : node['Index Name']
  return [...(own ? [own] : []), ...(node.Plans ?? []).flatMap(readsOf)]
}

/** Returns the tables with at least so many rows. */
export async function largeTables({ sql }: Pick<Ours, 'sql'>, rows: number): Promise<Set<string>> {
  const found = await sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1`,
    [rows],
  )
  return new Set(found.map(({ name }) => name))
}

/** Returns a line for each large table that a statement reads whole. */
export const scansOf = (plans: readonly Plan[], large: ReadonlySet<string>): string[] =>
  plans.flatMap(({ name, reads }) =>
    reads
      .filter((read) => read.endsWith(' scan') && large.has(read.slice(0, -' scan'.length)))
      .map((read) => `${name}, ${read.slice(0, -' scan'.length)}`),
  )

/** Returns a line for each statement that finds its rows in another way than before. */
export function changedPlans(before: readonly Plan[], after: readonly Plan[]): string[] {
  const old = new Map(before.map(({ name, reads }) => [name, reads]))
  return after.flatMap(({ name, reads }) => {
    const was = old.get(name) ?? []
    const [gone, come] = [was.filter((read) => !reads.includes(read)), reads.filter((read) => !was.includes(read))]
    return gone.length + come.length === 0 ? [] : [`${name}: ${gone.join(', ') || '–'} → ${come.join(', ') || '–'}`]
  })
}
