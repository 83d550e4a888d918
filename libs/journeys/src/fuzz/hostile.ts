import fc from 'fast-check'

/** Values that no schema allows. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, '', ' ', '\u0000', 'a\u0000b', '\ud800', '\u200b'),
  fc.constantFrom<unknown>([], {}, [[]], 'x'.repeat(10_001), '../../etc/passwd', '%00', '{{questions:0}}', 'NaN'),
  fc.constant({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }),
  fc.jsonValue({ maxDepth: 3 }),
)

export const orHostile = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: hostile })

/** Makes one member invalid, missing or unknown. */
export const spoiled = (value: object): fc.Arbitrary<object> =>
  fc.tuple(fc.nat(), hostile, fc.boolean()).map(([n, bad, isGone]) => {
    const members: Record<string, unknown> = { ...value }
    const names = [...Object.keys(members), 'somethingElse']
    const name = names[n % names.length] ?? ''
    const { [name]: _gone, ...rest } = members
    return isGone ? rest : { ...rest, [name]: bad }
  })

export const contentTypes = fc.constantFrom(
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

export const rawBodies: fc.Arbitrary<string> = fc.oneof(
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

/** Values in a path in place of a uuid. */
export const malformedIds = fc.constantFrom(
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
