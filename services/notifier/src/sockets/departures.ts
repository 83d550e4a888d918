import { type TokenVerifier, wallClock } from '@askline/runtime'
import type { ClientSocket, SocketNamespace } from './namespace.ts'

const sweepMs = 500

/**
 * Closes sockets whose token expires or is revoked. Watches only while there are sockets, because the verifier reads revocations as
 * long as someone listens. Returns a function that stops the watch.
 */
export function watchTokens(nsp: SocketNamespace, verifier: TokenVerifier): () => void {
  const closeAll = (isOver: (socket: ClientSocket) => boolean) => {
    for (const socket of nsp.sockets.values()) if (isOver(socket)) socket.disconnect(true)
  }
  const isRevoked = (socket: ClientSocket) => verifier.isRevoked(socket.data.claims)

  let stopWatch: (() => void) | undefined
  /** No token of a socket expires before this second. */
  let earliest = Number.POSITIVE_INFINITY
  const noteExpiry = ({ data }: ClientSocket) => {
    earliest = Math.min(earliest, data.claims.exp)
  }
  function closeExpired() {
    const second = wallClock() / 1000
    if (earliest > second) return
    earliest = Number.POSITIVE_INFINITY
    closeAll((socket) => {
      const isOver = socket.data.claims.exp <= second
      if (!isOver) noteExpiry(socket)
      return isOver
    })
  }
  function watch() {
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
      closeExpired()
      if (nsp.sockets.size === 0) stop()
    }, sweepMs)
    stopWatch = () => {
      clearInterval(timer)
      stopListening()
    }
  }
  function stop() {
    stopWatch?.()
    stopWatch = undefined
  }

  nsp.on('connection', (socket) => {
    if (!stopWatch) watch()
    noteExpiry(socket)
    // Between the check of its token and this moment the socket was not in the list, so it is checked again.
    if (isRevoked(socket)) socket.disconnect(true)
  })
  return stop
}
