import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type MuteProxy = {
  readonly url: string
  /** Stops forwarding on the present connections of the client, without closing them. Later ones are forwarded. */
  mute(): void
  close(): void
}

/** Opens a proxy for a Redis on this machine. It can mute the client that names its connections `clientName`. */
export async function openMuteProxy(redisUrl: string, clientName: string): Promise<MuteProxy> {
  const url = new URL(redisUrl)
  const { port, hostname: host } = url
  const sockets = new Set<Socket>()
  const named = new Set<Socket>()
  // A muted connection must not answer a client that closes it.
  const allowHalfOpen = true
  const server = createServer({ allowHalfOpen }, (client) => {
    const upstream = connect({ port: Number(port), host, allowHalfOpen })
    client.pipe(upstream).pipe(client)
    client.on('data', (chunk) => {
      if (chunk.includes(clientName)) named.add(client).add(upstream)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    mute() {
      for (const socket of named) socket.unpipe().pause()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
