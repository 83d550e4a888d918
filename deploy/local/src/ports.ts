import { findFreePort, StartRefusedError, tryPort } from '@askline/testing/servers'

/** Checks that a service can listen on a port on every interface. 0 chooses a free one. Throws StartRefusedError with the variable's name. */
export async function claimPort(name: string, port: number): Promise<number> {
  if (port === 0) return findFreePort()
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const code = await tryPort(port, host)
    if (code === 'EADDRINUSE') throw taken(name, port)
    if (code === 'EACCES') throw notAllowed(name, port)
    // EAFNOSUPPORT and similar codes: a machine without IPv6 has no listener there.
  }
  return port
}

/** Throws StartRefusedError if the API and the notifier have the same port. */
export function refuseSamePort(port: number, notifierPort: number): void {
  if (port === 0 || port !== notifierPort) return
  throw new StartRefusedError(
    `PORT and NOTIFIER_PORT are both ${port}.`,
    `Give the notifier another one: NOTIFIER_PORT=${port + 1} npm start`,
  )
}

function taken(name: string, port: number): StartRefusedError {
  return new StartRefusedError(
    `Port ${port} (${name}) is taken by another program.`,
    `Stop that program, or choose another port: ${name}=${port + 100} npm start`,
  )
}

function notAllowed(name: string, port: number): StartRefusedError {
  return new StartRefusedError(
    `Port ${port} (${name}) may not be used by this user.`,
    `Choose one above 1023: ${name}=${port < 1024 ? port + 8_000 : port + 100} npm start`,
  )
}
