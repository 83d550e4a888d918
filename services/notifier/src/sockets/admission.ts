import type { IncomingMessage } from 'node:http'
import { audienceKey, inboxRoom, type TokenClaims } from '@askline/contracts'
import { DependencyDownError, InvalidTokenError, type Logger, type TokenVerifier } from '@askline/runtime'
import type { Namespace } from 'socket.io'
import type { ClientSocket, SocketNamespace } from './namespace.ts'

/** Lets in whoever shows a token in the handshake's `auth.token`. A token in the address is not looked at: addresses are logged. */
export function admit(nsp: SocketNamespace, verifier: TokenVerifier, logger: Logger): void {
  nsp.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token']
    verifier
      .verify(typeof token === 'string' ? token : '')
      .then((claims) => {
        socket.data.claims = claims
        socket.data.watching = new Map()
        socket.data.turn = Promise.resolve()
        next()
      })
      .catch((error: Error) => next(refusalOf(error, logger)))
  })
}

/** Lets nobody in: what is served, is served to those who showed a token. Their connections are closed when the time for a handshake is over. */
export function admitNobody(nsp: Namespace): void {
  nsp.use((_socket, next) => next(Object.assign(new Error('unauthorized'), { data: { code: 'unauthorized' } })))
}

function refusalOf(error: Error, logger: Logger): Error & { data: { code: string } } {
  if (error instanceof InvalidTokenError)
    return Object.assign(new Error('unauthorized'), { data: { code: error.reason } })
  if (!(error instanceof DependencyDownError)) logger.error({ err: error }, 'A handshake failed')
  return Object.assign(new Error('unavailable'), { data: { code: 'unavailable' } })
}

export const hasScope = (claims: TokenClaims, scope: string): boolean => claims.scope.split(' ').includes(scope)

/** Puts an expert, agent or admin where changes of their inboxes are told. */
export function joinInboxes(socket: ClientSocket): void {
  const { claims } = socket.data
  const isStaff = (claims.kind === 'agent' || claims.kind === 'admin') && hasScope(claims, 'agent')
  const isExpert = claims.kind === 'expert' && hasScope(claims, 'expert')
  if (isStaff || isExpert) void socket.join(inboxRoom(audienceKey.person(claims.sub)))
  if (isStaff) void socket.join(inboxRoom(audienceKey.staff(claims.cid)))
}

/** Whether a page of this origin may connect. CORS does not cover WebSockets, so the handshake asks as well; programs send no origin. */
export const allowsOrigin = (origins: string[]) => (request: IncomingMessage) => {
  const { origin } = request.headers
  return origin === undefined || origins.includes('*') || origins.includes(origin)
}
