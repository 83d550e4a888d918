import type { FastifyRequest } from 'fastify'
import { faultInText } from '../http/value-rules.ts'
import { invalidClient, invalidOauthRequest } from './oauth-fault.ts'

export type Parameters = Record<string, string | undefined>
/** A client id, and its secret unless the client is public. */
export type ClientAuthentication = { clientId: string; clientSecret?: string }

const longest = 4_096

/** Returns the parameters of a form or JSON body. Empty ones count as missing. Throws OauthFault if one is repeated or not text. */
export function parametersOf(body: unknown): Parameters {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalidOauthRequest('The body must hold named parameters')
  const parameters: Parameters = {}
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) throw invalidOauthRequest(`${shown(name)} is given more than once`)
    if (typeof value !== 'string' || value.length > longest || faultInText(value)) {
      throw invalidOauthRequest(`${shown(name)} must be text`)
    }
    if (value !== '') parameters[name] = value
  }
  return parameters
}

const shown = (name: string) => (/^\w{1,40}$/.test(name) ? name : 'A parameter')

/**
 * Returns the client's id and secret from HTTP Basic or from the body (RFC 6749 §2.3.1), or `undefined`. Throws OauthFault if
 * both are used or the header is malformed.
 */
export function clientOf(request: FastifyRequest, parameters: Parameters): ClientAuthentication | undefined {
  const { authorization } = request.headers
  const isBasic = authorization !== undefined && /^basic\s/i.test(authorization)
  const { client_id: clientId, client_secret: clientSecret } = parameters
  if (isBasic) {
    if (clientSecret !== undefined) throw invalidOauthRequest('Authenticate by HTTP Basic or in the body, not by both')
    const client = basicCredentials(authorization.slice(6).trim())
    if (clientId !== undefined && clientId !== client.clientId) throw invalidClient()
    return client
  }
  if (clientId === undefined) {
    if (clientSecret !== undefined) throw invalidClient()
    return undefined
  }
  return { clientId, ...(clientSecret === undefined ? {} : { clientSecret }) }
}

function basicCredentials(encoded: string): ClientAuthentication {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || faultInText(text)) throw invalidClient()
  return { clientId: formDecoded(text.slice(0, colon)), clientSecret: formDecoded(text.slice(colon + 1)) }
}

/** Decodes one half of the header, which is form-encoded. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidClient()
  }
}
