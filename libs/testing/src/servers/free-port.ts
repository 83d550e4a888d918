import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the kernel's range for outgoing connections. Otherwise a client that reconnects could take the port
// of a server that is being restarted.
const LOWEST = 20_000
const HIGHEST = 30_000
// A process listens on the first port of a block, which reserves the others for it until it ends.
const BLOCK = 50

const reserved: number[] = []

/**
 * Returns a TCP port between 20000 and 30000 that has no listener on 127.0.0.1 now. No other process gets it from this
 * function while this process runs, so a server may start on it later, and again after a kill.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = reserved.shift()
    if (port === undefined) await reserveBlock()
    else if ((await tryPort(port, '127.0.0.1')) === undefined) return port
  }
}

async function reserveBlock(): Promise<void> {
  const blocks = (HIGHEST - LOWEST) / BLOCK
  const start = randomInt(blocks)
  for (let step = 0; step < blocks; step++) {
    const first = LOWEST + ((start + step) % blocks) * BLOCK
    if (!(await reserve(first))) continue
    reserved.push(...Array.from({ length: BLOCK - 1 }, (_, n) => first + 1 + n))
    return
  }
  throw new Error('no free port between 20000 and 30000')
}

/** Listens on a port until this process ends, without keeping it alive. Returns false if the port is taken. */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server.unref().listening))
  })
}

/** Returns the error code of a listener on `host` and `port`, such as `EADDRINUSE` or `EACCES`, or `undefined` if it opens. */
export async function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
