import type { Body } from './caller.ts'

/** A body or query that breaks one rule, and the detail that the answer must contain. */
export type BadValue = { what: string; values: Record<string, unknown>; field: string; rule: string }

const wrongTypes: Record<string, unknown[]> = {
  string: [5, true, null, {}, ['text']],
  boolean: ['true', 1, null, {}],
  integer: ['1', 1.5, true, null],
  object: ['text', 5, null, []],
  array: ['text', 5, null, {}],
}

const uuidRule = 'uuid'

/** Returns `sample` with each invalid value of each member of `schema`, one at a time. With `isUnset`, null counts as missing. */
export function badValuesOf(schema: Body, sample: Record<string, unknown>, isUnset: boolean): BadValue[] {
  const members: [name: string, member: Body][] = Object.entries(schema.properties)
  const missing = (schema.required ?? []).map((name: string) => {
    const { [name]: _left, ...values } = sample
    return { what: `${name} missing`, values, field: name, rule: 'required' }
  })
  const wrong = members.flatMap(([name, member]) => badValuesOfMember(name, member, sample))
  const isTold = ({ field, values }: BadValue) => !isUnset || values[field] !== null || schema.required?.includes(field)
  return [...missing, ...wrong.filter(isTold)]
}

function badValuesOfMember(name: string, given: Body, sample: Record<string, unknown>): BadValue[] {
  const set = given.anyOf?.filter(({ type }: Body) => type !== 'null')
  const member = set?.length === 1 ? set[0] : given
  const isNullable = member !== given
  const bad = (what: string, value: unknown, rule: string, field = name): BadValue => ({
    what: `${name} ${what}`,
    values: { ...sample, [name]: value },
    field,
    rule,
  })
  if (member.enum)
    return [...['SOMETHING', '', 5, null].map((value) => bad(`is ${JSON.stringify(value)}`, value, 'enum'))]
  const typed =
    wrongTypes[member.type]
      ?.filter((value) => value !== null || !isNullable)
      .map((value) => bad(`is ${JSON.stringify(value)}`, value, 'type')) ?? []
  const texts = member.type === 'string' ? badTexts(member).map(([what, value, rule]) => bad(what, value, rule)) : []
  const nested =
    name === 'metadata'
      ? [
          bad('too deep', { a: { b: { c: { d: { e: { f: 1 } } } } } }, 'maxDepth'),
          bad('too large', { a: 'x'.repeat(16 * 1024) }, 'maxBytes'),
          bad('with NUL in a value', { a: ['\u0000'] }, 'nul', 'metadata.a.0'),
          bad('with NUL in a name', { 'a\u0000': 1 }, 'nul', 'metadata'),
          bad('with half a surrogate pair in a value', { a: { b: '\ud800' } }, 'surrogate', 'metadata.a.b'),
          bad('with half a surrogate pair in a name', { '\udc00': 1 }, 'surrogate', 'metadata'),
        ]
      : []
  return [...typed, ...texts, ...nested]
}

function badTexts(member: Body): [what: string, value: string, rule: string][] {
  const always: [string, string, string][] = [
    ['with NUL', 'a\u0000b', 'nul'],
    ['with half a surrogate pair', 'a\ud83d', 'surrogate'],
  ]
  if (String(member.pattern).includes('{8}-'))
    return [['malformed', 'not-a-uuid', uuidRule], ['empty', '', uuidRule], ...always]
  const long: [string, string, string][] =
    member.maxLength === undefined ? [] : [['too long', `${'x'.repeat(member.maxLength)}@b`, 'maxLength']]
  if (member.minLength === undefined) return [...long, ...always]
  const isText = String(member.pattern).includes('\\s\\p{Cc}')
  const blank: [string, string, string][] = isText
    ? [
        ['of spaces', '  \n\t ', 'blank'],
        ['of characters that show nothing', '\u200b\u2060\ufeff\u00a0\u3164\u{e0041}', 'blank'],
        ['of control characters', '\u0001\u0008', 'blank'],
      ]
    : []
  return [['empty', '', 'minLength'], ...blank, ...long, ...always]
}
