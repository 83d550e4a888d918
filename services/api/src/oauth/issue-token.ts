import { setTimeout as pause } from 'node:timers/promises'
import type { Scope, TokenClaims } from '@askline/contracts'
import { inCompany, inSystem, type Tx } from '@askline/db'
import { type Act, type Origin, recordAct } from '@askline/domain/access/audit'
import { assertNotBlocked, holdUnblocked } from '@askline/domain/access/blocked'
import { type Credential, holdCredential } from '@askline/domain/access/credentials'
import { findTokensEnd } from '@askline/domain/access/revoke'
import type { SessionFamily } from '@askline/domain/access/sessions'
import { claimsOf, grantedScopes } from '@askline/domain/access/tokens'
import { findNameFault } from '@askline/domain/companies/names'
import { isEmail } from '@askline/domain/people/address'
import { findOrCreateAsker } from '@askline/domain/people/find-person'
import { type SigningKey, signingKey } from '@askline/runtime'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import { invalidClient, invalidOauthRequest, OauthFault } from './oauth-fault.ts'
import type { Parameters } from './parameters.ts'
import { signToken } from './sign-token.ts'

export type TokenAnswer = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
  refresh_token?: string
}

/** Issues a token for client credentials (RFC 6749 §4.4). Throws OauthFault, and ForbiddenError `blocked` for a blocked user. */
export async function issueToken(
  app: FastifyInstance,
  { config, db, clock, secrets }: Context,
  credential: Credential,
  parameters: Parameters,
  origin: Origin,
): Promise<TokenAnswer> {
  const asker = askerNamedIn(parameters, credential)
  const scopes = scopesFor(credential, asker !== undefined, parameters['scope'])
  const person = asker && (await inCompany(db, credential.companyId, (tx) => findOrCreateAsker(tx, asker)))
  assertNotBlocked(person)
  const subject = person?.userId ?? (credential.kind === 'integration' ? undefined : credential.subjectId)
  const endedAt = await inSystem(db, (tx) => findTokensEnd(tx, { userId: subject, clientId: credential.clientId }))
  const claims = claimsOf({
    credential,
    issuer: config.issuer,
    scopes,
    issuedAt: await secondAfter(clock, endedAt),
    lifetimeSeconds: config.tokenLifetimeSeconds,
    ...(person ? { boundToUserId: person.userId } : {}),
  })
  // The use of a personal credential counts as a sign-in.
  const { companyId, kind, subjectId, clientId } = credential
  const actor = { kind, id: subjectId }
  const act: Act =
    kind === 'integration'
      ? { companyId, actor, action: 'token_issued', targetId: person?.userId ?? claims.jti, ...origin }
      : { companyId, actor, action: 'sign_in', targetId: clientId, ...origin }
  await inSystem(db, async (tx) => {
    // The credential was revoked or suspended meanwhile.
    if (!(await holdCredential(tx, { clientId, companyId }))) throw invalidClient()
    if (person) await holdUnblocked(tx, companyId, person.userId)
    await recordAct(tx, act)
  })
  return answerOf(signToken(app, claims, await signingKey(db, secrets)), claims)
}

/**
 * Issues an access token of a family, in the transaction that opened or found it. Needs no row, because the token names its
 * sign-in. Throws OauthFault.
 */
export async function issueFamilyToken(
  app: FastifyInstance,
  { config, clock }: Context,
  tx: Tx,
  key: SigningKey,
  family: SessionFamily,
  { scope, lifetimeSeconds = config.tokenLifetimeSeconds }: { scope?: string | undefined; lifetimeSeconds?: number },
): Promise<TokenAnswer> {
  const { companyId, userId, role, clientId, familyId } = family
  const credential: Credential = { clientId, companyId, kind: role, subjectId: userId, scopes: family.scopes }
  const issuedAt = await secondAfter(clock, await findTokensEnd(tx, { userId, clientId }))
  const secondsLeft = Math.floor(family.expiresAt.getTime() / 1000) - issuedAt
  const claims = claimsOf({
    credential,
    issuer: config.issuer,
    scopes: scopesFor(credential, false, scope),
    issuedAt,
    lifetimeSeconds: Math.max(1, Math.min(lifetimeSeconds, secondsLeft)),
    familyId,
  })
  return answerOf(signToken(app, claims, key), claims)
}

/**
 * Returns the present second. If the tokens of the person or the credential were ended in this second, waits for the next one, at most 2 s.
 * Reason: `iat` has whole seconds, and tokens issued in the second of the revocation are refused.
 */
async function secondAfter(clock: Clock, endedAt: Date | undefined): Promise<number> {
  const ended = endedAt ? Math.floor(endedAt.getTime() / 1000) : 0
  for (let triesLeft = 40; clock.second() <= ended && triesLeft > 0; triesLeft--) await pause(50)
  return clock.second()
}

const answerOf = (token: string, claims: TokenClaims): TokenAnswer => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: claims.exp - claims.iat,
  scope: claims.scope,
})

function askerNamedIn({ userEmail, userName }: Parameters, { companyId, kind }: Credential) {
  if (userEmail === undefined) return undefined
  if (kind !== 'integration') throw invalidOauthRequest('Only an integration may name a user by userEmail')
  if (!isEmail(userEmail)) throw invalidOauthRequest('userEmail is not an e-mail address')
  const fault = userName === undefined ? undefined : findNameFault(userName)
  if (fault) throw invalidOauthRequest(`userName ${fault.message}`)
  return { companyId, email: userEmail, name: userName }
}

function scopesFor(credential: Credential, isUserBound: boolean, requested: string | undefined): readonly Scope[] {
  const scopes = grantedScopes(credential, isUserBound, requested)
  if (!scopes || scopes.length === 0) {
    throw new OauthFault(400, 'invalid_scope', 'The scope is unknown, or this client may not have it.')
  }
  return scopes
}
