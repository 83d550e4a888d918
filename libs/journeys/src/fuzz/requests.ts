import fc from 'fast-check'
import { resourceOf } from './pools.ts'

/** What is sent. `{{name:number}}` in a text stands for a uuid or cursor that an answer has named. */
export type FuzzRequest = {
  method: string
  /** The path of the document. */
  path: string
  url: string
  who: string
  headers: Record<string, string>
  body: string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the document is read as it comes
type Json = any
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

/** What no schema wants. */
const hostile: Value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, '', ' ', '\u0000', 'a\u0000b', '\ud800', '\u200b'),
  fc.constantFrom<unknown>([], {}, [[]], 'x'.repeat(10_001), '../../etc/passwd', '%00', '{{questions:0}}', 'NaN'),
  fc.constant({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }),
  fc.jsonValue({ maxDepth: 3 }),
)

const pick = (name: string): Value => fc.nat(399).map((number) => `{{${name}:${number}}}`)

/** Values that a schema allows, mostly; `name` is that of the member. */
function valueFor(schema: Json, name: string, path: string, deref: (value: Json) => Json): Value {
  const { enum: values, pattern, anyOf, format } = deref(schema)
  const found = deref(schema)
  if (Array.isArray(values)) return fc.constantFrom(...values)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one: Json) => valueFor(one, name, path, deref)))
  const [type, other] = [found.type].flat()
  if (other === 'null') return fc.oneof(fc.constant(null), valueFor({ ...found, type }, name, path, deref))
  switch (type) {
    case 'object':
      return found.properties
        ? objectOf(found, path, deref)
        : fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
    case 'array':
      return fc.array(valueFor(found.items, name, path, deref), {
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
      return textOf({ ...found, pattern, format }, name, path)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf({ pattern, format, maxLength = 200 }: Json, name: string, path: string): Value {
  if (String(pattern).includes('{8}-')) {
    if (name === 'questionUuid') return pick('questions')
    if (name === 'responseUuid') return pick('responses')
    return pick(name === 'messageUuid' ? 'messages' : resourceOf(path))
  }
  if (name === 'cursor') return pick(`cursors_${resourceOf(path)}`)
  if (name === 'lastChecked') return fc.oneof(pick('dates'), fc.constantFrom('2026-01-31', '2099-01-01T00:00:00+02:00'))
  if (format === 'date') return fc.constantFrom('2026-12-25', '2026-02-28')
  if (format === 'binary') return fc.constant('text,class\nMy PIN?,pin\n')
  // Whoever calls must not be forgotten.
  if (path.endsWith('/forget')) return fc.nat(50).map((n) => `nobody-${n}@example.com`)
  if (String(pattern).includes('@')) return emails
  if (name === 'rating') return fc.constantFrom('POSITIVE_5', 'NEUTRAL_5', 'NEGATIVE_5')
  if (name === 'timeZone') return fc.constantFrom('Europe/Berlin', 'UTC', 'Asia/Kathmandu')
  if (name === 'externalId' || name === 'id') return fc.nat(30).map((n) => `ticket-${n}`)
  if (String(pattern).startsWith('^')) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 })
  return maxLength >= 1_000 ? text : text.map((value) => String(value).slice(0, Math.min(maxLength, 60)) || 'x')
}

function objectOf(schema: Json, path: string, deref: (value: Json) => Json): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries<Json>(schema.properties).map(([name, member]) => [
    name,
    valueFor(member, name, path, deref),
  ])
  // What repeats an id must agree: more often than not it is left out.
  return fc
    .record(Object.fromEntries(members), { requiredKeys: schema.required ?? [], noNullPrototype: true })
    .chain((value) =>
      fc
        .nat(9)
        .map((n) =>
          n > 0 && !schema.required?.includes('uuid') ? withoutRepeats(value, schema.required ?? []) : value,
        ),
    )
}

function withoutRepeats(value: Record<string, unknown>, required: string[]) {
  const { uuid: _uuid, ...rest } = value
  if ('questionUuid' in rest && 'responseUuid' in rest && !required.includes('questionUuid'))
    delete rest['questionUuid']
  return rest
}

/** One member is not as the schema wants it, missing, or unknown to it. */
const spoiled = (value: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(fc.nat(), hostile, fc.boolean()).map(([n, bad, isGone]) => {
    const names = [...Object.keys(value), 'somethingElse']
    const name = names[n % names.length] ?? ''
    const { [name]: _gone, ...rest } = value
    return isGone ? rest : { ...rest, [name]: bad }
  })

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'Application/JSON',
  ' application/json',
  'application/json;',
  'application/json\t; a=b',
  'application/jsonx',
  'application/vnd.api+json',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  '*/*',
  '',
)

const rawBodies = fc.oneof(
  fc.constantFrom('', '{', '[]', 'null', '"text"', '{"__proto__":{"a":1}}', '{"text":"\\ud800"}', '['.repeat(50_000)),
  fc.constantFrom(
    '{"constructor":{"prototype":{}}}',
    '{"text":1e999}',
    `{"text":"${'x'.repeat(300_000)}"}`,
    '\ufeff{}',
  ),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.json(),
)

const malformed = fc.constantFrom(
  'x',
  '123',
  '%00',
  '%ff',
  '%F0%9F%98%80',
  '..',
  '%2e%2e',
  'a'.repeat(3_000),
  '{{questions:1}}0',
  'me',
)

