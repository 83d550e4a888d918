import createClient, { type Client } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import type { operations, paths } from './generated/api.ts'
import { type Patience, sendPatiently } from './patience.ts'
import type { TokenSource } from './tokens.ts'

/** Every endpoint by its path, with openapi-fetch's types: what is sent has a token and is sent again as need be. */
export type Api = Client<paths>

export const openApi = (url: string, tokens: TokenSource, patience: Patience): Api =>
  createClient<paths>({ baseUrl: url, fetch: (request) => sendPatiently(request, tokens, patience) })

/** What may be said with any call. */
export type CallOptions = {
  signal?: AbortSignal
  /** One is made for each call that moves something; yours lets you send the call again after a restart. */
  idempotencyKey?: string
}

export const optionsOf = ({ signal, idempotencyKey }: CallOptions = {}) => ({
  ...(signal ? { signal } : {}),
  ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
})

/** The query of the next page, with what may be said with any call. */
export const nextPage = <Query extends object>(query: Query, cursor: string | undefined, options?: CallOptions) => ({
  params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
  ...optionsOf(options),
})

type Answered<Body> = { data?: Body | undefined; error?: unknown; response: Response }

/** The whole body of an answer. Throws the AsklineError of any other than 2xx. */
export async function bodyOf<Body>(answer: Promise<Answered<Body>>): Promise<Body> {
  const { data, error, response } = await answer
  if (!response.ok || data === undefined) throw errorOf(response, error)
  return data
}

/** `data` of an answer's envelope. Throws as bodyOf. */
export async function dataOf<Data>(answer: Promise<Answered<{ data: Data }>>): Promise<Data> {
  return (await bodyOf(answer)).data
}

type Operations = operations
/** The JSON body that an operation takes. */
export type BodyFor<Name extends keyof Operations> = Operations[Name] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never
/** The query that an operation takes. */
export type QueryFor<Name extends keyof Operations> = NonNullable<Operations[Name]['parameters']['query']>
