import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@askline/db'
import { type ServiceName, type ServiceProcess, startCopy } from '@askline/local'
import { ampleRates, findFreePort, testSecretsKey } from '@askline/testing/servers'
import pg from 'pg'
import { fetchToken } from '../clients/caller.ts'
import { foundCompany } from '../stage/company.ts'
import type { Senders } from './load/orders.ts'
import type { Target } from './load/wire.ts'

export type Contestant = {
  target: Target
  senders: Senders
  /** Process ids by name. */
  processes(): Record<string, number | undefined>
  stop(): Promise<void>
}

export type Ours = Contestant & {
  /** Questions asked since the given moment that were not offered yet, and jobs that wait in the outbox. */
  backlog(since: Date): Promise<number>
  /** The database's time. */
  now(): Promise<Date>
  readonly worker: ServiceProcess
  readonly notifier: ServiceProcess
  /** Creates another company like the first. */
  found(): Promise<{ companyId: string; senders: Senders }>
  /** Starts another copy and waits until it is ready. It ends with the others. `port` is the port it listens on. */
  add(service: ServiceName): Promise<{ copy: ServiceProcess; port: number }>
  /** Reads and prepares rows as the database's owner. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

const profiler = new URL('profile.js', import.meta.url).href
const names = ['api', 'routing-worker', 'notifier'] as const
const experts = 24
const askers = 20
/** Offers outlast the benchmark, so that no second wave runs during a measurement. */
const offerMs = 3_600_000

/** Starts one API, one routing worker and one notifier with a company of 24 experts and 20 askers. */
export async function startOurs(
  { databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string },
  profileDir: string | undefined,
): Promise<Ours> {
  const logs = mkdtempSync(join(tmpdir(), 'askline-bench-'))
  const ports: Record<ServiceName, number> = {
    api: await findFreePort(),
    'routing-worker': await findFreePort(),
    notifier: await findFreePort(),
  }
  const url = `http://127.0.0.1:${ports.api}`
  const installation = {
    databaseUrl,
    redisUrl,
    publicUrl: url,
    logs,
    logLevel: 'info',
    env: {
      SECRETS_KEY: testSecretsKey,
      ...ampleRates,
      ...(profileDir ? { NODE_OPTIONS: `--import=${profiler}`, ASKLINE_PROFILES: profileDir } : {}),
    },
    log: (line: string) => console.log(`  ! ${line}`),
  }
  const services = await Promise.all(names.map((service) => startCopy(installation, { service, port: ports[service] })))
  await Promise.all(services.map((service) => service.ready()))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const [, worker, notifier] = services
  if (!worker || !notifier) throw new Error('A service is missing')

  return {
    target: { name: 'ours', port: ports.api, socketPort: ports.notifier, base: '/v1' },
    senders: (await found(databaseUrl, url)).senders,
    found: () => found(databaseUrl, url),
    processes: () => Object.fromEntries(names.map((name, n) => [name, services[n]?.pid()])),
    worker,
    notifier,
    async add(service) {
      const port = await findFreePort()
      const copy = await startCopy(installation, { service, port, label: `${service}-${services.length}` })
      services.push(copy)
      await copy.ready()
      return { copy, port }
    },
    sql: async <Row>(text: string, values: unknown[] = []) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    async now() {
      const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
      return rows[0]?.now ?? new Date(Number.NaN)
    },
    async backlog(since) {
      const { rows } = await pool.query<{ waiting: number }>(backlog, [firstIdSince(since)])
      return rows[0]?.waiting ?? Number.NaN
    },
    async stop() {
      await pool.end()
      await Promise.all(services.map((service) => service.stop()))
      rmSync(logs, { recursive: true, force: true })
    },
  }
}

const backlog = `select ((select count(*) from questions where id > $1 and turn = 'experts' and holder_id is null and wave = 0)
  + (select count(*) from outbox))::int as waiting`

/** Returns the lowest uuid v7 of a moment. Questions sort by creation, so a round is a range of the primary key. */
function firstIdSince(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Creates a company and signs in all its people. */
async function found(databaseUrl: string, url: string): Promise<{ companyId: string; senders: Senders }> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 })
  const company = await foundCompany(db, { experts, times: { offerMs } }).finally(() => db.close())
  const emails = Array.from({ length: askers }, (_, n) => `asker${n}@example.com`)
  const senders: Senders = {
    integrationToken: await fetchToken(url, company.integration),
    askers: await Promise.all(
      emails.map(async (email) => ({ email, token: await fetchToken(url, company.integration, email) })),
    ),
    adminToken: await fetchToken(url, company.edda),
    experts: await Promise.all(
      company.experts.map(async (expert) => ({ userId: expert.userId, token: await fetchToken(url, expert) })),
    ),
  }
  return { companyId: company.companyId, senders }
}
