import { Socket } from 'node:net'

/**
 * Calls `onClosed` when the other end of the inherited descriptor closes. A launcher killed with SIGKILL cannot notify its
 * children, but the system closes its pipes. An invalid descriptor counts as closed.
 */
export function watchParentPipe(fd: number, onClosed: () => void): void {
  let isTold = false
  const tell = () => {
    if (!isTold) onClosed()
    isTold = true
  }
  try {
    const pipe = new Socket({ fd, readable: true, writable: false })
    pipe.on('end', tell).on('close', tell).on('error', tell)
    pipe.resume()
    // Watching the pipe must not keep the process alive.
    pipe.unref()
  } catch {
    tell()
  }
}