/** Random requests made from the document: right ones mostly, and wrong ones of every kind. `callers`: names of who may call, by kind. */
export function requestsOf(document: Json, callers: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const deref = (value: Json): Json =>
    value?.$ref === undefined
      ? value
      : deref(
          String(value.$ref)
            .split('/')
            .slice(1)
            .reduce((at, key) => at[key], document),
        )
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return fc.oneof(
    ...operations.map(({ path, method, operation }) => ({
      weight: weightOf(operation),
      arbitrary: requestTo(path, method, operation, callers, deref),
    })),
  )
}

function weightOf({ operationId, tags }: { operationId: string; tags: string[] }): number {
  // Questions are asked more often than they end.
  if (/^(askQuestion|getInbox|respond|claimQuestion)$/.test(operationId)) return 30
  // A password is hashed, slowly on purpose.
  if (/Password|createManagedExpert|signIn/.test(operationId)) return 1
  return tags.includes('oauth') || tags.includes('health') || tags.includes('documentation') ? 2 : 6
}

function requestTo(
  path: string,
  method: string,
  operation: Json,
  callers: readonly string[],
  deref: (value: Json) => Json,
): fc.Arbitrary<FuzzRequest> {
  const parameters = ((operation.parameters ?? []) as Json[]).map(deref)
  const parametersIn = (place: string) => parameters.filter((one) => one.in === place)
  const queried = parametersIn('query')
  const members: Record<string, Value> = Object.fromEntries(
    queried.map((one) => [one.name, orHostile(valueFor(one.schema, one.name, path, deref))]),
  )
  const requiredKeys: string[] = queried.filter((one) => one.required).map((one) => one.name)
  const query = fc.record(members, { requiredKeys, noNullPrototype: true })
  const content = Object(deref(operation.requestBody)?.content)
  const [type] = Object.keys(content)
  const right = type === undefined ? undefined : objectOf(deref(content[type].schema), path, deref)
  const kinds =
    String(operation.description)
      .match(/For (.*)\./)?.[1]
      ?.split(', ') ?? []
  const allowed = callers.filter((name) => kinds.includes(name.split(':', 1)[0] ?? ''))
  const who = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(allowed.length > 0 ? allowed : callers)) },
    { weight: 2, arbitrary: fc.constantFrom(...callers) },
    { weight: 1, arbitrary: fc.constantFrom('nobody', 'garbage') },
  )
  const bodies: fc.Arbitrary<unknown> = right
    ? fc.oneof(
        { weight: 12, arbitrary: right },
        { weight: 3, arbitrary: right.chain(spoiled) },
        { weight: 1, arbitrary: rawBodies },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.constant(undefined)
  const headers = fc.record(
    {
      'idempotency-key': fc.oneof(
        fc.nat(200).map((n) => `key-${n}`),
        fc.constantFrom('', 'x'.repeat(300), 'a b'),
      ),
      'x-correlation-id': fc.constantFrom('abc-1', 'x'.repeat(200), '{}', '..'),
      'if-none-match': fc.constantFrom('*', 'W/"1-user"', '"x", W/"2-integration"', 'W/'),
      accept: fc.constantFrom('application/problem+json', 'text/html', '*/*'),
      'content-type': contentTypes,
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  return fc
    .record({
      who,
      query,
      body: bodies,
      more: fc.oneof(
        { weight: 5, arbitrary: fc.constant<Record<string, string>>({}) },
        headers as fc.Arbitrary<Record<string, string>>,
      ),
      uuid: fc.oneof({ weight: 15, arbitrary: pick(resourceOf(path)) }, malformed),
      oddMethod: fc.nat(60),
    })
    .map(({ who, query, body, more, uuid, oddMethod }) => {
      const mayName = (name: string) => name.startsWith('integration') || path.endsWith('/forget')
      // A person's token speaks for that person: naming somebody is mostly left to integrations.
      const named = (value: object) => (mayName(who) || oddMethod % 6 === 0 ? value : withoutNames(value))
      const search = Object.entries(named(query)).flatMap(([name, value]) =>
        [value].flat().map((one) => `${encodeURIComponent(name)}=${encoded(one)}`),
      )
      const url = path.replace('{uuid}', () => String(uuid)) + (search.length > 0 ? `?${search.join('&')}` : '')
      const written =
        typeof body === 'object' && body !== null ? encode(type ?? '', named(body)) : (body as string | undefined)
      const contentType = type === 'multipart/form-data' ? multipart : (type ?? '')
      return {
        method: oddMethod === 0 ? 'DELETE' : oddMethod === 1 ? 'PATCH' : method,
        path,
        url,
        who: path.endsWith('/logout') ? 'leaver' : who,
        headers: { ...(written === undefined ? {} : { 'content-type': contentType }), ...more },
        body: written,
      }
    })
}

function withoutNames(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'userEmail' && name !== 'agentEmail'))
}

const orHostile = (value: Value): Value => fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: hostile })

/** A value in a query: placeholders stand as they are, and half a surrogate pair is not UTF-8. */
function encoded(value: unknown): string {
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^\{\{\w+:\d+\}\}$/.test(written)) return written
  try {
    return encodeURIComponent(written)
  } catch {
    return '%ED%A0%80'
  }
}

const multipart = 'multipart/form-data; boundary=fuzz'

function encode(type: string, value: object): string {
  if (type === 'application/x-www-form-urlencoded') {
    return Object.entries(value)
      .map(([name, one]) => `${name}=${encoded(one)}`)
      .join('&')
  }
  if (type !== 'multipart/form-data') return JSON.stringify(value)
  const parts = Object.entries(value).map(([name, one]) => {
    const file = name === 'file' ? '; filename="a.csv"' : ''
    return `--fuzz\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${one}\r\n`
  })
  return `${parts.join('')}--fuzz--\r\n`
}
