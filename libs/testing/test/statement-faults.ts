import type { ColumnType, registeredStatements } from '@askline/db'
import type { Client } from 'pg'
import { type DescribedColumn, describeStatement } from './describe-statement.ts'

type Declared = ReturnType<typeof registeredStatements>[number]

/** Compares a statement's declaration with Postgres. Returns one sentence for each difference, with the statement's name. */
export async function findFaults(client: Client, statement: Declared): Promise<string[]> {
  const { name, text, declared } = statement
  const described = await describeStatement(client, statement).catch((error: Error) => error)
  if (described instanceof Error) return [`${name} cannot be prepared: ${described.message}`]
  const { params, columns } = described
  const hasOuterJoin = /\b(left|right|full)\s+(outer\s+)?join\b/i.test(text)
  const returned = new Set(columns.map((column) => column.name))
  const faults = [
    ...faultsOfParams(params, declared.params),
    ...columns.flatMap((column) => faultsOfColumn(column, declared.row[column.name], hasOuterJoin)),
    ...(returned.size < columns.length ? ['two columns have the same name'] : []),
    ...Object.keys(declared.row).flatMap((column) =>
      returned.has(column) ? [] : [`${column} is declared, not returned`],
    ),
  ]
  return faults.map((fault) => `${name}: ${fault}`)
}

function faultsOfParams(params: string[], declared: Declared['declared']['params']): string[] {
  if (params.length !== declared.length) {
    return [`Postgres expects ${params.length} parameters (${params.join(', ')}), declared: ${declared.length}`]
  }
  return params.flatMap((type, n) => {
    const expected = declared[n]
    const isRight = expected === undefined || expected.postgres.includes(type)
    return isRight ? [] : [`$${n + 1} is ${type}, declared: ${expected.postgres[0]}`]
  })
}

/** Compares nullability for plain columns only; the database option `checksRows` covers expressions and outer joins. */
function faultsOfColumn(
  { name, type, isNotNull }: DescribedColumn,
  expected: ColumnType<unknown> | undefined,
  hasOuterJoin: boolean,
): string[] {
  if (!expected) return [`${name} is not declared`]
  if (!expected.postgres.includes(type)) return [`${name} is ${type}, declared: ${expected.postgres[0]}`]
  if (isNotNull === true && !hasOuterJoin && (expected.isNullable || expected.isPresent)) {
    return [`${name} is never null, declared: nullable`]
  }
  if (isNotNull === false && !expected.isNullable && !expected.isPresent) {
    return [`${name} may be null, declared: not null`]
  }
  return []
}
