import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the range from which kernels give ports to outgoing connections: a server that restarts on its port
// while clients keep trying to reconnect must not find the port lent to one of them.
const LOWEST = 20_000
const HIGHEST = 30_000

/** A TCP port between 20000 and 30000 on which nobody listens on 127.0.0.1 at this moment. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isPortFree(port)) return port
  }
  throw new Error('no free port between 20000 and 30000')
}

/** Whether a listener could be opened on `host` and `port` (default host 127.0.0.1). */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await tryPort(port, host)) === undefined
}

/** The error code that opening a listener on `host` and `port` meets, such as `EADDRINUSE` or `EACCES`; undefined when it opens. */
export async function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
