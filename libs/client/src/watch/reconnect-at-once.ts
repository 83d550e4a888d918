import type { Socket } from 'socket.io-client'

/** Code of a connection that its peer closed without a reason. A connection that broke has another one. */
const closedByPeer = 1005
/** Minimum age in ms of a connection whose close causes an immediate reconnect. A faulty server would otherwise cause a tight loop. */
const settledMs = 1_000

/**
 * Reconnects a socket without a delay after the server closed its connection. A notifier that stops spreads its closes, so the
 * clients arrive spread as well. If the connection broke, all clients lost it together, so the random delay around `delayMs` stays.
 */
export function reconnectAtOnce(socket: Socket, delayMs: number): void {
  let connectedAt = Number.POSITIVE_INFINITY
  socket.on('connect', () => {
    connectedAt = performance.now()
  })
  // Called before socket.io chooses the delay, and also if a connection ends before it was admitted.
  socket.on('disconnect', (_reason, details) => {
    const isSettled = performance.now() - connectedAt >= settledMs
    connectedAt = Number.POSITIVE_INFINITY
    if (isSettled && codeOf(details) === closedByPeer) socket.io.reconnectionDelay(0)
  })
  socket.io.on('reconnect_attempt', () => socket.io.reconnectionDelay(delayMs))
}

function codeOf(details: object | undefined): unknown {
  const event: unknown = details && 'context' in details ? details.context : undefined
  return typeof event === 'object' && event !== null && 'code' in event ? event.code : undefined
}
