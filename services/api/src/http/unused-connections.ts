import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Time in ms in which a request may still arrive on a connection that was just opened. */
const lateMs = 100

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
    await pause(lateMs)
    for (const [socket, open] of requests) if (open === 0) socket.destroy()
  })
}
