import { inSystem } from '@askline/db'
import { type Origin, recordRefusedClient } from '@askline/domain/access/audit'
import { type Credential, type CredentialBar, checkSecret } from '@askline/domain/access/credentials'
import { findSignInClient, type SignInClient } from '@askline/domain/access/sign-in'
import type { Context } from '../context.ts'
import { invalidClient, OauthFault } from './oauth-fault.ts'
import type { ClientAuthentication } from './parameters.ts'

/** The built-in public client of our own pages. It runs in browsers and has no secret, so PKCE alone protects its codes. */
export const builtInClientId = 'askline-desk'

/** The only redirect address of the built-in client: a path of the API's own origin. */
const builtInRedirectUri = (issuer: string): string => `${issuer}/desk/callback`

/** A client that people sign in through: the built-in one for any company, an integration for its own company. */
export type AuthorizationClient = Omit<SignInClient, 'companyId'> & { companyId?: string }

/** Returns the client behind `clientId`, or `undefined`. */
export async function findAuthorizationClient(
  { db, config }: Context,
  clientId: string,
): Promise<AuthorizationClient | undefined> {
  if (clientId === builtInClientId)
    return { clientId, name: 'Askline', redirectUris: [builtInRedirectUri(config.issuer)] }
  return inSystem(db, (tx) => findSignInClient(tx, clientId))
}

/** `invalid_client` although the secret is right. */
export class BarredClientFault extends OauthFault {
  readonly bar: CredentialBar
  constructor(bar: CredentialBar) {
    super(401, 'invalid_client', advice[bar], 'Basic realm="askline"')
    this.bar = bar
  }
}

const advice: Record<CredentialBar, string> = {
  revoked: 'This client id was revoked. An admin can create another credential.',
  blocked: 'The person of this credential is blocked. It works again when an admin unblocks them.',
  inactive: 'The expert of this credential is deactivated. It works again when an admin activates them.',
}

/**
 * Writes a refused client into the audit log of its company, if the client exists. The answer does not wait for it, because
 * its duration would reveal which clients exist.
 */
export function recordRefusalLater(
  { db, logger }: Context,
  clientId: string,
  reason: 'wrong_secret' | CredentialBar,
  origin: Origin,
): void {
  inSystem(db, (tx) => recordRefusedClient(tx, clientId, reason, origin)).catch((err) =>
    logger.warn({ err, correlationId: origin.correlationId }, 'A refused client could not be written to the audit log'),
  )
}

/**
 * Authenticates a client by its secret; the built-in client has none. Throws OauthFault: `invalid_client`, with a reason if the
 * secret is right but its holder has no access.
 */
export async function authenticateClient(
  { db }: Context,
  given: ClientAuthentication | undefined,
): Promise<{ clientId: string; credential?: Credential }> {
  if (given?.clientId === builtInClientId && given.clientSecret === undefined) return { clientId: builtInClientId }
  const { clientId, clientSecret } = given ?? {}
  if (clientId === undefined || clientSecret === undefined) throw invalidClient()
  const credential = await inSystem(db, (tx) => checkSecret(tx, clientId, clientSecret))
  if (!credential) throw invalidClient()
  if ('bar' in credential) throw new BarredClientFault(credential.bar)
  return { clientId, credential }
}
