import type { FaultDetail } from '@askline/contracts'
import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Value } from 'typebox/value'
import { invalidRequest } from './faults.ts'
import { base } from './gate.ts'
import { knownMembersOf } from './known-members.ts'
import { malformedQuery } from './query-strings.ts'
import { faultInText, textFault } from './value-rules.ts'

/**
 * Bodies are checked as they are. Query strings hold nothing but text, so whole numbers and booleans are read from it
 * first. Members that no schema names are not in what the handler gets, or are refused where the schema says so. Clients in typed languages write out as null what
 * they leave unset: outside of administration, where a slip would go unnoticed, that counts as missing.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, url }) => {
  const validator = Compile(schema)
  const place = httpPart === 'querystring' ? 'query.' : httpPart === 'params' ? 'path.' : ''
  const known = httpPart === 'body' ? (knownMembersOf(schema) ?? asIs) : asIs
  const read =
    httpPart === 'querystring'
      ? queryReader(schema as TObject)
      : httpPart === 'body' && !url.startsWith(`${base}/admin/`)
        ? withoutUnset(schema as TObject)
        : asIs

  return (given: unknown) => {
    // A request without a body has no members: where one is required, it says which.
    const value = httpPart === 'body' && (given === undefined || given === null) ? {} : read(given)
    const inText = httpPart === 'querystring' ? findTextFault(place, value) : undefined
    if (inText) return { error: invalidRequest([inText]) }
    if (validator.Check(value)) return { value: known(value) }
    return { error: invalidRequest(describeFaults(validator.Errors(value), place)) }
  }
}

const asIs = (value: unknown) => value

/** Takes away each null of a member that may be missing and may not be null. */
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

/** Of a query, the first text that breaks the rules of text. Bodies were looked at when they were parsed; paths hold uuids. */
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

/** One line for each field: what is wrong, in words a person can act on. */
function describeFaults(errors: TLocalizedValidationError[], place: string): FaultDetail[] {
  const details = errors.flatMap((error) => {
    // Each member that is not known has an error of its own.
    if (error.keyword === 'additionalProperties') return []
    const field = place + error.instancePath.slice(1).replaceAll('/', '.')
    if (error.keyword === 'required') {
      const prefix = error.instancePath === '' ? place : `${field}.`
      return error.params.requiredProperties.map((name) => detailOf(`${prefix}${name}`, 'required', 'is missing'))
    }
    return [describe(field === place ? 'body' : field, error)]
  })
  // A union reports each of its branches and then itself: the first line of a field is the telling one.
  return details.filter((detail, at) => details.findIndex(({ field }) => field === detail.field) === at)
}

function describe(field: string, error: TLocalizedValidationError): FaultDetail {
  switch (error.keyword) {
    case 'pattern': {
      const [rule, message] = patternRules.get(String(error.params.pattern)) ?? ['pattern', 'has the wrong form']
      return detailOf(field, rule, message)
    }
    case 'minLength':
      return detailOf(field, 'minLength', 'is empty')
    case 'maxLength':
      return detailOf(field, 'maxLength', `has more than ${error.params.limit} characters`)
    case 'enum':
      return detailOf(field, 'enum', `must be one of ${error.params.allowedValues.join(', ')}`)
    case 'boolean':
      return detailOf(field, 'unknown', 'is not known')
    case 'type':
      return detailOf(field, 'type', `must be ${[error.params.type].flat().join(' or ')}`)
    case '~refine': {
      const [rule = 'invalid', message = error.message] = error.params.message.split(': ')
      return detailOf(field, rule, message)
    }
    default:
      return detailOf(field, error.keyword, error.message)
  }
}

const detailOf = (field: string, rule: string, message: string): FaultDetail => ({
  field,
  rule,
  message: `${field} ${message}.`,
})

const patternRules = new Map<string, [rule: string, message: string]>()

/** Tells what a pattern means, for those who did not meet it. */
export function namePattern(pattern: string, rule: string, message: string): string {
  patternRules.set(pattern, [rule, message])
  return pattern
}
