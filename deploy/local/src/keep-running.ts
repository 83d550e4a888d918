import { type PrivateServer, type Server, StartRefusedError } from '@askline/testing/servers'

export type KeepRunning = {
  name: string
  server: Server & Partial<PrivateServer>
  log: (line: string) => void
  /** Called for every new process. */
  onStart: (pid: number) => void
}

const LOOK_EVERY_MS = 500
const PAUSE_MS = 5_000

/**
 * Restarts a private server on its port and data if it ended unexpectedly. Services wait for it meanwhile. Ignores a given server.
 * Call the result before the server is stopped. It waits for a start in progress, which would otherwise outlive the stop.
 */
export function keepRunning({ name, server, log, onStart }: KeepRunning): () => Promise<void> {
  const { isRunning, start, pid } = server
  if (!isRunning || !start || !pid) return async () => {}
  let isStopped = false
  let looking = Promise.resolve()
  const lookIn = (ms: number) =>
    setTimeout(() => {
      looking = look()
    }, ms)
  let timer = lookIn(LOOK_EVERY_MS)

  async function look(): Promise<void> {
    let pause = LOOK_EVERY_MS
    if (!isRunning?.()) {
      log(`${name} ended: starting it again; nothing works until it is back`)
      try {
        await start?.()
        if (pid) onStart(pid())
        log(`${name} is back`)
      } catch (error) {
        const remedy = error instanceof StartRefusedError ? ` ${error.remedy}` : ''
        log(`${error instanceof Error ? error.message : error}${remedy} Trying again in ${PAUSE_MS / 1_000} s.`)
        pause = PAUSE_MS
      }
    }
    if (!isStopped) timer = lookIn(pause)
  }
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await looking
  }
}
