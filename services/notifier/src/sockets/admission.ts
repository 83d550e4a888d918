import { audienceKey, inboxRoom, type TokenClaims } from '@askline/contracts'
import { DependencyDownError, InvalidTokenError, type Logger, type TokenVerifier } from '@askline/runtime'
import type { Namespace, Socket } from 'socket.io'
import type { Limits } from '../notifier-config.ts'
import type { ClientSocket, SocketNamespace } from './namespace.ts'
import { isAllowedOrigin } from './origins.ts'
import { refuseHandshake, refuseOrigin, refuseToken } from './refusals.ts'
import { takeSeat } from './seats.ts'

export type Admission = { verifier: TokenVerifier; origins: readonly string[]; limits: Limits; logger: Logger }

/**
 * Accepts sockets whose handshake has a valid token in `auth.token`, an allowed origin, and a free seat. Ignores a token in the
 * query string, because URLs are logged.
 */
export function admit(nsp: SocketNamespace, { verifier, origins, limits, logger }: Admission): void {
  nsp.use((socket, next) => {
    const { origin, host } = socket.handshake.headers
    if (!isAllowedOrigin(origins, origin, host)) return next(refuseOrigin(origin))
    const token: unknown = socket.handshake.auth['token']
    if (token === undefined || token === null || token === '') return next(refuseHandshake('token_missing'))
    if (typeof token !== 'string') return next(refuseHandshake('token_invalid'))
    verifier
      .verify(token)
      .then((claims) => {
        socket.data.claims = claims
        next(takeSeat(socket, limits))
      })
      .catch((error: Error) => next(refusalOf(error, logger)))
  })
}

/** Refuses every socket of a namespace that is not served. Its connection is closed when the time for a handshake ends. */
export function refuseAll(nsp: Namespace): void {
  nsp.use((_socket, next) => next(refuseHandshake('path_not_found')))
}

function refusalOf(error: Error, logger: Logger): Error {
  if (error instanceof InvalidTokenError) return refuseToken(error)
  if (error instanceof DependencyDownError) return refuseHandshake('dependency_down')
  logger.error({ err: error }, 'A handshake failed')
  return refuseHandshake('internal')
}

/** Returns whether the token grants `scope`. */
export const hasScope = (claims: TokenClaims, scope: string): boolean => claims.scope.split(' ').includes(scope)

/** Joins the inbox rooms of an expert, agent or admin. */
export function joinInboxes(socket: ClientSocket): void {
  const { claims } = socket.data
  if (hasInbox(claims)) void socket.join(inboxRoom(audienceKey.person(claims.sub)))
  if (isStaff(claims)) void socket.join(inboxRoom(audienceKey.staff(claims.cid)))
}

/** Returns whether sockets of this token receive `inbox-changed`. */
export const hasInbox = (claims: TokenClaims): boolean =>
  isStaff(claims) || (claims.kind === 'expert' && hasScope(claims, 'expert'))

const isStaff = (claims: TokenClaims): boolean =>
  (claims.kind === 'agent' || claims.kind === 'admin') && hasScope(claims, 'agent')

const forgotten: Socket['handshake'] = Object.freeze({
  headers: {},
  time: '',
  address: '',
  xdomain: false,
  secure: false,
  issued: 0,
  url: '',
  query: {},
  auth: {},
})

/** Forgets the request and the token by which a socket was opened, because nothing reads them later. Call it when the socket is accepted. */
export function forgetHandshake(socket: ClientSocket): void {
  Object.assign(socket.conn, { request: null })
  Object.assign(socket, { handshake: forgotten })
}
