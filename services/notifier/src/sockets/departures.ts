import { type TokenVerifier, wallClock } from '@askline/runtime'
import type { ClientSocket, SocketNamespace } from './namespace.ts'

const sweepMs = 500

/** Closes sockets whose token expires or is revoked. Returns a function that stops the watch. */
export function watchTokens(nsp: SocketNamespace, verifier: TokenVerifier): () => void {
  const closeAll = (isOver: (socket: ClientSocket) => boolean) => {
    for (const socket of nsp.sockets.values()) if (isOver(socket)) socket.disconnect(true)
  }
  const isRevoked = (socket: ClientSocket) => verifier.isRevoked(socket.data.claims)

  // Between the check of its token and this moment the socket was not in the list, so it is checked again.
  nsp.on('connection', (socket) => {
    if (isRevoked(socket)) socket.disconnect(true)
  })
  let isDue = false
  const stopListening = verifier.onRevoked(() => {
    // One pass handles all revocations of one reading.
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      closeAll(isRevoked)
    })
  })
  const timer = setInterval(() => {
    const second = wallClock() / 1000
    closeAll((socket) => socket.data.claims.exp <= second)
  }, sweepMs)
  return () => {
    clearInterval(timer)
    stopListening()
  }
}
