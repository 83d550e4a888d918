import { integrations, registeredStatements, statement, type Tx, types, users } from '@askline/db'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../src/test-database.ts'
import { findFaults } from './statement-faults.ts'

const client = new Client({ connectionString: (await createTestDatabase()).directUrl })
await client.connect()
afterAll(() => client.end())

/** Returns the faults of the statement that `declare` declares. */
async function faultsOf(declare: () => { name: string }): Promise<string[]> {
  const { name } = declare()
  const declared = registeredStatements().find((one) => one.name === name)
  if (!declared) throw new Error(`${name} is not registered`)
  return findFaults(client, declared)
}

test('a statement that takes and returns what it declares has no fault', async () => {
  const declare = () =>
    statement({
      name: 'right',
      params: [types.uuid, types.nullable(types.text)],
      row: { id: users.id, email: users.email, named: types.boolean },
      text: 'select id, email, name = coalesce($2, name) as named from users where id = $1',
    })
  expect(await faultsOf(declare)).toEqual([])
})

test('a parameter of another type is reported', async () => {
  const declare = () =>
    statement({ name: 'wrong-parameter', params: [types.int], text: 'delete from users where id = $1' })
  expect(await faultsOf(declare)).toEqual(['wrong-parameter: $1 is uuid, declared: smallint'])
})

test('another number of parameters is reported', async () => {
  const declare = () =>
    statement({ name: 'missing-parameter', params: [], text: 'delete from users where id = $1 and name = $2' })
  expect(await faultsOf(declare)).toEqual([
    'missing-parameter: Postgres expects 2 parameters (uuid, text), declared: 0',
  ])
})

test('a column of another type is reported', async () => {
  const declare = () => statement({ name: 'wrong-column', row: { name: types.int }, text: 'select name from users' })
  expect(await faultsOf(declare)).toEqual(['wrong-column: name is text, declared: smallint'])
})

test('an array is another type than its items', async () => {
  const declare = () =>
    statement({
      name: 'wrong-array',
      row: { uris: types.text },
      text: 'select redirect_uris as uris from integrations',
    })
  expect(await faultsOf(declare)).toEqual(['wrong-array: uris is text[], declared: text'])
})

test('a column that is returned and not declared is reported', async () => {
  const declare = () => statement({ name: 'missing-column', row: { id: users.id }, text: 'select id, name from users' })
  expect(await faultsOf(declare)).toEqual(['missing-column: name is not declared'])
})

test('a column that is declared and not returned is reported', async () => {
  const declare = () =>
    statement({ name: 'extra-column', row: { id: users.id, name: users.name }, text: 'select id from users' })
  expect(await faultsOf(declare)).toEqual(['extra-column: name is declared, not returned'])
})

test('two columns of one name are reported', async () => {
  const declare = () => statement({ name: 'same-column', row: { id: users.id }, text: 'select id, id from users' })
  expect(await faultsOf(declare)).toEqual(['same-column: two columns have the same name'])
})

test('a column that may be null and is declared not null is reported', async () => {
  const declare = () => statement({ name: 'null-column', row: { email: types.text }, text: 'select email from users' })
  expect(await faultsOf(declare)).toEqual(['null-column: email may be null, declared: not null'])
})

test('a column that is never null and is declared nullable is reported', async () => {
  const row = { name: types.nullable(users.name), id: types.present(users.id) }
  const declare = () => statement({ name: 'never-null', row, text: 'select name, id from users' })
  expect(await faultsOf(declare)).toEqual([
    'never-null: name is never null, declared: nullable',
    'never-null: id is never null, declared: nullable',
  ])
})

test('a statement may exclude the nulls of a nullable column', async () => {
  const row = { email: types.present(users.email) }
  const declare = () => statement({ name: 'present', row, text: 'select email from users where email is not null' })
  expect(await faultsOf(declare)).toEqual([])
})

test('an outer join may make a column nullable', async () => {
  const declare = () =>
    statement({
      name: 'outer-join',
      row: { id: users.id, system: types.nullable(integrations.systemId) },
      text: 'select u.id, i.system_id as system from users u left join integrations i on i.company_id = u.company_id',
    })
  expect(await faultsOf(declare)).toEqual([])
})

test('a statement that Postgres cannot parse is reported', async () => {
  const declare = () => statement({ name: 'broken', text: 'delete from users where nickname is null' })
  expect(await faultsOf(declare)).toEqual(['broken cannot be prepared: column "nickname" does not exist'])
})

test('a second statement of the same name is refused', () => {
  statement({ name: 'twin', text: 'select' })
  expect(() => statement({ name: 'twin', text: 'select' })).toThrow('Two statements have the name twin')
})

test('the compiler refuses undeclared statements and values of other types', () => {
  const tellsId = statement({
    name: 'tells-id',
    params: [types.uuid],
    row: { id: users.id },
    text: 'select $1::uuid as id',
  })
  const never = async (tx: Tx) => {
    // @ts-expect-error It has no declared types.
    await tx.query({ name: 'undeclared', text: 'select 1' }, [])
    // @ts-expect-error The parameter is a string.
    await tx.query(tellsId, [1])
    // @ts-expect-error The parameter is missing.
    await tx.query(tellsId, [])
    // @ts-expect-error The row has no such column.
    return (await tx.query(tellsId, ['00000000-0000-0000-0000-000000000000']))[0]?.name
  }

  expect(never).toBeTypeOf('function')
})
