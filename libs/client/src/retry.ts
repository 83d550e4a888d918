import { retryAfterOf, UnavailableError } from './errors.ts'
import { newUuid } from './new-uuid.ts'
import { backOff, pause } from './pause.ts'
import type { TokenSource } from './token-source.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type RetryPolicy = {
  fetch: Fetch
  /** Maximum number of retries. */
  retries: number
  /** Timeout of an attempt in ms, not including the time to send its body on a slow uplink. Askline answers within 8 s. */
  attemptMs: number
  /** The longest `Retry-After`, in ms, to wait for. If the server asks for more, the call fails at once. */
  longestWaitMs: number
}

/** Throughput of a slow uplink in bytes per ms (64 kB/s). It gives a body of 25 MiB seven extra minutes. */
const slowestUplink = 64

const momentary = new Set([429, 502, 503, 504])

/**
 * Sends a request and retries it at most `retries` times after no answer, 429, 502, 503 and 504.
 * After a 401 it renews the token and sends the request once more.
 * All attempts of a POST carry the same Idempotency-Key, so it takes effect once.
 * Throws UnavailableError if there is no answer, and the errors of `tokens`.
 */
export async function sendWithRetry(request: Request, tokens: TokenSource, policy: RetryPolicy): Promise<Response> {
  const headers = new Headers(request.headers)
  if (request.method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', newUuid())
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
  const { method, url, signal } = request
  const enough = { ...policy, attemptMs: policy.attemptMs + (body?.byteLength ?? 0) / slowestUplink }
  let isRenewed = false
  for (;;) {
    const token = await tokens.current()
    headers.set('authorization', `Bearer ${token}`)
    const response = await fetchWithRetry(url, { method, headers, signal, ...(body ? { body } : {}) }, enough)
    if (response.status !== 401 || isRenewed) return response
    isRenewed = true
    if (!(await tokens.renew(token))) return response
  }
}

/** Sends a request and retries it after no answer, 429, 502, 503 and 504. Throws UnavailableError if there is no answer. */
export async function fetchWithRetry(url: string, init: RequestInit, policy: RetryPolicy): Promise<Response> {
  const { retries, attemptMs, longestWaitMs } = policy
  const { signal } = init
  for (let failures = 0; ; failures++) {
    const answer = await attempt(url, init, policy.fetch, attemptMs)
    if (answer.response && !momentary.has(answer.response.status)) return answer.response
    const askedMs = 1_000 * ((answer.response && retryAfterOf(answer.response.headers)) ?? 0)
    if (failures >= retries || askedMs > longestWaitMs) {
      if (answer.response) return answer.response
      throw new UnavailableError('Askline does not answer.', { code: 'no_answer', cause: answer.failure })
    }
    const untilOnline = answer.response === undefined
    await pause(Math.max(askedMs, backOff(failures, 200, 5_000)), signal, { untilOnline })
  }
}

type Attempt = { response: Response; failure?: never } | { response?: never; failure: unknown }

/** Makes one attempt and reads the whole body, because a connection that breaks within a body is no answer either. */
async function attempt(url: string, init: RequestInit, fetch: Fetch, attemptMs: number): Promise<Attempt> {
  const ending = new AbortController()
  const stop = () => ending.abort()
  const timer = setTimeout(stop, attemptMs)
  init.signal?.addEventListener('abort', stop)
  try {
    init.signal?.throwIfAborted()
    // No browser cache, because a cached answer may be outdated. No cookies, because the token is the only credential.
    const fresh = { ...init, signal: ending.signal, cache: 'no-store', credentials: 'omit' } as const
    const response = await fetch(url, fresh)
    const { status, headers } = response
    const body = await response.arrayBuffer()
    return { response: new Response(body.byteLength === 0 ? null : body, { status, headers }) }
  } catch (failure) {
    if (init.signal?.aborted) throw init.signal.reason
    return { failure }
  } finally {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', stop)
  }
}
