import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes connections without a request in progress when the service stops. Node closes only those that have had a request, so a client
 * that connects early or sends half a request would delay the stop.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const requests = new Map<Socket, number>()
  const count = (socket: Socket, change: 1 | -1) => {
    const open = requests.get(socket)
    if (open !== undefined) requests.set(socket, open + change)
  }
  app.server.on('connection', (socket: Socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  app.addHook('preClose', async () => {
    for (const [socket, open] of requests) if (open === 0) socket.destroy()
  })
}
