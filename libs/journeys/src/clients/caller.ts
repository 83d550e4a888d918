import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../stage/company.ts'

/** An answer of the API: `data` of its envelope, or `error`. */
export type Answer<T> = {
  status: number
  data: T
  error: { code: string; message: string } | undefined
  /** The version in the ETag, if there is one. */
  version: number | undefined
  headers: Headers
}

export type CallOptions = {
  key?: string
  headers?: Record<string, string>
  /** Time in ms during which a request without an answer, or with a 5xx, is repeated under the same key. Default: 0. */
  patienceMs?: number
  /** Called for every attempt with its status, or 0 without an answer, the ms it took, and the error's code or message. */
  onAttempt?: (status: number, ms: number, reason: string) => void
}

/** Calls the API as one principal. Stays with the instance that answered last, and tries the next one if it does not answer. */
export type Caller = {
  readonly token: string
  get<T>(path: string, options?: CallOptions): Promise<Answer<T>>
  post<T>(path: string, body?: object, options?: CallOptions): Promise<Answer<T>>
  put<T>(path: string, body: object, options?: CallOptions): Promise<Answer<T>>
}

const attemptMs = 10_000

/** `urls`: base addresses of the instances, without the version. */
export function openCaller(urls: readonly string[], token: string, first = 0): Caller {
  let turn = first

  async function attempt<T>(method: string, path: string, body: object | undefined, headers: Record<string, string>) {
    const response = await fetch(`${urls[turn % urls.length]}/v1${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(attemptMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const parsed = (text === '' ? {} : parse(text, response.status)) as { data: T; error?: Answer<T>['error'] }
    const etag = /^W\/"(\d+)-/.exec(response.headers.get('etag') ?? '')
    return {
      status: response.status,
      data: parsed.data,
      error: parsed.error,
      version: etag ? Number(etag[1]) : undefined,
      headers: response.headers,
    }
  }

  async function call<T>(method: string, path: string, body: object | undefined, options: CallOptions = {}) {
    const giveUpAt = performance.now() + (options.patienceMs ?? 0)
    const key = options.key ?? (options.patienceMs && method !== 'GET' ? randomUUID() : undefined)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...options.headers,
    }
    for (;;) {
      let failure: unknown
      const sentAt = performance.now()
      try {
        const answer = await attempt<T>(method, path, body, headers)
        options.onAttempt?.(answer.status, performance.now() - sentAt, answer.error?.code ?? '')
        if (answer.status < 500 || performance.now() > giveUpAt) return answer
      } catch (error) {
        failure = error
        options.onAttempt?.(0, performance.now() - sentAt, explain(error))
      }
      if (performance.now() > giveUpAt) throw failure
      turn++
      await pause(50)
    }
  }

  return {
    token,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body = {}, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
  }
}

/** A proxy answers with a page if no service does. */
function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${status} without JSON: ${text.replace(/\s+/g, ' ').slice(0, 200)}`)
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

const tokenWithinMs = 10_000

/**
 * Obtains a token by client credentials; `userEmail` binds an integration's token to one user. Retries for ten seconds while
 * the API answers 503. Throws if it is refused.
 */
export async function fetchToken(url: string, { clientId, clientSecret }: Client, userEmail?: string): Promise<string> {
  const giveUpAt = performance.now() + tokenWithinMs
  for (;;) {
    const response = await fetch(`${url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        ...(userEmail ? { userEmail } : {}),
      }),
    })
    const answer = (await response.json()) as { access_token?: string; error_description?: string }
    if (answer.access_token) return answer.access_token
    if (response.status !== 503 || performance.now() > giveUpAt)
      throw new Error(`No token: ${response.status} ${answer.error_description}`)
    await pause(250)
  }
}
