import { inSystem, type Tx } from '@askline/db'
import { type Origin, recordAct } from '@askline/domain/access/audit'
import { redeemCode } from '@askline/domain/access/authorization-codes'
import type { EndedFamily } from '@askline/domain/access/families'
import type { Redeemed } from '@askline/domain/access/redeemed'
import { addRefreshToken, redeemRefreshToken } from '@askline/domain/access/refresh-tokens'
import { signingKey } from '@askline/runtime'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { issueFamilyToken, type TokenAnswer } from './issue-token.ts'
import { invalidOauthRequest, OauthFault } from './oauth-fault.ts'
import type { Parameters } from './parameters.ts'

const codeVerifier = /^[\w.~-]{43,128}$/

/** Redeems an authorization code (RFC 6749 §4.1.3 with RFC 7636). Throws OauthFault. */
export async function redeemAuthorizationCode(
  app: FastifyInstance,
  context: Context,
  clientId: string,
  parameters: Parameters,
  origin: Origin,
): Promise<TokenAnswer> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = parameters
  if (code === undefined) throw invalidOauthRequest('code is missing')
  if (verifier === undefined) throw invalidOauthRequest('code_verifier is missing: PKCE is required (RFC 7636)')
  if (!codeVerifier.test(verifier)) throw invalidOauthRequest('code_verifier must have 43 to 128 unreserved characters')
  return redeem(app, context, parameters['scope'], origin, (tx) =>
    redeemCode(tx, { code, clientId, redirectUri, codeVerifier: verifier }, origin),
  )
}

/** Redeems a refresh token (RFC 6749 §6) and returns the next one with an access token. Throws OauthFault. */
export async function refresh(
  app: FastifyInstance,
  context: Context,
  clientId: string,
  parameters: Parameters,
  origin: Origin,
): Promise<TokenAnswer> {
  const token = parameters['refresh_token']
  if (token === undefined) throw invalidOauthRequest('refresh_token is missing')
  return redeem(app, context, parameters['scope'], origin, (tx) => redeemRefreshToken(tx, { token, clientId }, origin))
}

async function redeem(
  app: FastifyInstance,
  context: Context,
  scope: string | undefined,
  origin: Origin,
  spend: (tx: Tx) => Promise<Redeemed>,
): Promise<TokenAnswer> {
  // Read before the transaction: a transaction that needs a second connection could deadlock the pool.
  const key = await signingKey(context.db, context.secrets)
  // A refusal commits as well, so that a used code stays used and an ended family stays ended.
  const found = await inSystem(context.db, async (tx) => {
    const spent = await spend(tx)
    if (spent.outcome === 'redeemed') {
      const answer = await issueFamilyToken(app, context, tx, key, spent.family, { scope })
      return { ...answer, refresh_token: await addRefreshToken(tx, spent.family) }
    }
    const { of, ended } = spent
    if (of) {
      const { companyId, userId, role, familyId } = of
      const actor = { kind: role, id: userId }
      const outcome = 'failure'
      const act = { companyId, actor, action: 'token_reuse', outcome, targetId: familyId, ...origin } as const
      await recordAct(tx, act)
    }
    return ended
  })
  if (!Array.isArray(found)) return found
  applyEnded(context, found)
  throw new OauthFault(
    400,
    'invalid_grant',
    'The code or refresh token is unknown, expired, used, or belongs to another client.',
  )
}

/** Refuses the tokens of sign-ins in this process from now on. Other processes learn of it within a second. */
export function applyEnded({ verifier }: Context, ended: readonly EndedFamily[]) {
  for (const { familyId, at } of ended) verifier.noteRevoked('family', familyId, at)
}
