import type { ApiDocument, Operation } from '@askline/testing'
import fc from 'fast-check'
import { contentTypeOf, encodedBody, encodedInQuery } from './encoding.ts'
import { contentTypes, malformedIds, orHostile, rawBodies, spoiled } from './hostile.ts'
import { resourceOf } from './pools.ts'
import { buildValues, pick } from './values.ts'

/** A request. `{{name:number}}` in a text stands for a uuid or cursor that an answer has named. */
export type FuzzRequest = {
  method: string
  /** The path of the document. */
  path: string
  url: string
  who: string
  headers: Record<string, string>
  body: string | undefined
}

type Endpoint = { path: string; method: string; operation: Operation }

/** Generates random requests from the document, mostly valid ones, and invalid ones of every kind. `callers`: names by kind. */
export function requestsOf(document: ApiDocument, callers: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const values = buildValues(document)
  return fc.oneof(
    ...endpoints.map((endpoint) => ({
      weight: weightOf(endpoint.operation),
      arbitrary: requestTo(endpoint, callersFor(endpoint.operation, callers), values),
    })),
  )
}

function weightOf({ operationId, tags }: Operation): number {
  // Asks are more frequent than operations that end questions.
  if (/^(askQuestion|getInbox|respond|claimQuestion)$/.test(operationId)) return 30
  // Rare, because hashing a password is slow on purpose.
  if (/Password|createManagedExpert|signIn/.test(operationId)) return 1
  return tags.includes('oauth') || tags.includes('health') || tags.includes('documentation') ? 2 : 6
}

/** Returns callers, most of which have permission for the operation in the document. */
function callersFor({ description }: Operation, callers: readonly string[]): fc.Arbitrary<string> {
  const kinds = /Allowed callers: ([^.]*)\./.exec(description)?.[1]?.split(', ') ?? []
  const allowed = callers.filter((name) => kinds.includes(name.split(':', 1)[0] ?? ''))
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(allowed.length > 0 ? allowed : callers)) },
    { weight: 2, arbitrary: fc.constantFrom(...callers) },
    { weight: 1, arbitrary: fc.constantFrom('nobody', 'garbage') },
  )
}

function requestTo(
  { path, method, operation }: Endpoint,
  caller: fc.Arbitrary<string>,
  { valueFor, objectFor }: ReturnType<typeof buildValues>,
): fc.Arbitrary<FuzzRequest> {
  const queried = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    queried.map(({ name, schema }) => [name, orHostile(valueFor(schema, name, path))]),
  )
  const requiredKeys = queried.filter(({ required }) => required).map(({ name }) => name)
  const [content] = Object.entries(operation.requestBody?.content ?? {})
  const right = content && objectFor(content[1].schema, path)
  const bodies: fc.Arbitrary<object | string | undefined> = right
    ? fc.oneof(
        { weight: 12, arbitrary: right },
        { weight: 3, arbitrary: right.chain(spoiled) },
        { weight: 1, arbitrary: rawBodies },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.constant(undefined)
  return fc
    .record({
      caller,
      query: fc.record(members, { requiredKeys, noNullPrototype: true }),
      given: bodies,
      more: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
      uuid: fc.oneof({ weight: 15, arbitrary: pick(resourceOf(path)) }, { weight: 1, arbitrary: malformedIds }),
      sessionUuid: pick('sessions'),
      odd: fc.nat(60),
    })
    .map(({ caller, query, given, more, uuid, sessionUuid, odd }) => {
      // Only integrations name other people, so other callers mostly leave the field out.
      const mayName = caller.startsWith('integration') || path.endsWith('/forget') || odd % 6 === 0
      const named = (value: object) => (mayName ? value : withoutNames(value))
      const search = Object.entries(named(query)).flatMap(([name, value]) =>
        [value].flat().map((one) => `${encodeURIComponent(name)}=${encodedInQuery(one)}`),
      )
      const type = content?.[0] ?? ''
      const body = typeof given === 'object' ? encodedBody(type, named(given)) : given
      return {
        method: odd === 0 ? 'DELETE' : odd === 1 ? 'PATCH' : method,
        path,
        url:
          path.replace('{uuid}', () => uuid).replace('{sessionUuid}', () => sessionUuid) +
          (search.length > 0 ? `?${search.join('&')}` : ''),
        who: path.endsWith('/logout') ? 'leaver' : caller,
        headers: { ...(body === undefined ? {} : { 'content-type': contentTypeOf(type) }), ...more },
        body,
      }
    })
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
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

function withoutNames(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'userEmail' && name !== 'agentEmail'))
}
