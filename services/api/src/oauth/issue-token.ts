import { limits, type Scope, tokenAlgorithm, tokenType } from '@askline/contracts'
import { inCompany, inSystem } from '@askline/db'
import { type Credential, claimsOf, findCredential, findOrCreateAsker, grantedScopes } from '@askline/domain'
import { signingKey } from '@askline/runtime'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { invalidClient, invalidOauthRequest, OauthFault } from './oauth-fault.ts'
import type { ClientSecret, Parameters } from './parameters.ts'

export type TokenAnswer = { access_token: string; token_type: 'Bearer'; expires_in: number; scope: string }

/** The client credentials grant (RFC 6749 §4.4). Throws OauthFault. */
export async function issueToken(
  app: FastifyInstance,
  { config, db, clock }: Context,
  client: ClientSecret | undefined,
  parameters: Parameters,
): Promise<TokenAnswer> {
  if (!client) throw invalidClient()
  const credential = await inSystem(db, (tx) => findCredential(tx, client.clientId, client.clientSecret))
  if (!credential) throw invalidClient()

  const asker = askerNamedIn(parameters, credential)
  const scopes = scopesFor(credential, asker !== undefined, parameters['scope'])
  const person = asker && (await inCompany(db, credential.companyId, (tx) => findOrCreateAsker(tx, asker)))
  const claims = claimsOf({
    credential,
    issuer: config.issuer,
    scopes,
    issuedAt: clock.second(),
    lifetimeSeconds: config.tokenLifetimeSeconds,
    ...(person ? { boundToUserId: person.userId } : {}),
  })
  const { kid, privatePem } = await signingKey(db)
  const token = app.jwt.sign(claims, {
    algorithm: tokenAlgorithm,
    key: privatePem,
    kid,
    header: { alg: tokenAlgorithm, typ: tokenType },
  })
  return { access_token: token, token_type: 'Bearer', expires_in: config.tokenLifetimeSeconds, scope: claims.scope }
}

const email = /^[^\s@]+@[^\s@]+$/

function askerNamedIn({ userEmail, userName }: Parameters, { companyId, kind }: Credential) {
  if (userEmail === undefined) return undefined
  if (kind !== 'integration') throw invalidOauthRequest('Only an integration may name a user by userEmail')
  if (!email.test(userEmail) || userEmail.length > limits.emailLength) {
    throw invalidOauthRequest('userEmail is not an e-mail address')
  }
  const name = userName?.trim()
  if (name !== undefined && (name === '' || name.length > limits.nameLength)) {
    throw invalidOauthRequest(`userName must have 1 to ${limits.nameLength} characters`)
  }
  return { companyId, email: userEmail, name }
}

function scopesFor(credential: Credential, isUserBound: boolean, requested: string | undefined): readonly Scope[] {
  const scopes = grantedScopes(credential, isUserBound, requested)
  if (!scopes || scopes.length === 0) {
    throw new OauthFault(400, 'invalid_scope', 'The scope is unknown, or more than this client may be granted')
  }
  return scopes
}
