import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the kernel's range for outgoing connections. Otherwise a client that reconnects could take the port
// of a server that is being restarted.
const LOWEST = 20_000
const HIGHEST = 30_000

/** Returns a TCP port between 20000 and 30000 that has no listener on 127.0.0.1 now. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isPortFree(port)) return port
  }
  throw new Error('no free port between 20000 and 30000')
}

/** Returns whether a listener can be opened on `host` and `port` (default host 127.0.0.1). */
async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await tryPort(port, host)) === undefined
}

/** Returns the error code of a listener on `host` and `port`, such as `EADDRINUSE` or `EACCES`, or `undefined` if it opens. */
export async function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
