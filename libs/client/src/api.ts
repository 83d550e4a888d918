import createClient, { type Client } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import type { operations, paths } from './generated/api.ts'
import { type RetryPolicy, sendWithRetry } from './retry.ts'
import type { TokenSource } from './token-source.ts'

/** Every endpoint by its path, with openapi-fetch's types. Requests carry a token and are retried. */
export type Api = Client<paths>

export const openApi = (url: string, tokens: TokenSource, policy: RetryPolicy): Api =>
  createClient<paths>({ baseUrl: url, fetch: (request) => sendWithRetry(request, tokens, policy) })

/** Options of every call. */
export type CallOptions = {
  signal?: AbortSignal
  /** Generated for each POST by default. Set your own to repeat the call safely after a restart. */
  idempotencyKey?: string
  /** The `version` that the caller has read. An update of any other version rejects with a StaleError. */
  ifMatch?: string
}

export const optionsOf = ({ signal, idempotencyKey, ifMatch }: CallOptions = {}) => ({
  ...(signal ? { signal } : {}),
  headers: {
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
  },
})

/** Returns the query of the next page, with the options of the call. */
export const nextPage = <Query extends object>(query: Query, cursor: string | undefined, options?: CallOptions) => ({
  params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
  ...optionsOf(options),
})

type Answered<Body> = { data?: Body | undefined; error?: unknown; response: Response }

/** Returns the whole body of an answer. Throws an AsklineError if the status is not 2xx. */
export async function bodyOf<Body>(answer: Promise<Answered<Body>>): Promise<Body> {
  const { data, error, response } = await answer
  if (!response.ok || data === undefined) throw errorOf(response, error)
  return data
}

/** Returns `data` of an answer's envelope. Throws the errors of `bodyOf`. */
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
