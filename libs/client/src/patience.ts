import { retryAfterOf, UnavailableError } from './errors.ts'
import { backOff, pause } from './pause.ts'
import type { TokenSource } from './tokens.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Patience = {
  fetch: Fetch
  /** How often a request is sent again. */
  retries: number
  /** ms after which an attempt counts as unanswered, besides what its body takes on a slow uplink. Askline answers within 8 s. */
  attemptMs: number
  /** The longest Retry-After, in ms, that is waited for; where more is asked, the caller is told at once. */
  longestWaitMs: number
}

/** Bytes per ms that a slow uplink carries (64 kB/s): a body of 25 MiB may take seven minutes longer than none. */
const slowestUplink = 64

const momentary = new Set([429, 502, 503, 504])

/**
 * Sends a request until it is answered: again after no answer, 429 and 503, at most `retries` times, and with a new token
 * after a 401, once. A POST keeps one Idempotency-Key over all of it, so it has its effect once. Throws UnavailableError
 * where nobody answers, and what `tokens` throws.
 */
export async function sendPatiently(request: Request, tokens: TokenSource, patience: Patience): Promise<Response> {
  const headers = new Headers(request.headers)
  if (request.method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', newKey())
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
  const { method, url, signal } = request
  const enough = { ...patience, attemptMs: patience.attemptMs + (body?.byteLength ?? 0) / slowestUplink }
  let isRenewed = false
  for (;;) {
    const token = await tokens.current()
    headers.set('authorization', `Bearer ${token}`)
    const response = await knock(url, { method, headers, signal, ...(body ? { body } : {}) }, enough)
    if (response.status !== 401 || isRenewed) return response
    isRenewed = true
    if (!(await tokens.renew(token))) return response
  }
}

/** Sends again what got no answer, 429 or 503. Throws UnavailableError. */
export async function knock(url: string, init: RequestInit, patience: Patience): Promise<Response> {
  const { retries, attemptMs, longestWaitMs } = patience
  const { signal } = init
  for (let failures = 0; ; failures++) {
    const answer = await attempt(url, init, patience.fetch, attemptMs)
    if (answer.response && !momentary.has(answer.response.status)) return answer.response
    const askedMs = 1_000 * ((answer.response && retryAfterOf(answer.response.headers)) ?? 0)
    if (failures >= retries || askedMs > longestWaitMs) {
      if (answer.response) return answer.response
      throw new UnavailableError('Askline does not answer.', { code: 'no_answer', cause: answer.failure })
    }
    await pause(Math.max(askedMs, backOff(failures, 200, 5_000)), signal)
  }
}

type Attempt = { response: Response; failure?: never } | { response?: never; failure: unknown }

/** One attempt with its whole answer: a connection that breaks in the middle of a body is no answer either. */
async function attempt(url: string, init: RequestInit, fetch: Fetch, attemptMs: number): Promise<Attempt> {
  const ending = new AbortController()
  const stop = () => ending.abort()
  const timer = setTimeout(stop, attemptMs)
  init.signal?.addEventListener('abort', stop)
  try {
    init.signal?.throwIfAborted()
    // Nothing of a browser's own: a cached answer would be an old one, and the token is all that is shown.
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

/** A UUID; `crypto.randomUUID` is missing on pages that come over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
