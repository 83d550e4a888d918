/** Says one line to the person who waits. */
export type Say = (line: string) => void

/** A server a run may use; what it cannot do is absent. */
export type Server = {
  readonly url: string
  /** Which step of the ladder it came from, in words that can be printed. */
  readonly rung: string
  /** Releases it: a private server ends, a given one is left alone. */
  stop(): Promise<void>
}

/** A server of our own, which may be mistreated. */
export type PrivateServer = Server & {
  readonly port: number
  /** Of the running process; another one after each start. */
  pid(): number
  /** Whether the process is there; a frozen one is. */
  isRunning(): boolean
  /** Sends a signal and, when it is one that ends the server, waits until it has. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it after a kill, on the same port and data, and waits until it answers. */
  start(): Promise<void>
  /** Kill (by default the server's own immediate way) and start. */
  restart(signal?: NodeJS.Signals): Promise<void>
  /** Every process of the server stands still: connections stay open and nobody answers. */
  freeze(): void
  thaw(): void
}

/** Redis, and whether it is the real one; the stand-in neither persists nor is quick. */
export type RedisServer = Server & { readonly isReal: boolean }

/** A real Redis of our own. */
export type PrivateRedis = PrivateServer & {
  readonly isReal: boolean
  /** Kills it, deletes everything it has, and starts it empty. */
  wipe(): Promise<void>
}

const ENDING: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT'])

/** Whether a server ends on this signal. */
export function isEnding(signal: NodeJS.Signals): boolean {
  return ENDING.has(signal)
}
