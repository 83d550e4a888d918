import { type Database, registeredStatements } from '@askline/db'

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/**
 * Runs a declared statement as a service plans it, and returns how many rows, or blocks of 8 kB, of each table it read. The values
 * are SQL, and `companyId` is its `$company`. Its changes are rolled back.
 */
export async function rowsRead(
  db: Database,
  companyId: string,
  name: string,
  given: readonly string[],
  unit: 'rows' | 'blocks' = 'rows',
): Promise<Record<string, number>> {
  const found = registeredStatements().find((one) => one.name === name)
  const values = found?.namesCompany ? [...given, `'${companyId}'`] : given
  const client = await db.system.connect()
  try {
    await client.query('begin')
    await client.query(
      `set local enable_seqscan = off; set local plan_cache_mode = ${found?.isPlannedForValues ? 'force_custom_plan' : 'force_generic_plan'}`,
    )
    await client.query(`prepare measured as ${found?.text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, buffers, format json) execute measured(${values.join(', ')})`,
    )
    const read: Record<string, number> = {}
    const visit = (node: Node) => {
      const table = node['Relation Name']
      const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      const blocks = node['Shared Hit Blocks'] + node['Shared Read Blocks']
      if (table) read[table] = (read[table] ?? 0) + (unit === 'rows' ? rows : blocks)
      for (const inner of node.Plans ?? []) visit(inner)
    }
    for (const row of rows) for (const { Plan } of row['QUERY PLAN']) visit(Plan)
    return read
  } finally {
    await client.query('rollback; deallocate all')
    client.release()
  }
}
