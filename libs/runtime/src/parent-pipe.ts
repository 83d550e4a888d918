import { Socket } from 'node:net'

/**
 * Calls `onClosed` once the other end of the inherited descriptor closes: a launcher that was killed with -9 cannot tell its
 * children, but the system closes its pipes. A descriptor that is none counts as closed.
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
    // Watching is no reason to stay.
    pipe.unref()
  } catch {
    tell()
  }
}
