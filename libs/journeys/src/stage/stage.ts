import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Migration, migrateDatabase, openDatabase } from '@askline/db'
import {
  type Installation,
  mainModuleOf,
  type ServiceName,
  type ServiceProcess,
  serviceNames,
  startCopy,
} from '@askline/local'
import {
  ampleRates,
  bringPooler,
  encryptServers,
  findFreePort,
  ownPostgres,
  ownRedis,
  type PrivateRedis,
  type PrivateServer,
  testSecretsKey,
  throughPooler,
} from '@askline/testing/servers'
import pg from 'pg'
import { type Company, type CompanyOptions, foundCompany } from './company.ts'
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts'
import { findBundle, findMigratedPostgres, type StageAddresses, stageDatabase } from './prepared.ts'

export type StageOptions = {
  apis?: number
  workers?: number
  notifiers?: number
  /** Default: none, because most tests add no webhook. */
  couriers?: number
  /** The address that clients use. Default: that of the first API. */
  publicUrl?: string
  /** Further environment variables of all services. */
  env?: Record<string, string>
  /** Clock offsets in ms of the copies of a service, in order. Default: 0. */
  clocksOffMs?: Partial<Record<ServiceName, number[]>>
  /** Whether the APIs reach Postgres through a proxy that can cut them off. */
  isCut?: boolean
  /** The Postgres of the stage, which stops it. Default: a private one without fsync. */
  postgres?: PrivateServer
  /** The Redis of the services. Default: the stage's own. */
  redisUrl?: string
  /** Whether services reach Postgres and Redis by TLS, and trust only the stage's own authority. */
  isEncrypted?: boolean
  /** Whether workers crash at statements that Postgres marks: see crash-at-notice.ts. */
  crashesAtNotice?: boolean
  /** Whether services run as built, also in tests, which bundle each service. */
  isAsBuilt?: boolean
  /** Another version: the folder whose services run, and its migrations. Needs `postgres`. */
  release?: { current: string; migrations: Migration[] }
}

/** A stage that tests use, but neither kill nor stop, because other files may use it too. */
export type SharedStage = StageAddresses & {
  found(options?: CompanyOptions): Promise<Company>
  /** Reads the database as its owner. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Stops using it. */
  stop(): Promise<void>
}

/** The whole system on its own servers, which tests may kill and wipe. */
export type Stage = SharedStage & {
  readonly postgres: PrivateServer
  readonly redis: PrivateRedis
  /** The proxy between APIs and Postgres, if the stage has one. */
  readonly proxy: CuttingProxy | undefined
  readonly apis: ServiceProcess[]
  readonly workers: ServiceProcess[]
  readonly notifiers: ServiceProcess[]
  readonly couriers: ServiceProcess[]
  /** Host and port of the metrics of each process. */
  readonly metrics: { service: ServiceName; place: string }[]
  /** Opens a connection as the database's owner; the caller closes it. */
  connect(): Promise<pg.Client>
  /** All log lines of the services so far. */
  logs(): string
  /** Returns a function that returns the log lines of the services from now on. */
  recordLogs(): () => string
  /** Ends every process and removes every file. */
  stop(): Promise<void>
}

