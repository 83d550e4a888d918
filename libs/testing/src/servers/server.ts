/** Prints one line for the user. */
export type Log = (line: string) => void

/** A server that a run may use. Unsupported operations are absent. */
export type Server = {
  readonly url: string
  /** The step of the ladder that it came from, as printable text. */
  readonly origin: string
  /** Releases it. A private server ends, and a given one keeps running. */
  stop(): Promise<void>
}

/** A private server, which tests may kill and freeze. */
export type PrivateServer = Server & {
  readonly port: number
  /** Id of the running process. It changes with each start. */
  pid(): number
  /** Whether the process exists, frozen or not. */
  isRunning(): boolean
  /** Sends a signal, and waits for the end if the signal ends the server. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it after a kill, on the same port and data, and waits until it answers. */
  start(): Promise<void>
  /** Kills it (by default with the server's signal for an immediate stop) and starts it again. */
  restart(signal?: NodeJS.Signals): Promise<void>
  /** Stops every process of the server with SIGSTOP: connections stay open and get no answer. */
  freeze(): void
  thaw(): void
}

/** A Redis. `isReal` is false for the stand-in, which is slow and has no persistence. */
export type RedisServer = Server & { readonly isReal: boolean }

/** A private Redis. */
export type PrivateRedis = PrivateServer & {
  readonly isReal: boolean
  /** Kills it, deletes its data, and starts it empty. */
  wipe(): Promise<void>
}

const ENDING: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT'])

/** Returns whether a server ends on this signal. */
export function isEnding(signal: NodeJS.Signals): boolean {
  return ENDING.has(signal)
}
