import type { IncomingMessage } from 'node:http'

/** How long a refused client may go on sending after the answer, in ms. */
const lingerMs = 2_000

/**
 * Makes the close after the answer drop what the client still sends, until the client closes too. A close with unread bytes
 * resets the connection, and the client could lose the answer (RFC 9112, section 9.6).
 */
export function dropRest(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    socket.end()
    request.unpipe()
    request.resume()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}