/** Starts servers, schema and services, and waits until all are ready. If a step fails, earlier steps are undone. */
export async function raiseStage(options: StageOptions = {}): Promise<Stage> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last()
  }
  try {
    return await raise(options, undo, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function raise(options: StageOptions, undo: (() => unknown)[], stop: () => Promise<void>): Promise<Stage> {
  const silent = { log: () => undefined }
  const migrated = options.postgres ? undefined : findMigratedPostgres()
  const [postgres, redis] = await Promise.all([
    options.postgres ?? ownPostgres({ ...silent, durable: false, copyOf: migrated }),
    ownRedis(silent),
  ])
  undo.push(() => Promise.all([postgres.stop(), redis.stop()]))
  const databaseUrl = migrated
    ? addressWith(postgres.url, stageDatabase)
    : await createDatabase(postgres.url, stageDatabase)
  // Finds nothing to do in a copy.
  await migrateDatabase(databaseUrl, options.release)
  const { sql, found, stop: stopReading } = readStage(databaseUrl)
  undo.push(stopReading)

  const logs = mkdtempSync(join(tmpdir(), 'askline-journeys-'))
  undo.push(() => rmSync(logs, { recursive: true, force: true }))
  const wanted = await placesFor(options)
  const internal = {
    api: await Promise.all(wanted.api.map(() => findFreePort())),
    notifier: await Promise.all(wanted.notifier.map(() => findFreePort())),
    'routing-worker': wanted['routing-worker'],
    courier: wanted.courier,
  }
  const pooler = options.isEncrypted ? undefined : await bringPooler(databaseUrl, silent.log)
  undo.push(() => pooler?.stop())
  const servedUrl = throughPooler(pooler, databaseUrl)
  const proxy = options.isCut ? await openCuttingProxy(servedUrl) : undefined
  undo.push(() => proxy?.close())
  const encryption = options.isEncrypted ? await encryptServers({ postgres, redis }, databaseUrl) : undefined
  undo.push(() => encryption?.remove())
  const installation: Installation = {
    databaseUrl: encryption?.databaseUrl ?? servedUrl,
    redisUrl: options.redisUrl ?? encryption?.redisUrl ?? redis.url,
    publicUrl: options.publicUrl ?? addressOf(wanted.api[0] ?? 0),
    logs,
    logLevel: 'info',
    env: {
      SECRETS_KEY: testSecretsKey,
      SOCKET_URL: addressOf(wanted.notifier[0] ?? 0),
      ...ampleRates,
      ...(encryption ? { NODE_EXTRA_CA_CERTS: encryption.authority } : {}),
      ...options.env,
    },
    log: () => undefined,
  }
  const readLogs = () => new Map(readdirSync(logs).map((file) => [file, readFileSync(join(logs, file), 'utf8')]))
  const startAll = (service: ServiceName) => {
    const released = options.release && mainModuleOf(options.release.current, service)
    const main = released ?? (options.isAsBuilt ? undefined : findBundle(service))
    return Promise.all(
      wanted[service].map((port, n) => {
        const env = {
          ...preloading(
            options.clocksOffMs?.[service]?.[n] ?? 0,
            options.crashesAtNotice === true && service === 'routing-worker',
          ),
          ...(proxy && service === 'api' ? { DATABASE_URL: proxy.url } : {}),
          INTERNAL_PORT: String(internal[service][n]),
        }
        return startCopy(installation, { service, port, label: `${service}-${n}`, env, main })
      }),
    )
  }
  const [apis, workers, notifiers, couriers] = await Promise.all([
    startAll('api'),
    startAll('routing-worker'),
    startAll('notifier'),
    startAll('courier'),
  ])
  const services = [...apis, ...workers, ...notifiers, ...couriers]
  undo.push(() => Promise.all(services.map((service) => service.stop())))
  await Promise.all(services.map((service) => service.ready()))

  return {
    postgres,
    redis,
    databaseUrl,
    proxy,
    apiUrls: wanted.api.map(addressOf),
    notifierUrls: wanted.notifier.map(addressOf),
    apis,
    workers,
    notifiers,
    couriers,
    metrics: serviceNames.flatMap((service) =>
      internal[service].map((port) => ({ service, place: `127.0.0.1:${port}` })),
    ),
    found,
    sql,
    async connect() {
      const client = new pg.Client({ connectionString: databaseUrl })
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    logs: () => [...readLogs().values()].join(''),
    recordLogs() {
      const before = readLogs()
      return () => Array.from(readLogs(), ([file, text]) => text.slice(before.get(file)?.length)).join('')
    },
    stop,
  }
}

/** Opens a stage that runs already. */
export const joinStage = (addresses: StageAddresses): SharedStage => ({
  ...addresses,
  ...readStage(addresses.databaseUrl),
})

function readStage(databaseUrl: string): Pick<SharedStage, 'found' | 'sql' | 'stop'> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => undefined)
  return {
    async found(wishes) {
      const db = openDatabase(databaseUrl, { maxConnections: 1 })
      return foundCompany(db, wishes).finally(() => db.close())
    },
    sql: async <Row>(text: string, values: unknown[] = []) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    stop: () => pool.end(),
  }
}

const builtStage = new URL('../../dist/stage/', import.meta.url).href

function preloading(skewMs: number, crashesAtNotice: boolean): Record<string, string> {
  const modules = [...(skewMs === 0 ? [] : ['skewed-clock.js']), ...(crashesAtNotice ? ['crash-at-notice.js'] : [])]
  return modules.length === 0
    ? {}
    : {
        NODE_OPTIONS: modules.map((name) => `--import=${builtStage}${name}`).join(' '),
        ASKLINE_CLOCK_SKEW_MS: String(skewMs),
      }
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`

async function placesFor({
  apis = 1,
  workers = 1,
  notifiers = 1,
  couriers = 0,
}: StageOptions): Promise<Record<ServiceName, number[]>> {
  const ports = async (count: number) => {
    const found: number[] = []
    while (found.length < count) found.push(await findFreePort())
    return found
  }
  return {
    api: await ports(apis),
    'routing-worker': await ports(workers),
    notifier: await ports(notifiers),
    courier: await ports(couriers),
  }
}

/** Creates a database beside the one of `serverUrl` and returns its address. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  } finally {
    await client.end()
  }
  return addressWith(serverUrl, name)
}

function addressWith(serverUrl: string, name: string): string {
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  return address.href
}

/** Kills a service with SIGKILL and waits until its supervisor has started another process that is ready. */
export async function killAndAwait(service: ServiceProcess): Promise<void> {
  const before = service.pid()
  service.kill('SIGKILL')
  await awaitAnother(service, before)
}

/** Waits until a process of a service other than `before` is ready. Throws after 20 s. */
export async function awaitAnother(service: ServiceProcess, before: number | undefined): Promise<void> {
  const giveUpAt = performance.now() + 20_000
  while (service.pid() === undefined || service.pid() === before) {
    if (performance.now() > giveUpAt) throw new Error(`${service.name} does not come back`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await service.ready()
}
