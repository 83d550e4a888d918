import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lastLines, StartRefusedError } from '@askline/testing/servers'
import { repository } from './settings.ts'

export type ServiceOrder = {
  /** Name as in `services/<name>`. Copies may add a number. */
  name: string
  /** Absolute path of the compiled main. */
  main: string
  env: Record<string, string>
  logFile: string
  /** URL that answers 200 when the service is ready. */
  readyUrl: string
  /** Receives messages about crashes and restarts. */
  log: (line: string) => void
  /** Called for every new process. */
  onStart?: (pid: number) => void
}

/** One service in a separate process, which is restarted after a crash. */
export type ServiceProcess = {
  readonly name: string
  readonly logFile: string
  readonly readyUrl: string
  /** Id of the running process, or `undefined` between a crash and the restart. */
  pid(): number | undefined
  /** Waits until `/health/ready` answers 200, by default for 60 s. Throws StartRefusedError with the log's last lines if it cannot start. */
  ready(withinMs?: number): Promise<void>
  /** Sends a signal. The service restarts automatically. */
  kill(signal: NodeJS.Signals): void
  /** Stops it gracefully and starts it again. */
  restart(): Promise<void>
  /** Stops it permanently: SIGTERM, and SIGKILL 1.5 s after the service's own limit, SHUTDOWN_GRACE_MS. */
  stop(): Promise<void>
}

/** Loads a tracing SDK if OTEL_EXPORTER_OTLP_ENDPOINT is set, and nothing otherwise. */
const tracing = join(repository, 'libs/runtime/dist/tracing/start-main.js')

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** After a run of this length the next restart has the shortest pause. */
const STEADY_AFTER_MS = 30_000
const BEYOND_GRACE_MS = 1_500
const CRASHES_BEFORE_READY = 3
const LARGEST_LOG = 20 * 1024 * 1024

/**
 * Starts a service with exactly the given environment and PATH. Its log goes to a file. Descriptor 3 is a pipe by which it
 * notices the end of this process (`ASKLINE_PARENT_PIPE=3`). After a crash it restarts in 0.5 s, then 1, 2 … 10 s.
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
    started.once('error', (error) => order.log(`${order.name} cannot be run: ${error.message}`))
    started.once('exit', (code, signal) => {
      child = undefined
      if (isStopping) return
      crashes++
      if (performance.now() - began > STEADY_AFTER_MS) pause = FIRST_PAUSE_MS
      order.log(`${order.name} ended (${signal ?? `code ${code}`}): starting it again in ${pause / 1_000} s`)
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
    const forceAfterMs = Number(order.env['SHUTDOWN_GRACE_MS'] ?? 0) + BEYOND_GRACE_MS
    const force = setTimeout(() => ending.kill('SIGKILL'), forceAfterMs)
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
      // A deliberate kill is not a crash, so the next pause is the shortest.
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
    return spawn(process.execPath, ['--enable-source-maps', `--import=${tracing}`, main], {
      env: { ...env, ASKLINE_PARENT_PIPE: '3' },
      stdio: ['ignore', log, log, 'pipe'],
      // A separate session, so that Ctrl-C reaches only the launcher, which then stops everything in order.
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
