import type { FaultDetail, Refinement } from '@askline/contracts'
import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { base } from './gate.ts'
import { malformedQuery } from './query-strings.ts'
import { invalidRequest } from './request-faults.ts'
import { spellingOf } from './spelling.ts'
import { faultInText, textFault } from './value-rules.ts'

/**
 * `Value.Clean` sorts the branches of unions again at each call. That was a seventh of the API's time for an ask. The branches
 * of a union in our schemas exclude each other, so their order does not matter.
 */
Settings.Set({ unionPrioritySort: false })

/**
 * Compiles the validator of a schema. Bodies are checked as they are; whole numbers and booleans of a query are parsed first.
 * Unknown members are dropped, or refused if the schema is closed. Clients in typed languages send null for unset members, so
 * null counts as missing, except in administration, where a slip would go unnoticed.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, url }) => {
  const validator = Compile(schema)
  const place = httpPart === 'querystring' ? 'query.' : httpPart === 'params' ? 'path.' : ''
  const clean = httpPart === 'body' ? (value: unknown) => Value.Clean(schema, value) : asIs
  const findMisspelled = httpPart === 'querystring' && isOfApi(url) ? spellingOf(schema as TObject) : undefined
  const read =
    httpPart === 'querystring'
      ? queryReader(schema as TObject)
      : httpPart === 'body' && !url.startsWith(`${base}/admin/`)
        ? withoutUnset(schema as TObject)
        : asIs

  return (given: unknown) => {
    // A missing body is an empty object, so that the fault names the required members.
    const value = httpPart === 'body' && (given === undefined || given === null) ? {} : read(given)
    const inText = httpPart === 'querystring' ? findTextFault(place, value) : undefined
    if (inText) return { error: invalidRequest([inText]) }
    const misspelled = findMisspelled?.(value as object)
    if (misspelled) return { error: invalidRequest([misspelled]) }
    if (validator.Check(value)) return { value: clean(value) }
    return { error: invalidRequest(describeFaults(validator.Errors(value), place)) }
  }
}

const asIs = (value: unknown) => value

/** OAuth demands that unknown parameters are ignored, whatever their names (RFC 6749 §3.1). */
const isOfApi = (url: string) => url.startsWith(`${base}/`) && !url.startsWith(`${base}/oauth/`)

/** Removes null from members that are optional and not nullable. */
function withoutUnset({ properties, required }: Partial<TObject>) {
  const unset = Object.entries(properties ?? {})
    .filter(([name, member]) => !required?.includes(name) && !Value.Check(member, null))
    .map(([name]) => name)
  return (given: unknown): unknown => {
    const nulls = unset.filter((name) => Object(given)[name] === null)
    if (nulls.length === 0) return given
    return Object.fromEntries(Object.entries(Object(given)).filter(([name]) => !nulls.includes(name)))
  }
}

const wholeNumber = /^-?\d{1,15}$/

function queryReader(schema: TObject) {
  const types = Object.entries(schema.properties).map(([name, member]) => [name, Reflect.get(member, 'type')] as const)
  return (given: unknown): Record<string, unknown> => {
    const query = { ...(given as Record<string, unknown>) }
    for (const [name, type] of types) {
      const text = query[name]
      if (type === 'integer' && typeof text === 'string' && wholeNumber.test(text)) query[name] = Number(text)
      if (type === 'boolean' && (text === 'true' || text === 'false')) query[name] = text === 'true'
    }
    return query
  }
}

/** Returns the first text of a query that breaks the rules of text. Bodies were checked when they were parsed. */
function findTextFault(place: string, value: unknown): FaultDetail | undefined {
  for (const [name, member] of Object.entries(Object(value))) {
    if (name === malformedQuery) {
      return { field: 'query', rule: 'encoding', message: 'The query is not valid percent-encoded UTF-8.' }
    }
    const rule = typeof member === 'string' ? faultInText(member) : undefined
    if (rule) return textFault(place + name, rule)
  }
  return undefined
}

/** Returns one detail per field that says what is wrong. */
function describeFaults(errors: TLocalizedValidationError[], place: string): FaultDetail[] {
  const details = errors.flatMap((error) => {
    // Each unknown member has an error of its own.
    if (error.keyword === 'additionalProperties') return []
    const field = place + error.instancePath.slice(1).replaceAll('/', '.')
    if (error.keyword === 'required') {
      const prefix = error.instancePath === '' ? place : `${field}.`
      return error.params.requiredProperties.map((name) => detailOf(`${prefix}${name}`, 'required', 'is missing'))
    }
    return [describe(field === place ? 'body' : field, error)]
  })
  // A union reports each of its branches and then itself; the first one is the useful one.
  return details.filter((detail, at) => details.findIndex(({ field }) => field === detail.field) === at)
}

function describe(field: string, error: TLocalizedValidationError): FaultDetail {
  switch (error.keyword) {
    case 'pattern': {
      const [rule, message] = patternRules.get(String(error.params.pattern)) ?? ['pattern', 'has the wrong form']
      return detailOf(field, rule, message)
    }
    case 'minLength':
      return detailOf(field, 'minLength', shortOf(error.params.limit))
    case 'maxLength':
      return detailOf(field, 'maxLength', `has more than ${error.params.limit} characters`)
    case 'enum':
      return detailOf(field, 'enum', `must be one of ${error.params.allowedValues.join(', ')}`)
    case 'boolean':
      return detailOf(field, 'unknown', 'is not a known setting')
    case 'type':
      return detailOf(field, 'type', `must be ${[error.params.type].flat().join(' or ')}`)
    case '~refine': {
      const { rule, message, path, suggestion }: Refinement = JSON.parse(error.params.message)
      const detail = detailOf(path === undefined ? field : `${field}.${path}`, rule, message)
      return suggestion === undefined ? detail : { ...detail, suggestion }
    }
    default:
      return detailOf(field, error.keyword, error.message)
  }
}

const shortOf = (least: number) => (least > 1 ? `has fewer than ${least} characters` : 'is empty')

const detailOf = (field: string, rule: string, message: string): FaultDetail => ({
  field,
  rule,
  message: `${field} ${message}${message.endsWith('?') ? '' : '.'}`,
})

const patternRules = new Map<string, [rule: string, message: string]>()

/** Registers the rule and message of a pattern and returns the pattern. */
export function namePattern(pattern: string, rule: string, message: string): string {
  patternRules.set(pattern, [rule, message])
  return pattern
}
