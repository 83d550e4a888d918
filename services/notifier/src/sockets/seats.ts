import type { TokenClaims } from '@askline/contracts'
import type { Limits } from '../config.ts'
import type { ClientSocket, SocketNamespace } from './namespace.ts'
import { refuseSeat } from './refusals.ts'

export type Seats = {
  /** Counts a socket. Returns the refusal if its holder has as many as the limit allows. */
  take(socket: ClientSocket): Error | undefined
}

/** The person of a token, or the credential of an integration. */
const holderOf = ({ kind, sub, client_id: clientId }: TokenClaims): string => (kind === 'integration' ? clientId : sub)

/** Counts the sockets of this notifier per person, and per credential of an integration. */
export function openSeats(
  nsp: SocketNamespace,
  limits: Pick<Limits, 'socketsPerPerson' | 'socketsPerCredential'>,
): Seats {
  const taken = new Map<string, number>()

  function release({ data }: ClientSocket) {
    if (!data.hasSeat) return
    data.hasSeat = false
    const holder = holderOf(data.claims)
    const rest = (taken.get(holder) ?? 0) - 1
    if (rest > 0) taken.set(holder, rest)
    else taken.delete(holder)
  }
  function onDisconnect(this: ClientSocket) {
    release(this)
  }
  nsp.on('connection', (socket) => socket.on('disconnect', onDisconnect))

  return {
    take(socket) {
      const { claims } = socket.data
      const isIntegration = claims.kind === 'integration'
      const most = isIntegration ? limits.socketsPerCredential : limits.socketsPerPerson
      const holder = holderOf(claims)
      const count = taken.get(holder) ?? 0
      if (count >= most) return refuseSeat(isIntegration, most)
      taken.set(holder, count + 1)
      socket.data.hasSeat = true
      // socket.io reports no end of a socket whose connection ended before it was accepted.
      setImmediate(() => {
        if (!nsp.sockets.has(socket.id)) release(socket)
      })
      return undefined
    },
  }
}
