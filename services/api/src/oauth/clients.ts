import { inSystem } from '@askline/db'
import {
  type Credential,
  findCredential,
  findSignInClient,
  recordWrongSecret,
  type SignInClient,
} from '@askline/domain'
import type { Context } from '../context.ts'
import { invalidClient } from './oauth-fault.ts'
import type { ClientAuthentication } from './parameters.ts'

/** The client of our own pages: it runs in browsers and keeps no secret, so PKCE alone protects its codes. */
export const deskClientId = 'askline-desk'

/** Where the desk is sent back to: a path of the API's own origin, and nowhere else. */
export const deskRedirectUri = (issuer: string): string => `${issuer}/desk/callback`

/** A client people sign in through: our own for any company, an integration for its own company. */
export type AuthorizationClient = Omit<SignInClient, 'companyId'> & { companyId?: string }

/** The client behind `clientId`, or undefined. */
export async function findAuthorizationClient(
  { db, config }: Context,
  clientId: string,
): Promise<AuthorizationClient | undefined> {
  if (clientId === deskClientId) return { clientId, name: 'Askline', redirectUris: [deskRedirectUri(config.issuer)] }
  return inSystem(db, (tx) => findSignInClient(tx, clientId))
}

/**
 * Writes a wrong secret into the audit log of the client's company, where it is anybody's. The answer does not wait for
 * it: its time would tell whether there is such a client.
 */
export function noteWrongSecret({ db, logger }: Context, clientId: string | undefined, correlationId: string) {
  if (clientId === undefined) return
  inSystem(db, (tx) => recordWrongSecret(tx, clientId, correlationId)).catch((err) =>
    logger.warn({ err, correlationId }, 'A wrong secret could not be written into the audit log'),
  )
}

/** Who may redeem codes and refresh tokens as `clientId`: whoever holds its secret; as the desk, anybody. Throws OauthFault. */
export async function authenticateClient(
  { db }: Context,
  given: ClientAuthentication | undefined,
): Promise<{ clientId: string; credential?: Credential }> {
  if (given?.clientId === deskClientId && given.clientSecret === undefined) return { clientId: deskClientId }
  const { clientId, clientSecret } = given ?? {}
  if (clientId === undefined || clientSecret === undefined) throw invalidClient()
  const credential = await inSystem(db, (tx) => findCredential(tx, clientId, clientSecret))
  if (!credential) throw invalidClient()
  return { clientId, credential }
}
