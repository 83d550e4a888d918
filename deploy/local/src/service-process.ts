import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { lastLines, StartRefusedError } from '@askline/testing/servers'

export type ServiceOrder = {
  /** As in `services/<name>`; copies may add a number. */
  name: string
  /** Absolute path of the compiled main. */
  main: string
  env: Record<string, string>
  logFile: string
  /** Answers 200 when the service is ready. */
  readyUrl: string
  /** Hears of crashes and restarts. */
  say: (line: string) => void
  /** Hears of every new process. */
  onStart?: (pid: number) => void
}

/** One service as a process of its own, restarted when it crashes. */
export type ServiceProcess = {
  readonly name: string
  readonly logFile: string
  readonly readyUrl: string
  /** Of the running process; undefined between a crash and the restart. */
  pid(): number | undefined
  /** Waits until `/health/ready` answers 200, 60 s by default. Throws StartRefusedError with the log's last words when it cannot start. */
  ready(withinMs?: number): Promise<void>
  /** Sends a signal; the restart follows by itself. */
  kill(signal: NodeJS.Signals): void
  /** Ends it in its own time and starts it again. */
  restart(): Promise<void>
  /** Ends it for good: SIGTERM, and SIGKILL after 6.5 s. */
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** A process that lived this long begins again with the shortest pause. */
const STEADY_AFTER_MS = 30_000
const PATIENCE_MS = 6_500
const CRASHES_BEFORE_READY = 3
const LARGEST_LOG = 20 * 1024 * 1024

/**
 * Starts a service with exactly the given environment (and PATH): its log goes to a file, and descriptor 3 is a pipe by which it
 * notices the death of this process (`ASKLINE_PARENT_PIPE=3`). A crash is followed by a restart after 0.5 s, then 1, 2 … 10 s.
 */
export function startService(order: ServiceOrder): ServiceProcess {
  let child: ChildProcess | undefined
  let isStopping = false
  let isReady = false
  let pause = FIRST_PAUSE_MS
  let crashes = 0
  let retry: NodeJS.Timeout | undefined

  const launch = () => {
    const began = performance.now()
    const started = spawnService(order)
    child = started
    if (started.pid) order.onStart?.(started.pid)
    started.once('error', (error) => order.say(`${order.name} cannot be run: ${error.message}`))
    started.once('exit', (code, signal) => {
      child = undefined
      if (isStopping) return
      crashes++
      if (performance.now() - began > STEADY_AFTER_MS) pause = FIRST_PAUSE_MS
      order.say(`${order.name} ended (${signal ?? `code ${code}`}): starting it again in ${pause / 1_000} s`)
      retry = setTimeout(launch, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    })
  }
  launch()

  const end = async () => {
    clearTimeout(retry)
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    const force = setTimeout(() => ending.kill('SIGKILL'), PATIENCE_MS)
    await ended
    clearTimeout(force)
  }

  return {
    name: order.name,
    logFile: order.logFile,
    readyUrl: order.readyUrl,
    pid: () => child?.pid,
    async ready(withinMs = 60_000) {
      const giveUpAt = performance.now() + withinMs
      while (!(await answersOk(order.readyUrl))) {
        if (isStopping) throw new Error(`${order.name} was stopped`)
        const isHopeless = !isReady && crashes >= CRASHES_BEFORE_READY
        if (isHopeless || performance.now() > giveUpAt) throw doesNotStart(order, crashes)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      isReady = true
    },
    kill(signal) {
      // Who kills it on purpose has not seen it crash: the next pause is the shortest.
      pause = FIRST_PAUSE_MS
      child?.kill(signal)
    },
    async restart() {
      isStopping = true
      await end()
      isStopping = false
      pause = FIRST_PAUSE_MS
      launch()
    },
    async stop() {
      isStopping = true
      await end()
    },
  }
}

function spawnService({ main, env, logFile }: ServiceOrder): ChildProcess {
  if (existsSync(logFile) && statSync(logFile).size > LARGEST_LOG) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  try {
    return spawn(process.execPath, ['--enable-source-maps', main], {
      env: { ...env, ASKLINE_PARENT_PIPE: '3' },
      stdio: ['ignore', log, log, 'pipe'],
      // A session of its own: Ctrl-C in the terminal reaches the launcher only, which then stops everything in order.
      detached: true,
    })
  } finally {
    closeSync(log)
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    // Not listening yet.
    return false
  }
}

function doesNotStart(order: ServiceOrder, crashes: number): StartRefusedError {
  const words = lastLines(order.logFile, 1).slice(0, 400) || 'it says nothing'
  const what = crashes > 0 ? 'cannot start' : 'does not become ready'
  return new StartRefusedError(`The ${order.name} ${what}: ${words}`, `Its log is ${order.logFile}`)
}
