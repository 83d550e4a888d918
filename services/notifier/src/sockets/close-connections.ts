import { setTimeout as pause } from 'node:timers/promises'
import type { ClientSocket, SocketNamespace } from './namespace.ts'

/** Connections closed together, and the pause between two such groups in ms: 2,500 a second. */
const together = 250
const pauseMs = 100

/**
 * Closes the connections of the present sockets, or of those that `isMeant` selects, so that their clients connect again and fetch
 * what they missed. A socket that is told to disconnect would stay away.
 */
export async function closeConnections(
  nsp: SocketNamespace,
  isMeant: (socket: ClientSocket) => boolean = () => true,
): Promise<void> {
  let count = 0
  for (const socket of [...nsp.sockets.values()].filter(isMeant)) {
    socket.conn.close()
    if (++count % together === 0) await pause(pauseMs)
  }
}
