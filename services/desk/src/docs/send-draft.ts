import type { Operation } from './reference.ts'
import { addressOf, bodyTypeOf, parseJson, type RequestDraft } from './request-draft.ts'

/** The result of a request: an answer, or the fault that prevented one. */
export type Outcome =
  | { status: number; durationMs: number; headers: [name: string, value: string][]; text: string; isJson: boolean }
  | { fault: string }

/** Longer answers are cut, because drawing them would stop the page. */
const mostShown = 200_000
const shownHeaders = [
  'content-type',
  'etag',
  'x-correlation-id',
  'retry-after',
  'idempotency-replayed',
  'ratelimit-remaining',
]

/** Sends a request to the service that served this page. The browser's session is left out, so only the token counts. */
export async function sendDraft(
  operation: Operation,
  draft: RequestDraft,
  { token, file }: { token: string; file: File | undefined },
): Promise<Outcome> {
  const { path, headers } = addressOf(operation, draft)
  const [, ...missing] = /\{(\w+)\}/.exec(path) ?? []
  if (missing.length > 0) return { fault: `The path needs ${missing.join(', ')}.` }
  const sent = new Headers(headers.map(([name, value]) => [name, value] as [string, string]))
  if (operation.needsToken) sent.set('authorization', `Bearer ${token}`)
  let body: BodyInit | undefined
  const type = bodyTypeOf(operation, draft)
  if (type) {
    const value = parseJson(draft.body)
    if (value === undefined) return { fault: 'The body is no JSON.' }
    if (type === 'multipart/form-data') body = formOf(value, file)
    else if (type === 'application/x-www-form-urlencoded') body = new URLSearchParams(Object(value))
    else {
      sent.set('content-type', type)
      body = draft.body
    }
  }
  const began = performance.now()
  try {
    const answer = await fetch(path, {
      method: operation.method,
      headers: sent,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    const value = parseJson(text)
    return {
      status: answer.status,
      durationMs: Math.round(performance.now() - began),
      headers: shownHeaders.flatMap((name) => {
        const found = answer.headers.get(name)
        return found === null ? [] : [[name, found] as [string, string]]
      }),
      text: (value === undefined ? text : JSON.stringify(value, null, 2)).slice(0, mostShown),
      isJson: value !== undefined,
    }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function formOf(value: unknown, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, one] of Object.entries(Object(value))) if (name !== 'file') form.append(name, String(one))
  if (file) form.append('file', file, file.name)
  return form
}

/** Obtains an access token with client credentials. Throws an Error with the reason if it is refused. */
export async function fetchToken(fields: Record<string, string>): Promise<{ token: string; scope: string }> {
  const given = Object.entries(fields).filter(([, value]) => value.trim() !== '')
  const answer = await fetch('/v1/oauth/token', {
    method: 'POST',
    credentials: 'omit',
    body: new URLSearchParams([
      ['grant_type', 'client_credentials'],
      ...given.map(([name, value]) => [name, value.trim()]),
    ]),
  })
  const value: unknown = await answer.json().catch(() => undefined)
  const { access_token: token, scope = '', error_description: description } = Object(value)
  if (!answer.ok || typeof token !== 'string') throw new Error(description ?? `The answer was ${answer.status}.`)
  return { token, scope: String(scope) }
}
