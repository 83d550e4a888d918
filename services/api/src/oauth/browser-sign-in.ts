import type { Role } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { rememberDevice } from '@askline/domain/access/known-devices'
import { openSessionOf } from '@askline/domain/access/sessions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { originOf } from '../http/request-state.ts'
import { builtInClientId } from './clients.ts'
import { deviceCookie } from './device-cookie.ts'
import { isFromOwnPage } from './own-page.ts'
import { applyEnded } from './redeem.ts'
import { registerSessionCookie } from './session-cookie.ts'
import { signOut } from './sign-out.ts'

type Person = { companyId: string; userId: string; role: Role }
/** The secrets of the session cookie and of the device cookie, and what ended because another person was signed in. */
type Opened = { session: string; device: string; ended: Parameters<typeof applyEnded>[1] }

/**
 * Registers the sign-in of a browser whose person proved who they are with a link. Only requests of our own pages open a session:
 * any other client gets no cookie.
 */
export async function registerBrowserSignIn(app: FastifyInstance, context: Context) {
  const { issuer, signInLifetimeSeconds: seconds } = context.config
  const session = await registerSessionCookie(app, issuer, seconds)
  const device = deviceCookie(issuer)
  return {
    /**
     * Opens a session of the person and records the sign-in, in a transaction of `inSystem`. The session that the browser had
     * ends. Returns what `setCookies` takes, or `undefined` if another client sent the request.
     */
    async open(tx: Tx, request: FastifyRequest, { companyId, userId, role }: Person): Promise<Opened | undefined> {
      if (!isFromOwnPage(request, issuer)) return undefined
      const clientId = builtInClientId
      const actor = { kind: role, id: userId } as const
      const origin = originOf(request)
      const ended = await signOut(tx, session.read(request), origin)
      await recordAct(tx, { companyId, action: 'sign_in', actor, targetId: clientId, ...origin })
      return {
        ended,
        session: await openSessionOf(tx, { companyId, userId, clientId, role, seconds }, origin),
        device: await rememberDevice(tx, { companyId, userId, secret: device.read(request) }),
      }
    },

    /** Sets the cookies. Call it after the transaction has committed. */
    setCookies(reply: FastifyReply, opened: Opened | undefined): void {
      if (!opened) return
      applyEnded(context, opened.ended)
      session.set(reply, opened.session)
      device.set(reply, opened.device)
    },
  }
}
