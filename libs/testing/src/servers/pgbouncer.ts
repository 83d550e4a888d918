import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { bringProgram } from './apt-packages.ts'
import { readServerEnvironment } from './environment.ts'
import { findFreePort } from './free-port.ts'
import { startGuarded } from './guarded-process.ts'
import { lastLines } from './log-tail.ts'
import type { Log } from './server.ts'
import { findUnprivilegedUser, sharedTemporaryFolder } from './unprivileged-user.ts'

export type Pgbouncer = { url: string; stop(): Promise<void> }

/** `prepared`: transaction mode, and prepared statements are known on every connection. */
export type PgbouncerMode = 'session' | 'transaction' | 'prepared'

/**
 * Starts a pgbouncer in transaction mode in front of the server at `url` if TEST_POOLER asks for one.
 * Throws if it cannot be installed.
 */
export async function bringPooler(url: string, log: Log): Promise<Pgbouncer | undefined> {
  const mode = readServerEnvironment().pooler
  if (!mode) return undefined
  const program = await bringProgram('pgbouncer', log)
  if (!program) throw new Error(`TEST_POOLER=${mode} needs pgbouncer. Install it.`)
  return startPgbouncer(program, { url, mode, connections: 20 })
}

/** Returns the address of the database at `url` through the pooler that TEST_POOLER asked for, or `url` without a pooler. */
export function throughPooler(pooler: Pick<Pgbouncer, 'url'> | undefined, url: string): string {
  if (!pooler) return url
  const pooled = new URL(pooler.url)
  pooled.pathname = new URL(url).pathname
  pooled.searchParams.set('pooler', readServerEnvironment().pooler ?? 'transaction')
  return pooled.href
}

/** Returns whether this pgbouncer knows prepared statements in transaction mode, as it does from 1.21 on. */
export async function knowsPreparedStatements(program: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(program, ['--version'])
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/i.exec(stdout) ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21)
}

/**
 * Starts a pgbouncer in front of the server at `url` that ignores the start-up parameter `options`. It holds at most
 * `connections` connections to each database. In the mode `transaction` it knows no prepared statements. Throws with the end of
 * its log if it does not answer within 10 s.
 */
export async function startPgbouncer(
  program: string,
  { url, mode, connections = 4 }: { url: string; mode: PgbouncerMode; connections?: number },
): Promise<Pgbouncer> {
  const hasNames = await knowsPreparedStatements(program)
  if (mode === 'prepared' && !hasNames)
    throw new Error('This pgbouncer knows no prepared statements. Install 1.21 or newer.')
  const target = new URL(url)
  const runAs = findUnprivilegedUser()
  const folder = mkdtempSync(join(sharedTemporaryFolder(runAs), 'askline-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  const database = target.pathname.slice(1)
  const login = `user=${target.username} password='${decodeURIComponent(target.password)}'`
  const configuration = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${target.hostname} port=${target.port} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode === 'session' ? mode : 'transaction'}`,
    ...(hasNames ? [`max_prepared_statements = ${mode === 'prepared' ? 600 : 0}`] : []),
    `default_pool_size = ${connections}`,
    'max_client_conn = 4000',
    // Postgres cannot drop a database that has connections, and a run opens hundreds of databases.
    'server_idle_timeout = 2',
    // By default, no connection is tried for 15 s after one was refused, so a restart of Postgres would last that long.
    'server_login_retry = 1',
    'ignore_startup_parameters = options, extra_float_digits',
  ]
  // The password is in the file: the user that pgbouncer runs as is usually not the one that writes it.
  writeFileSync(configuration, `${lines.join('\n')}\n`, { mode: 0o644 })
  const logFile = `${folder}.log`
  const server = await startGuarded({
    command: program,
    args: [configuration],
    cwd: folder,
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
    logFile,
    stopSignals: [{ signal: 'SIGKILL', afterMs: 0 }],
    leftBehind: [folder, logFile],
  })
  const bouncer = {
    url: `postgres://${target.username}@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.end([{ signal: 'SIGKILL', waitMs: 2_000 }])
      rmSync(folder, { recursive: true, force: true })
      rmSync(logFile, { force: true })
    },
  }
  const giveUpAt = performance.now() + 10_000
  while (!(await answers(bouncer.url))) {
    if (server.isRunning() && performance.now() < giveUpAt) continue
    const words = lastLines(logFile, 5)
    await bouncer.stop()
    throw new Error(`pgbouncer does not answer: ${words}`)
  }
  return bouncer
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
