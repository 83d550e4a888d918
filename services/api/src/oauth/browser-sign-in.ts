import type { Role } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { rememberDevice } from '@askline/domain/access/known-devices'
import { openSessionOf } from '@askline/domain/access/sessions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { originOf } from '../http/request-state.ts'
import { builtInClientId } from './clients.ts'
import { deviceCookie } from './device-cookie.ts'
import { isFromOwnPage } from './own-page.ts'
import { registerSessionCookie } from './session-cookie.ts'

type Person = { companyId: string; userId: string; role: Role }
/** The secrets of the session cookie and of the device cookie. */
type Secrets = { session: string; device: string }

/**
 * Registers the sign-in of a browser whose person proved who they are with a link. Only requests of our own pages open a session:
 * any other client gets no cookie.
 */
export async function registerBrowserSignIn(app: FastifyInstance, { issuer, signInLifetimeSeconds: seconds }: Config) {
  const session = await registerSessionCookie(app, issuer, seconds)
  const device = deviceCookie(issuer)
  return {
    /**
     * Opens a session of the person and records the sign-in, in a transaction of `inSystem`. Returns the secrets for
     * `setCookies`, or `undefined` if another client sent the request.
     */
    async open(tx: Tx, request: FastifyRequest, { companyId, userId, role }: Person): Promise<Secrets | undefined> {
      if (!isFromOwnPage(request, issuer)) return undefined
      const clientId = builtInClientId
      const actor = { kind: role, id: userId } as const
      const origin = originOf(request)
      await recordAct(tx, { companyId, action: 'sign_in', actor, targetId: clientId, ...origin })
      return {
        session: await openSessionOf(tx, { companyId, userId, clientId, role, seconds }, origin),
        device: await rememberDevice(tx, { companyId, userId, secret: device.read(request) }),
      }
    },

    /** Sets the cookies. Call it after the transaction has committed. */
    setCookies(reply: FastifyReply, secrets: Secrets | undefined): void {
      if (!secrets) return
      session.set(reply, secrets.session)
      device.set(reply, secrets.device)
    },
  }
}
