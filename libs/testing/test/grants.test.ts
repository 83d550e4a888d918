import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { importStatements } from '../src/import-statements.ts'
import { createTestDatabase } from '../src/test-database.ts'
import { onlyAsSystem } from './grants/only-as-system.ts'
import { privilegesOfOrm } from './grants/orm-writes.ts'
import { type Privilege, printPlans, privilegesOf } from './grants/privileges-of.ts'
import { planForAnyValues } from './plans/explain-plan.ts'

const client = new Client({ connectionString: (await createTestDatabase()).directUrl })
await client.connect()
afterAll(() => client.end())
await planForAnyValues(client)
await printPlans(client)
const statements: { name: string; needs: Privilege[] }[] = []
for (const statement of await importStatements())
  statements.push({ name: statement.name, needs: await privilegesOf(client, statement) })
await client.query('reset client_min_messages; reset debug_print_plan')

/** The functions of triggers run as the role whose statement fires them. */
const ofTriggers: Privilege[] = [
  { table: 'knowledge', kind: 'update', columns: ['verdict_changes'] },
  { table: 'question_events', kind: 'select', columns: ['detail'] },
  { table: 'message_external_ids', kind: 'insert', columns: [] },
  { table: 'message_external_ids', kind: 'delete', columns: [] },
]
const orm = await privilegesOfOrm()

type Role = 'askline_app' | 'askline_system'
const { rows: grants } = await client.query<{
  role: Role
  table: string
  kind: Privilege['kind']
  column: string | null
}>(
  `select r.role, c.relname as table, lower(p.kind) as kind, null as column
    from (values ('askline_app'), ('askline_system')) r(role), (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) p(kind), pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(r.role, c.oid, p.kind)
  union all
  select g.grantee, g.table_name, lower(g.privilege_type), g.column_name from information_schema.column_privileges g
    where g.grantee in ('askline_app', 'askline_system') and g.table_schema = 'public' and g.privilege_type <> 'REFERENCES'
      and not has_table_privilege(g.grantee, format('public.%I', g.table_name), g.privilege_type)`,
)
const keyOf = (role: Role, table: string, kind: string, column: string | null = null) =>
  [role, kind, table, ...(column === null ? [] : [column])].join(' ')
const granted = new Set(grants.map(({ role, table, kind, column }) => keyOf(role, table, kind, column)))

/**
 * Returns the missing parts of a privilege of a role. Without columns, a grant on any column is enough, as for `select … for
 * update`.
 */
function lacks(role: Role, { table, kind, columns }: Privilege): string[] {
  if (granted.has(keyOf(role, table, kind))) return []
  if (columns.length === 0)
    return grants.some((one) => one.role === role && one.table === table && one.kind === kind)
      ? []
      : [`${kind} ${table}`]
  return columns
    .filter((column) => !granted.has(keyOf(role, table, kind, column)))
    .map((column) => `${kind} ${table}.${column}`)
}

test('the system may run every statement', () => {
  const missing = statements.flatMap(({ name, needs }) =>
    needs.flatMap((need) => lacks('askline_system', need).map((one) => `${name}: ${one}`)),
  )
  expect([...new Set(missing)]).toEqual([])
})

/** Tables of which requests see nothing. Their statements need not be listed. */
const hidden = new Set(grants.filter(({ role }) => role === 'askline_system').map(({ table }) => table))
for (const { role, table } of grants) if (role === 'askline_app') hidden.delete(table)

test('a request may run every statement, except those that are listed', () => {
  const found = statements
    .filter(({ needs }) => !needs.some(({ table }) => hidden.has(table)))
    .filter(({ needs }) => needs.some((need) => lacks('askline_app', need).length > 0))
    .map(({ name }) => name)
  expect({
    // Grant what it needs, or list it if only the system runs it.
    new: found.filter((name) => !onlyAsSystem.includes(name)).sort(),
    // Remove these from the list.
    obsolete: onlyAsSystem.filter((name) => !found.includes(name)).sort(),
  }).toEqual({ new: [], obsolete: [] })
})

test.each(['askline_app', 'askline_system'] as const)('%s has no privilege that no statement needs', (role) => {
  const isRun = ({ name, needs }: (typeof statements)[number]) =>
    role === 'askline_system' || (!onlyAsSystem.includes(name) && !needs.some(({ table }) => hidden.has(table)))
  const runs = statements.filter(isRun)
  const needs = [...runs.flatMap((one) => one.needs), ...orm, ...ofTriggers]
  const isNeeded = ({ table, kind, column }: (typeof grants)[number]) =>
    needs.some(
      (need) => need.table === table && need.kind === kind && (column === null || need.columns.includes(column)),
    )
  const spare = grants.filter((grant) => grant.role === role && !isNeeded(grant))
  expect(
    spare.map(({ table, kind, column }) => `${kind} ${table}${column === null ? '' : `.${column}`}`).sort(),
  ).toEqual([])
})
