import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A signal that the guardian sends its server after the launcher's end, and the delay in ms. */
export type StopSignal = { signal: NodeJS.Signals; afterMs: number }

export type GuardedOrder = {
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  /** The user to run as. Only root may set it. */
  uid?: number
  gid?: number
  /** Standard output and error are appended here. */
  logFile: string
  stopSignals: StopSignal[]
  /** Temporary paths that the guardian removes if it stops the server after the launcher's end. */
  leftBehind?: string[]
}

export type Ending = { code: number | null; signal: NodeJS.Signals | null }

export type GuardedProcess = {
  readonly pid: number
  readonly ended: Promise<Ending>
  isRunning(): boolean
  /** Returns false if the process has already ended. */
  signal(signal: NodeJS.Signals): boolean
  /** Sends the signals in turn until the process has ended. Waits the given ms after each one. */
  end(steps: { signal: NodeJS.Signals; waitMs: number }[]): Promise<void>
}

const GUARDIAN = fileURLToPath(new URL('../../guardian.mjs', import.meta.url))

type GuardianMessage = { pid?: number; failed?: string; code?: number | null; signal?: NodeJS.Signals | null }

/**
 * Starts a server below a guardian process in a separate session, so that Ctrl-C in the terminal does not reach it. When this
 * process ends for any reason, the guardian stops it by the signals of `stopSignals`. Throws if the command cannot be started.
 */
export async function startGuarded(order: GuardedOrder): Promise<GuardedProcess> {
  const guardian = spawn(process.execPath, [GUARDIAN, JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  const started = await firstMessage(guardian)
  if (started.pid === undefined) throw new Error(`cannot run ${order.command}: ${started.failed ?? 'unknown reason'}`)
  return watch(guardian, started.pid)
}

async function firstMessage(guardian: ChildProcess): Promise<GuardianMessage> {
  return new Promise((resolve, reject) => {
    guardian.once('message', (message: GuardianMessage) => resolve(message))
    guardian.once('error', reject)
    guardian.once('exit', () => reject(new Error('the guardian ended before its server began')))
  })
}

function watch(guardian: ChildProcess, pid: number): GuardedProcess {
  let ending: Ending | undefined
  guardian.on('message', (message: GuardianMessage) => {
    if (message.code !== undefined) ending = { code: message.code, signal: message.signal ?? null }
  })
  const ended = once(guardian, 'exit').then(() => {
    ending ??= { code: null, signal: null }
    return ending
  })

  const isRunning = () => ending === undefined
  const signal = (name: NodeJS.Signals) => isRunning() && sendSignal(pid, name)
  return {
    pid,
    ended,
    isRunning,
    signal,
    async end(steps) {
      for (const step of steps) {
        signal(step.signal)
        if (await endsWithin(ended, step.waitMs)) return
      }
      throw new Error(`process ${pid} does not end`)
    },
  }
}

async function endsWithin(ended: Promise<Ending>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const result = await Promise.race([ended.then(() => true), patience])
  clearTimeout(timer)
  return result
}

/** Sends a signal. Returns false if the process does not exist. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    // ESRCH: the process has already ended.
    return false
  }
}
