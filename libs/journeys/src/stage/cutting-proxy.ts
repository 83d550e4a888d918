import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of Postgres that cuts a connection at the moment of its COMMIT. */
export type CuttingProxy = {
  readonly url: string
  /** Cuts the next connection that commits: before the server receives the COMMIT, or after, when its answer is lost. */
  cutNext(when: 'before' | 'after'): void
  /** Number of connections that were cut. */
  cuts(): number
  close(): void
}

/** Opens a proxy for a Postgres on this machine. */
export async function openCuttingProxy(postgresUrl: string): Promise<CuttingProxy> {
  const real = new URL(postgresUrl)
  const sockets = new Set<Socket>()
  let next: 'before' | 'after' | undefined
  let cuts = 0

  const server = createServer((client) => {
    const upstream = connect(Number(real.port), real.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    upstream.on('data', (chunk) => client.write(chunk))
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.end())
    client.on('data', (chunk) => {
      const isCut = next !== undefined && /\bcommit\b/i.test(chunk.toString('latin1'))
      const when = next
      if (!isCut) return void upstream.write(chunk)
      next = undefined
      cuts++
      if (when === 'after') upstream.end(chunk)
      else upstream.destroy()
      client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(postgresUrl)
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    cutNext(when) {
      next = when
    },
    cuts: () => cuts,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
