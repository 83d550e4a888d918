import { createHash, randomBytes } from 'node:crypto'
import type { Inject } from './caller.ts'

/** Returns the PKCE verifier that a client keeps and the challenge that it sends. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Returns a function that posts to the session of a browser, and answers with the cookie that it set. */
export function sessionCallerOf(inject: Inject) {
  return async function post(path: string, body: object, headers: Record<string, string>) {
    const answer = await inject({
      method: 'POST',
      url: `/v1/oauth/session${path}`,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    const cookie = String(answer.headers['set-cookie'] ?? '')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.json(),
      cookie,
      jar: { cookie: cookie.split(';')[0] ?? '' },
    }
  }
}

/** Acts as a browser without scripts on the sign-in page: keeps the cookie and sends the fields of the form. */
export function openBrowser(inject: Inject, path = '/v1/oauth/auth') {
  const jar = new Map<string, string>()
  let fields: Record<string, string> = {}
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
  const headers = () => (jar.size === 0 ? {} : { cookie: cookie() })
  function keepCookies(set: string | string[] | undefined) {
    for (const line of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
  }

  async function open(query: Record<string, string | string[]>) {
    const answer = await inject({ method: 'GET', url: path, query, headers: headers() })
    keepCookies(answer.headers['set-cookie'])
    fields = fieldsOf(answer.body)
    return answer
  }

  async function submit(typed: Record<string, string>, more: Record<string, string> = {}) {
    const payload = new URLSearchParams({ ...fields, ...typed }).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await inject({ method: 'POST', url: path, payload, headers: { ...form, ...headers(), ...more } })
    // A form that is shown again has another cookie and other fields. This browser sends the first ones again.
    if (answer.statusCode === 303) keepCookies(answer.headers['set-cookie'])
    return Object.assign(answer, { query: queryOf(answer.headers.location) })
  }

  return { open, submit, fields: () => fields, cookie }
}

/**
 * Signs in on the page, for the desk unless `wanted` names another client. Returns the parameters that redeem the code. `code` is
 * empty if the page refuses.
 */
export async function signInOnPage(
  { inject, config }: { inject: Inject; config: { issuer: string } },
  typed: { email: string; password: string; company?: string },
  wanted: { client_id?: string; redirect_uri?: string } = {},
) {
  const { verifier, challenge } = pkce()
  const request = { client_id: 'askline-desk', redirect_uri: `${config.issuer}/desk/callback`, ...wanted }
  const browser = openBrowser(inject)
  await browser.open({ ...request, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' })
  const { query } = await browser.submit(typed)
  return { code: query['code'] ?? '', code_verifier: verifier, redirect_uri: request.redirect_uri }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const text = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => entities[name] ?? '')

/** Returns the values of the form's fields by name. */
function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [input] of html.matchAll(/<input [^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(input)?.[1]
    if (name !== undefined) fields[name] = text(/ value="([^"]*)"/.exec(input)?.[1] ?? '')
  }
  return fields
}

const queryOf = (location: string | undefined): Record<string, string> =>
  location === undefined ? {} : Object.fromEntries(new URL(location).searchParams)
