import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findFreePort } from './free-port.ts'
import { type GuardedOrder, type GuardedProcess, startGuarded } from './guarded-process.ts'
import { keepPassword } from './kept-password.ts'
import { lastLines } from './log-tail.ts'
import { startRestartable } from './restartable-process.ts'
import type { Log, PrivateRedis } from './server.ts'
import { StartRefusedError } from './start-refused.ts'

export type PrivateRedisOptions = {
  /** The server's own folder for configuration, password and append-only files. */
  folder: string
  logFile: string
  port?: number
  fresh?: boolean
  /** Temporary paths that are removed if this process is killed. */
  leftBehind?: string[]
  log: Log
}

/** The program to run: a real server by its name, or the stand-in with its script. */
export type RedisProgram = RealRedisProgram | { script: string }

export type RealRedisProgram = { command: string; version: string }

const READY_WITHIN_MS = 30_000

/**
 * Starts a private Redis (append-only, noeviction, 127.0.0.1 only, password in its folder), or the stand-in (no persistence, no password).
 * It ends three seconds after this process, later than its clients. Throws StartRefusedError if it cannot start.
 */
export async function startPrivateRedis(program: RedisProgram, options: PrivateRedisOptions): Promise<PrivateRedis> {
  const isReal = 'command' in program
  if (options.fresh) rmSync(options.folder, { recursive: true, force: true })
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const port = options.port ?? (await findFreePort())
  const password = isReal ? keepPassword(options.folder) : undefined
  const url = password ? `redis://:${password}@127.0.0.1:${port}` : `redis://127.0.0.1:${port}`
  const launch = () => launchServer(program, options, { port, password, url })
  const server = await startRestartable(launch, 'SIGKILL')
  return {
    url,
    port,
    isReal,
    origin: isReal ? `private ${program.version} on port ${port}` : `stand-in js-redis-server on port ${port}`,
    ...server,
    async wipe() {
      await server.kill('SIGKILL')
      rmSync(join(options.folder, 'appendonlydir'), { recursive: true, force: true })
      await server.start()
    },
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    async stop() {
      server.signal('SIGCONT')
      await server.end([
        { signal: 'SIGTERM', waitMs: 2_500 },
        { signal: 'SIGKILL', waitMs: 1_000 },
      ])
    },
  }
}

type Launch = { port: number; password: string | undefined; url: string }

async function launchServer(
  program: RedisProgram,
  options: PrivateRedisOptions,
  launch: Launch,
): Promise<GuardedProcess> {
  const server = await startGuarded(orderFor(program, options, launch))
  if (await answers(server, launch.url)) return server
  const words = lastLines(options.logFile, 12)
  server.signal('SIGKILL')
  if (/No space left on device/.test(words)) {
    throw new StartRefusedError(
      'The disk is full: Redis cannot write its data.',
      'Free at least 500 MB and start again.',
    )
  }
  throw new StartRefusedError(
    `Redis does not start: ${words.split('\n').at(-1)?.trim() || 'it says nothing'}`,
    'See its log, begin anew with "npm start -- --fresh", or give a server: REDIS_URL=redis://… npm start',
  )
}

function orderFor(program: RedisProgram, options: PrivateRedisOptions, launch: Launch): GuardedOrder {
  // A grace of three seconds lets services that also lost their launcher finish their jobs.
  const stopSignals: GuardedOrder['stopSignals'] = [
    { signal: 'SIGTERM', afterMs: 3_000 },
    { signal: 'SIGKILL', afterMs: 8_500 },
  ]
  const common = { cwd: options.folder, logFile: options.logFile, leftBehind: options.leftBehind, stopSignals }
  if ('script' in program) {
    return { ...common, command: process.execPath, args: [program.script, String(launch.port)] }
  }
  return { ...common, command: program.command, args: [writeConfiguration(options.folder, launch)] }
}

function writeConfiguration(folder: string, launch: Launch): string {
  const file = join(folder, 'redis.conf')
  const lines = [
    'bind 127.0.0.1',
    `port ${launch.port}`,
    `requirepass ${launch.password}`,
    `dir ${JSON.stringify(folder)}`,
    'appendonly yes',
    'appendfsync everysec',
    'maxmemory-policy noeviction',
    'save ""',
    'daemonize no',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  return file
}

async function answers(server: GuardedProcess, url: string): Promise<boolean> {
  const giveUpAt = performance.now() + READY_WITHIN_MS
  while (server.isRunning() && performance.now() < giveUpAt) {
    if (await canPing(url)) return true
    await pause(40)
  }
  return false
}

/** Returns whether a Redis answers PING within two seconds. One that is still loading its data does not count. */
export async function canPing(url: string): Promise<boolean> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}
