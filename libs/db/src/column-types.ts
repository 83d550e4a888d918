import { Column, type GetColumnData, is } from 'drizzle-orm'

/** A Postgres type together with the JavaScript type of its values in parameters and rows. */
export type ColumnType<Value> = {
  /** Names of the Postgres types that match, as `format_type` prints them without precision. */
  readonly postgres: readonly string[]
  readonly isNullable: boolean
  /** The statement excludes null, although the column allows it. */
  readonly isPresent: boolean
  /** Whether a value from the driver, other than null, has this type. */
  readonly accepts: (value: unknown) => boolean
  /** Exists for the compiler only. */
  readonly value?: Value
}

/** The type of one column of a row: one of `types`, or a column of a Drizzle table. */
export type Declared = ColumnType<unknown> | Column

export type ValueOf<Type> = Type extends Column
  ? GetColumnData<Type>
  : Type extends ColumnType<infer Value>
    ? Value
    : never

const declare = <Value>(accepts: ColumnType<Value>['accepts'], ...postgres: string[]): ColumnType<Value> => ({
  postgres,
  isNullable: false,
  isPresent: false,
  accepts,
})

const isNumber = (value: unknown) => typeof value === 'number'
const isValue = (value: unknown) => value !== undefined
const isString = (value: unknown) => typeof value === 'string'

/** The column types of parameters and rows. For a column of a table, prefer the Drizzle column itself. */
export const types = {
  uuid: declare<string>(isString, 'uuid'),
  text: declare<string>(isString, 'text', 'character varying', 'name'),
  /** Text from a known set of words. */
  textOf: <Word extends string>() => declare<Word>(isString, 'text', 'character varying', 'name'),
  int: declare<number>(isNumber, 'smallint', 'integer', 'bigint'),
  float: declare<number>(isNumber, 'real', 'double precision'),
  boolean: declare<boolean>((value) => typeof value === 'boolean', 'boolean'),
  instant: declare<Date>((value) => value instanceof Date, 'timestamp with time zone'),
  bytes: declare<Buffer>((value) => value instanceof Uint8Array, 'bytea'),
  /** A JSON value in a row. A parameter is `jsonText`. */
  json: <Value>() => declare<Value>(isValue, 'jsonb', 'json'),
  /** A JSON parameter, written by `JSON.stringify`: the driver would turn an array into a Postgres array. */
  jsonText: declare<string>(isString, 'jsonb', 'json'),
  array: <Item>(item: ColumnType<Item>): ColumnType<Item[]> => ({
    ...item,
    postgres: item.postgres.map((name) => `${name}[]`),
    isNullable: false,
    accepts: Array.isArray,
    value: undefined,
  }),
  nullable: <Type extends Declared>(type: Type): ColumnType<ValueOf<Type> | null> => ({
    ...columnType(type),
    isNullable: true,
    isPresent: false,
    value: undefined,
  }),
  /** A nullable column of which the statement returns only values, for example because of `where … is not null`. */
  present: <Type extends Declared>(type: Type): ColumnType<NonNullable<ValueOf<Type>>> => ({
    ...columnType(type),
    isNullable: false,
    isPresent: true,
    value: undefined,
  }),
}

/** Returns the column type of a declaration; a Drizzle column brings its own type and nullability. */
export function columnType(declared: Declared): ColumnType<unknown> {
  if (!is(declared, Column)) return declared
  const postgres = declared.getSQLType().replace(/ ?\(\d+\)/, '')
  return { postgres: [postgres], isNullable: !declared.notNull, isPresent: false, accepts: acceptsOf(postgres) }
}

function acceptsOf(postgres: string): ColumnType<unknown>['accepts'] {
  if (postgres.endsWith('[]')) return Array.isArray
  const simple = [types.uuid, types.text, types.int, types.float, types.boolean, types.instant, types.bytes]
  return simple.find((type) => type.postgres.includes(postgres))?.accepts ?? isValue
}
