import { grantable, type Scope, scopes } from '@askline/contracts'
import { RequestFault } from '../http/request-faults.ts'
import { type AuthorizationClient, builtInClientId } from './clients.ts'
import type { Parameters } from './parameters.ts'

/** A checked authorization request (RFC 6749 §4.1.1). */
export type AuthorizationRequest = {
  client: AuthorizationClient
  redirectUri: string
  state: string | undefined
  codeChallenge: string
  /** The requested scopes, or the default of the client. A person gets those of them that their role may have. */
  scopes: readonly Scope[]
}

/** An error that is reported to the client by a redirect, because its address has been checked. */
export class RedirectedFault extends Error {
  override name = 'RedirectedFault'
  readonly location: string
  constructor(location: string) {
    super('The error is reported to the client by a redirect')
    this.location = location
  }
}

/**
 * Returns the client and the redirect address of a request. The address must equal one of the client's, character by
 * character. Throws RequestFault, which is shown on a page and never sent by a redirect.
 */
export async function readRedirect(
  { client_id: clientId, redirect_uri: redirectUri }: Parameters,
  findClient: (clientId: string) => Promise<AuthorizationClient | undefined>,
): Promise<{ client: AuthorizationClient; redirectUri: string }> {
  if (clientId === undefined) throw refused('The link to this page does not name an application (client_id).')
  const client = await findClient(clientId)
  if (!client) throw refused('The application that sent you here is unknown. Its client_id may be wrong or removed.')
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri)) {
    throw refused(
      'The application wants to send you to an address that is not registered for it (redirect_uri). An admin can register it.',
    )
  }
  return { client, redirectUri }
}

const refused = (message: string) => new RequestFault(400, 'invalid_request', message)

const challengePattern = /^[\w-]{43}$/

/** Reads the remaining parameters. Throws RedirectedFault with an error of RFC 6749 §4.1.2.1. */
export function readRequest(
  parameters: Parameters,
  { client, redirectUri }: { client: AuthorizationClient; redirectUri: string },
  issuer: string,
): AuthorizationRequest {
  const { state, code_challenge: codeChallenge, scope } = parameters
  const refuse = (error: string, description: string) =>
    new RedirectedFault(redirectTo({ redirectUri, state }, issuer, { error, error_description: description }))

  if (parameters['request'] !== undefined) throw refuse('request_not_supported', 'Send the parameters in the query.')
  if (parameters['request_uri'] !== undefined)
    throw refuse('request_uri_not_supported', 'Send the parameters in the query.')
  if (parameters['response_type'] === undefined) throw refuse('invalid_request', 'response_type is missing')
  if (parameters['response_type'] !== 'code') {
    throw refuse('unsupported_response_type', 'response_type must be code')
  }
  if ((parameters['response_mode'] ?? 'query') !== 'query') {
    throw refuse('invalid_request', 'response_mode must be query')
  }
  if (codeChallenge === undefined) throw refuse('invalid_request', 'code_challenge is missing: PKCE is required')
  if (parameters['code_challenge_method'] !== 'S256') {
    throw refuse('invalid_request', 'code_challenge_method must be S256')
  }
  if (!challengePattern.test(codeChallenge)) {
    throw refuse('invalid_request', 'code_challenge must be a SHA-256 in base64url')
  }
  const requested = scope === undefined ? defaultScopes(client) : knownScopes(scope)
  if (requested === undefined) throw refuse('invalid_scope', `scope must name some of: ${scopes.join(' ')}`)
  return { client, redirectUri, state, codeChallenge, scopes: requested }
}

const ofPeople = new Set<Scope>([...grantable.expert, ...grantable.agent, ...grantable.admin])

/** Returns the scopes of a request without `scope`. An integration gets `admin` only if it asks for it. */
const defaultScopes = ({ clientId }: AuthorizationClient): readonly Scope[] =>
  scopes.filter((scope) => ofPeople.has(scope) && (scope !== 'admin' || clientId === builtInClientId))

function knownScopes(requested: string): readonly Scope[] | undefined {
  const names = new Set(requested.split(' ').filter((name) => name !== ''))
  const named = scopes.filter((scope) => names.has(scope))
  return named.length > 0 && named.length === names.size ? named : undefined
}

/** Returns the address to redirect to. `iss` tells the client which server answers (RFC 9207). */
export function redirectTo(
  { redirectUri, state }: { redirectUri: string; state: string | undefined },
  issuer: string,
  members: Record<string, string>,
): string {
  const query = new URLSearchParams({ ...members, ...(state === undefined ? {} : { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
