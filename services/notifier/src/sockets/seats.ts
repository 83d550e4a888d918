import type { Limits } from '../notifier-config.ts'
import type { ClientSocket } from './namespace.ts'
import { refuseSeat } from './refusals.ts'

/**
 * Counts a socket against the limit of its person, or of its integration's credential, at this notifier. Returns the refusal if
 * the limit is reached. The sockets of a holder are a room, which socket.io leaves however a connection ends.
 */
export function takeSeat(socket: ClientSocket, limits: Limits): Error | undefined {
  const { kind, sub, client_id: clientId } = socket.data.claims
  const isIntegration = kind === 'integration'
  const most = isIntegration ? limits.socketsPerCredential : limits.socketsPerPerson
  const room = `seats:${isIntegration ? clientId : sub}`
  const taken = socket.nsp.adapter.rooms.get(room)?.size ?? 0
  if (taken >= most) return refuseSeat(isIntegration, most)
  void socket.join(room)
  return undefined
}
