import type { Client } from 'pg'
import { explain } from '../plans/explain-plan.ts'

/** `columns` is empty if a statement needs a privilege on any column, as `select … for update` and `count(*)` do. */
export type Privilege = { table: string; kind: 'select' | 'insert' | 'update' | 'delete'; columns: string[] }

const kinds = [
  ['insert', 1, 'insertedCols'],
  ['select', 2, 'selectedCols'],
  ['update', 4, 'updatedCols'],
  ['delete', 8, undefined],
] as const

/** Bits of a plan's sets of columns are shifted, because system columns have negative numbers. Bit 7 is the whole row. */
const firstColumn = 7

/** Makes Postgres send the plan of each statement to the client. Call it once per connection, after `planForAnyValues`. */
export const printPlans = (client: Client) =>
  client.query('set debug_pretty_print = off; set client_min_messages = log; set debug_print_plan = on')

/**
 * Returns the privileges that Postgres checks for a statement, as its plan lists them. Needs `printPlans`. Triggers of the tables
 * have statements of their own.
 */
export async function privilegesOf(client: Client, statement: { name: string; text: string }): Promise<Privilege[]> {
  const plans: string[] = []
  // Postgres breaks the lines of a plan.
  const listen = ({ detail }: { detail?: string | undefined }) =>
    void (detail && plans.push(detail.replaceAll(/\s+/g, ' ')))
  client.on('notice', listen)
  await explain(client, statement)
  client.off('notice', listen)
  const needed: Privilege[] = []
  const tables = await tablesOf(client)
  for (const plan of plans) {
    for (const [, relid = '', perms = '', sets = ''] of plan.matchAll(
      /:relid (\d+) [^{}]*?:requiredPerms (\d+) :checkAsUser \d+ ((?::\w+Cols \(b[ \d]*\) ?)+)/g,
    )) {
      const table = tables.get(Number(relid))
      if (!table) continue
      for (const [kind, bit, set] of kinds) {
        if ((Number(perms) & bit) === 0) continue
        const bits = set && new RegExp(`:${set} \\(b([ \\d]*)\\)`).exec(sets)?.[1]
        const numbers = (bits?.trim() ?? '') === '' ? [] : (bits ?? '').trim().split(/\s+/).map(Number)
        const isWhole = numbers.includes(firstColumn)
        const columns = isWhole
          ? [...table.columns.values()]
          : numbers.map((n) => table.columns.get(n - firstColumn) ?? '')
        needed.push({ table: table.name, kind, columns: columns.filter((name) => name !== '') })
      }
    }
  }
  return needed
}

type Table = { name: string; columns: Map<number, string> }
const known = new WeakMap<Client, Map<number, Table>>()

async function tablesOf(client: Client): Promise<Map<number, Table>> {
  const found = known.get(client)
  if (found) return found
  const { rows } = await client.query<{ oid: number; name: string; number: number; column: string }>(
    `select c.oid::int as oid, c.relname as name, a.attnum as number, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  )
  const tables = new Map<number, Table>()
  for (const { oid, name, number, column } of rows) {
    const table = tables.get(oid) ?? { name, columns: new Map() }
    table.columns.set(number, column)
    tables.set(oid, table)
  }
  known.set(client, tables)
  return tables
}
