import { type ApiDocument, referencesOf, type Schema } from '@askline/testing'
import fc from 'fast-check'
import { resourceOf } from './pools.ts'

type Value = fc.Arbitrary<unknown>

const sentences = fc.constantFrom(
  'How do I reset my card PIN?',
  'Where is my transfer?',
  '¿Cómo cambio mi PIN?',
  '我的卡在哪里？',
  'مرحبا ‏كيف',
  '<script>alert(1)</script> **bold** [x](javascript:alert(1))',
  "'; drop table questions; --",
  '👩‍👩‍👧‍👦 é́́ \u202e gnirts',
  `${'[a]('.repeat(500)}`,
  `${'>'.repeat(2_000)} x`,
  'x'.repeat(10_000),
)
const text = fc.oneof(
  { weight: 4, arbitrary: sentences },
  fc.string({ unit: 'grapheme', maxLength: 200 }).map((any) => `${any}?`),
)
const emails = fc.constantFrom('ada@example.com', 'ben@example.com', 'cleo@example.com', 'Zoë@exämple.com')

/** A placeholder for a uuid or cursor that an answer has named. */
export const pick = (name: string): fc.Arbitrary<string> => fc.nat(399).map((number) => `{{${name}:${number}}}`)

/** Makes values that the schemas of a document allow, mostly. `path`: the path of the document they are sent to. */
export function buildValues(document: ApiDocument) {
  const { schema: follow } = referencesOf(document)

  /** `name`: the name of the member or parameter. */
  function valueFor(schema: Schema, name: string, path: string): Value {
    const found = follow(schema)
    if (found.enum) return fc.constantFrom(...found.enum)
    if (found.anyOf) return fc.oneof(...found.anyOf.map((one) => valueFor(one, name, path)))
    const [type, other] = [found.type].flat()
    if (type !== undefined && other === 'null')
      return fc.oneof(fc.constant(null), valueFor({ ...found, type }, name, path))
    switch (type) {
      case 'object':
        return found.properties
          ? objectFor(found, path)
          : fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
      case 'array':
        return fc.array(valueFor(found.items ?? {}, name, path), {
          minLength: found.minItems ?? 0,
          maxLength: Math.min(found.maxItems ?? 4, 4),
        })
      case 'integer':
        return fc.integer({ min: found.minimum ?? -10, max: Math.min(found.maximum ?? 1_000, 2 ** 31 - 1) })
      case 'number':
        return fc.double({ min: found.minimum ?? 0, max: found.maximum ?? 1, noNaN: true })
      case 'boolean':
        return fc.boolean()
      case 'string':
        return textFor(found, name, path)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  function objectFor(schema: Schema, path: string): fc.Arbitrary<object> {
    const { properties = {}, required = [] } = follow(schema)
    const members: Record<string, Value> = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, valueFor(member, name, path)]),
    )
    const whole: fc.Arbitrary<object> = fc.record(members, { requiredKeys: required, noNullPrototype: true })
    // Fields that repeat an id must match it, so they are usually omitted.
    return fc
      .tuple(whole, fc.nat(9))
      .map(([value, n]) => (n > 0 && !required.includes('uuid') ? withoutRepeats(value, required) : value))
  }
  return { valueFor, objectFor }
}

function textFor({ pattern = '', format, maxLength = 200 }: Schema, name: string, path: string): Value {
  if (pattern.includes('{8}-')) {
    if (name === 'questionUuid') return pick('questions')
    if (name === 'responseUuid') return pick('responses')
    return pick(name === 'messageUuid' ? 'messages' : resourceOf(path))
  }
  if (name === 'cursor') return pick(`cursors_${resourceOf(path)}`)
  if (name === 'lastChecked') return fc.oneof(pick('dates'), fc.constantFrom('2026-01-31', '2099-01-01T00:00:00+02:00'))
  if (format === 'date') return fc.constantFrom('2026-12-25', '2026-02-28')
  if (format === 'binary') return fc.constant('text,class\nMy PIN?,pin\n')
  // Invented addresses, because the callers themselves must not be forgotten.
  if (path.endsWith('/forget')) return fc.nat(50).map((n) => `nobody-${n}@example.com`)
  if (pattern.includes('@')) return emails
  if (name === 'rating') return fc.constantFrom('POSITIVE_5', 'NEUTRAL_5', 'NEGATIVE_5')
  if (name === 'timeZone') return fc.constantFrom('Europe/Berlin', 'UTC', 'Asia/Kathmandu')
  if (name === 'externalId' || name === 'id') return fc.nat(30).map((n) => `ticket-${n}`)
  if (pattern.startsWith('^')) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 })
  return maxLength >= 1_000 ? text : text.map((value) => value.slice(0, Math.min(maxLength, 60)) || 'x')
}

function withoutRepeats(value: object, required: string[]): object {
  const isRepeated = (name: string) =>
    name === 'uuid' || (name === 'questionUuid' && 'responseUuid' in value && !required.includes(name))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isRepeated(name)))
}
