import { type TObject, type TSchema, Type } from 'typebox'
import { Uuid } from '../routes/fields.ts'
import type { Endpoint, PublicEndpoint } from './endpoint.ts'
import { base, type Gate } from './gate.ts'
import type { PublicGate } from './public-gate.ts'
import { answers, plain } from './response-schema.ts'

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never
type Part<Name extends string, Schema> = Schema extends TSchema ? { [N in Name]: Schema } : object
type SchemaOf<E extends Pick<Endpoint, 'path'> & { body?: TObject; query?: TObject }> = {
  response: object
} & Part<'body', E['body']> &
  Part<'querystring', E['query']> &
  ([NamesIn<E['path']>] extends [never] ? object : { params: TObject<Record<NamesIn<E['path']>, typeof Uuid>> })

/**
 * Builds the function that turns the description of an endpoint into the options that its route spreads. It also collects the
 * descriptions, and throws if one lacks what the compiler cannot demand.
 */
export function buildEndpoints(gate: Gate) {
  const endpoints: Endpoint[] = []
  function endpoint<const E extends Endpoint>(described: E) {
    const one: Endpoint = described
    assertComplete(one, endpoints)
    endpoints.push(one)
    const { method, path, body, query, answer, status, mirror, answerType, deprecated } = one
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const schema: object = {
      ...(names.length > 0
        ? { params: Type.Object(Object.fromEntries(names.map((name) => [name, uuidOf(name, one)]))) }
        : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(answerType ? { produces: [answerType], response: { 200: plain(answer) } } : {}),
      ...(answerType ? {} : { response: answers(answer, status, mirror) }),
      ...(deprecated ? { deprecated } : {}),
    }
    return {
      method: method as E['method'],
      url: `${base}${path}`,
      schema: schema as SchemaOf<E>,
      config: { endpoint: one },
      ...gate(one),
    }
  }
  return { endpoint, endpoints: endpoints as readonly Endpoint[] }
}
export type DescribeEndpoint = ReturnType<typeof buildEndpoints>['endpoint']

/** Returns the schema of a uuid in the path, which says what it names. */
function uuidOf(name: string, { of = 'session' }: Endpoint): TSchema {
  const what = name === 'sessionUuid' ? 'session' : of === 'knowledge' ? 'known answer' : of.replaceAll('_', ' ')
  return Type.String({ ...Uuid, description: `The uuid of the ${what}.` })
}

function assertComplete({ name, path, callers, of }: Endpoint, others: readonly Endpoint[]) {
  if (others.some((other) => other.name === name)) throw new Error(`Two endpoints have the name ${name}.`)
  if (callers.length === 0) throw new Error(`The endpoint ${name} has no callers.`)
  if (path.includes(':uuid') && !of)
    throw new Error(`The endpoint ${name} must say what the uuid of its path names (of).`)
}

/** Builds the same for public endpoints. `prefix` is the base, or empty for the route at the root. */
export const buildPublicEndpoints =
  (gate: PublicGate) =>
  <const E extends PublicEndpoint>(described: E, prefix: typeof base | '' = base) => {
    const { method, path, body, answer, status } = described
    return {
      method,
      url: `${prefix}${path}`,
      schema: { body, response: answers(answer, status) } as { body: E['body']; response: object },
      config: { publicEndpoint: described as PublicEndpoint },
      ...gate,
    }
  }
export type DescribePublicEndpoint = ReturnType<typeof buildPublicEndpoints>
