import { type Scope, scopes } from '@askline/contracts'
import { RequestFault } from '../http/faults.ts'
import type { AuthorizationClient } from './clients.ts'
import type { Parameters } from './parameters.ts'

/** What a client asks the sign-in page for, checked. */
export type AuthorizationRequest = {
  client: AuthorizationClient
  redirectUri: string
  state: string | undefined
  codeChallenge: string
  /** Undefined: all that the person may have. */
  scopes: readonly Scope[] | undefined
}

/** An error that the client is told by a redirect: its address is known to be its own. */
export class RedirectedFault extends Error {
  override name = 'RedirectedFault'
  readonly location: string
  constructor(location: string) {
    super('The client is told by a redirect')
    this.location = location
  }
}

/**
 * The client and where to send people back, from parameters that nobody has vouched for. A redirect address must be one of
 * the client's, letter for letter. Throws RequestFault, to be shown on a page and never by a redirect.
 */
export async function readRedirect(
  { client_id: clientId, redirect_uri: redirectUri }: Parameters,
  findClient: (clientId: string) => Promise<AuthorizationClient | undefined>,
): Promise<{ client: AuthorizationClient; redirectUri: string }> {
  if (clientId === undefined) throw refused('The link that brought you here does not name its application.')
  const client = await findClient(clientId)
  if (!client) throw refused('The application that sent you here is not known.')
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri)) {
    throw refused('The application that sent you here asks to send you to an address that is not registered for it.')
  }
  return { client, redirectUri }
}

const refused = (message: string) => new RequestFault(400, 'invalid_request', message)

const challengePattern = /^[\w-]{43}$/

/** The rest of the request. Throws RedirectedFault with the error of RFC 6749 §4.1.2.1. */
export function readRequest(
  parameters: Parameters,
  { client, redirectUri }: { client: AuthorizationClient; redirectUri: string },
  issuer: string,
): AuthorizationRequest {
  const { state, code_challenge: codeChallenge, scope } = parameters
  const refuse = (error: string, description: string) =>
    new RedirectedFault(answerTo({ redirectUri, state }, issuer, { error, error_description: description }))

  if (parameters['request'] !== undefined) throw refuse('request_not_supported', 'Send plain parameters')
  if (parameters['request_uri'] !== undefined) throw refuse('request_uri_not_supported', 'Send plain parameters')
  if (parameters['response_type'] === undefined) throw refuse('invalid_request', 'response_type is missing')
  if (parameters['response_type'] !== 'code') {
    throw refuse('unsupported_response_type', 'The response type must be code')
  }
  if ((parameters['response_mode'] ?? 'query') !== 'query') {
    throw refuse('invalid_request', 'The response mode must be query')
  }
  if (codeChallenge === undefined) throw refuse('invalid_request', 'code_challenge is missing: PKCE is required')
  if (parameters['code_challenge_method'] !== 'S256') {
    throw refuse('invalid_request', 'code_challenge_method must be S256')
  }
  if (!challengePattern.test(codeChallenge)) {
    throw refuse('invalid_request', 'code_challenge must be a SHA-256 in base64url')
  }
  const wanted = scope === undefined ? undefined : knownScopes(scope)
  if (wanted === null) throw refuse('invalid_scope', 'The scope names one that does not exist, or none')
  return { client, redirectUri, state, codeChallenge, scopes: wanted }
}

function knownScopes(requested: string): readonly Scope[] | null {
  const names = new Set(requested.split(' ').filter((name) => name !== ''))
  const named = scopes.filter((scope) => names.has(scope))
  return named.length > 0 && named.length === names.size ? named : null
}

/** The address that tells the client, with `iss` so that it knows whose answer it is (RFC 9207). */
export function answerTo(
  { redirectUri, state }: { redirectUri: string; state: string | undefined },
  issuer: string,
  members: Record<string, string>,
): string {
  const query = new URLSearchParams({ ...members, ...(state === undefined ? {} : { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
