import type { Schema } from './openapi.ts'

export type Resolve = <T extends { $ref?: string }>(value: T) => T

/** A member of an object, as a row of documentation. */
export type Member = {
  name: string
  type: string
  isRequired: boolean
  description: string
  /** Allowed values, if there is a fixed choice. */
  values: string[]
  /** Other rules in words, such as `1 to 200 characters`. */
  rules: string[]
  /** The schema whose members can be listed below this one. */
  inner: Schema | undefined
}

const nameOf = ({ $ref }: Schema) => $ref?.slice($ref.lastIndexOf('/') + 1)
const isNull = ({ type, const: value, enum: values }: Schema) =>
  type === 'null' || value === null || (values?.length === 1 && values[0] === null)

/** Returns the type in words, such as `array of Message`, `string or null`. */
function describeType(schema: Schema, resolve: Resolve): string {
  const known = resolve(schema)
  const choices = known.anyOf ?? known.oneOf
  if (choices) return [...new Set(choices.map((one) => describeType(one, resolve)))].join(' or ')
  if (known.type === 'array') return `array of ${known.items ? describeType(known.items, resolve) : 'any'}`
  if (known.properties || known.allOf) return nameOf(schema) ?? 'object'
  if (known.enum || 'const' in known) return isNull(known) ? 'null' : 'enum'
  return [known.type ?? 'any'].flat().join(' or ')
}

/** Returns the members of an object, those of all parts of an `allOf` together. */
export function membersOf(schema: Schema, resolve: Resolve): Member[] {
  const known = resolve(schema)
  const parts = known.allOf ? known.allOf.map(resolve) : [known]
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const properties: Record<string, Schema> = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
  return Object.entries(properties).map(([name, member]) => describeMember(name, member, required.has(name), resolve))
}

export function describeMember(name: string, schema: Schema, isRequired: boolean, resolve: Resolve): Member {
  const known = narrow(schema, resolve)
  const item = known.items && narrow(known.items, resolve)
  return {
    name,
    type: describeType(schema, resolve),
    isRequired,
    description: schema.description ?? resolve(schema).description ?? known.description ?? '',
    values: valuesOf(known).concat(item ? valuesOf(item) : []),
    rules: rulesOf(known),
    inner: [known, item].find((one) => one !== undefined && hasMembers(one)),
  }
}

/** Returns the one choice that is not null, with its reference resolved. */
function narrow(schema: Schema, resolve: Resolve): Schema {
  const known = resolve(schema)
  const choices = (known.anyOf ?? known.oneOf)?.map(resolve).filter((one) => !isNull(one))
  const [only, ...others] = choices ?? []
  return only && others.length === 0 ? narrow(only, resolve) : known
}

const hasMembers = ({ properties, allOf }: Schema) => Object.keys(properties ?? {}).length > 0 || allOf !== undefined

function valuesOf({ enum: values, const: only }: Schema): string[] {
  return (values ?? (only === undefined ? [] : [only])).filter((value) => value !== null).map(String)
}

function rulesOf({ format, minLength, maxLength, minimum, maximum, maxItems, default: usual }: Schema): string[] {
  const rules: string[] = []
  if (format !== undefined) rules.push(format)
  if (maxLength !== undefined) rules.push(`${minLength ?? 0} to ${maxLength} characters`)
  if (minimum !== undefined && maximum !== undefined) rules.push(`${minimum} to ${maximum}`)
  else if (minimum !== undefined) rules.push(`at least ${minimum}`)
  else if (maximum !== undefined) rules.push(`at most ${maximum}`)
  if (maxItems !== undefined) rules.push(`at most ${maxItems} entries`)
  if (usual !== undefined) rules.push(`default ${JSON.stringify(usual)}`)
  return rules
}
