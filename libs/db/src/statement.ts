import type { Column } from 'drizzle-orm'
import { type ColumnType, columnType, type Declared, types, type ValueOf } from './column-types.ts'

/**
 * A statement. It is prepared and planned once per connection, unless it is planned for its values. Its `Params` are the values of
 * $1, $2, …; `Row` is what it returns.
 * Made by `statement`.
 */
export type Statement<
  Params extends readonly unknown[] = readonly unknown[],
  Row extends object = Record<string, unknown>,
> = {
  readonly name: string
  readonly text: string
  readonly declared: DeclaredTypes
  readonly isPlannedForValues: boolean
  /** The last value is the company of the transaction, which callers do not pass. */
  readonly namesCompany: boolean
  /** Exists for the compiler only. */
  readonly run?: (values: Params) => Row
}

export type DeclaredTypes = {
  readonly params: readonly ColumnType<unknown>[]
  readonly row: Readonly<Record<string, ColumnType<unknown>>>
}

export type ParamsOf<Types extends readonly ColumnType<unknown>[]> = {
  [Position in keyof Types]: Types[Position] extends ColumnType<infer Value> ? Value : never
}

/** The row type of a declared row. */
export type RowOf<Row extends Record<string, Declared>> = { [Name in keyof Row]: ValueOf<Row[Name]> }

type Declaration<Types extends readonly ColumnType<unknown>[], Row extends Record<string, Declared>> = {
  /** Unique in the process: Postgres identifies a prepared statement by its name. */
  name: string
  /** Types of $1, $2, … in this order. */
  params?: Types
  /** Columns of the returned rows by name. Without it the statement returns none. */
  row?: Row
  /**
   * `values`: Postgres plans the statement in each call, for the values of that call, which costs 1 to 4 ms. For lists whose
   * filters are optional: a plan for any values reads all questions of a company. Default: one plan for all calls.
   */
  plannedFor?: 'values'
  /** `$company` stands for the company of the transaction. Callers do not pass it. */
  text: string
}

/** The parameter that a transaction fills with its company. */
const company = /\$company\b/

const registered = new Map<string, Omit<Statement, 'run'>>()

/**
 * Declares a statement and registers it for the test that compares declarations with Postgres. Call it at module level only.
 * Throws if another statement has the same name.
 */
export function statement<
  const Types extends readonly ColumnType<unknown>[] = [],
  Row extends Record<string, Declared> = Record<never, never>,
>({ name, params, row, plannedFor, text }: Declaration<Types, Row>): Statement<ParamsOf<Types>, RowOf<Row>> {
  if (registered.has(name)) throw new Error(`Two statements have the name ${name}. Rename one of them.`)
  const columns = Object.entries(row ?? {}).map(([column, type]) => [column, columnType(type)] as const)
  const namesCompany = company.test(text)
  const passed = params ?? []
  const made = {
    name,
    text: text.replaceAll(new RegExp(company, 'g'), `$$${passed.length + 1}`),
    declared: { params: namesCompany ? [...passed, types.uuid] : passed, row: Object.fromEntries(columns) },
    isPlannedForValues: plannedFor === 'values',
    namesCompany,
  }
  registered.set(name, made)
  return made
}

/**
 * Returns the SQL list of a row of Drizzle columns, for `select` and `returning`: `d.company_id as "companyId", …`.
 * `alias` is the table's name in the statement.
 */
export function selectList(row: Record<string, Column>, alias: string): string {
  return Object.entries(row)
    .map(([name, column]) => `${alias}.${column.name}${column.name === name ? '' : ` as "${name}"`}`)
    .join(', ')
}

/** Returns every statement that the imported modules declare. */
export const registeredStatements = () => [...registered.values()]

/** A returned row differs from the row that its statement declares. */
class RowMismatchError extends Error {
  override name = 'RowMismatchError'
}

/** Throws RowMismatchError if a row breaks its statement's declaration. The message names the column and never its value. */
export function assertRowsAsDeclared({ name, declared }: Omit<Statement, 'run'>, rows: readonly object[]): void {
  for (const row of rows) {
    for (const [column, value] of Object.entries(row)) {
      const type = declared.row[column]
      const fault =
        type === undefined
          ? 'which is not declared'
          : value === null
            ? !type.isNullable && 'as null, but declares it not null'
            : !type.accepts(value) && `as another type than ${type.postgres[0]}`
      if (fault) throw new RowMismatchError(`The statement ${name} returned the column ${column} ${fault}.`)
    }
  }
}
