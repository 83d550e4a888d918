import { join } from 'node:path'
import { type Database, migrateDatabase, openDatabase, UnreleasedDatabaseError } from '@askline/db'
import { buildSecretBox } from '@askline/runtime'
import {
  bringPostgres,
  bringRedis,
  findFreePort,
  type PrivateServer,
  type Server,
  StartRefusedError,
} from '@askline/testing/servers'
import { claimDatabase, createMissingDatabase } from './claim-database.ts'
import type { Cleanup } from './cleanup.ts'
import { companyTag } from './demo/company.ts'
import type { DemoFile } from './demo/demo-file.ts'
import { seedDemo } from './demo/seed.ts'
import { askShowcase, waitForTraining } from './demo/showcase.ts'
import { demoFile, forgetDemo, hideDemo, keepDemo, readPreviousDemo, showDemo } from './demo-json.ts'
import { enterHome, leaveHome, noteDatabase, noteProcess, secretsKeyOf } from './home.ts'
import { keepRunning } from './keep-running.ts'
import { claimPort, refuseSamePort } from './ports.ts'
import type { ServiceProcess } from './service-process.ts'
import { startCopy } from './services.ts'
import { removeServicesEnv, servicesEnvFile, writeServicesEnv } from './services-env.ts'
import { repository, type Settings, standardHome } from './settings.ts'
import { print, step } from './steps.ts'
import { assertSameKind, findSetupLink } from './without-demo.ts'

/** A running Askline. */
export type Launched = {
  apiUrl: string
  notifierUrl: string
  databaseUrl: string
  redisUrl: string
  demoFile: string
  /** Settings that all services share. */
  envFile: string
  /** Command that starts another routing worker in any terminal in the repository. */
  copyLine: string
  /** Undefined if it was started without the demo company. */
  demo: DemoFile | undefined
  /** The link that creates the first company, until it exists. */
  setupLink: string | undefined
  services: ServiceProcess[]
}

/**
 * Performs `npm start` after the build: servers, schema, demo company and services, until all are ready. Adds each step to
 * `cleanup` as it is done, so that a signal or a failure at any time leaves nothing behind. Throws StartRefusedError.
 */
export async function launch(settings: Settings, cleanup: Cleanup): Promise<Launched> {
  const { home, fresh } = settings
  await enterHome(home)
  cleanup.add(() => leaveHome(home))
  hideDemo(home)
  removeServicesEnv(home)
  refuseSamePort(settings.port, settings.notifierPort)
  const port = await claimPort('PORT', settings.port)
  const notifierPort = await claimPort('NOTIFIER_PORT', settings.notifierPort)

  const apiUrl = settings.publicUrl ?? `http://localhost:${port}`
  const notifierUrl = `http://localhost:${notifierPort}`
  const { databaseUrl, redisUrl } = await bringServers(settings, cleanup)
  noteDatabase(home, databaseUrl)
  await step('schema', () => migrate(databaseUrl))
  if (fresh) forgetDemo(home)
  const secretsKey = settings.inherited['SECRETS_KEY'] || secretsKeyOf(home)
  await withDatabase(databaseUrl, (db) => assertSameKind(db, settings.empty))
  const seeded = settings.empty
    ? undefined
    : await step('demo company "Demo Bank" and its sandbox', () =>
        seed(databaseUrl, settings, { apiUrl, notifierUrl, secretsKey }),
      )
  if (seeded) keepDemo(home, seeded)

  const pagesEnv = {
    PAGES_DIR: join(repository, 'services', 'desk', 'dist'),
    // Lets visitors sign in with one click. Refused under NODE_ENV=production.
    ...(seeded ? { DEMO_SIGN_IN: companyTag, NODE_ENV: 'development' } : {}),
  }
  const copies = [
    { service: 'api', port, env: pagesEnv },
    { service: 'routing-worker', port: await findFreePort() },
    { service: 'notifier', port: notifierPort },
    { service: 'courier', port: await findFreePort() },
  ] as const
  const installation = {
    databaseUrl,
    redisUrl,
    publicUrl: apiUrl,
    logs: join(home, 'logs'),
    logLevel: settings.logLevel,
    host: settings.host,
    env: {
      SOCKET_URL: notifierUrl,
      // The API serves the pages, which connect to the notifier's socket.
      CORS_ORIGINS: apiUrl,
      // Receivers of webhooks run on this machine.
      OUTBOUND_ALLOWED: '127.0.0.0/8,::1/128',
      ...settings.inherited,
      SECRETS_KEY: secretsKey,
    },
    log: (line: string) => print(`  ! ${line}`),
    onStart: (name: string, pid: number) => noteProcess(home, name, pid),
  }
  const services = await Promise.all(copies.map((copy) => startCopy(installation, copy)))
  cleanup.add(async () => {
    hideDemo(home)
    removeServicesEnv(home)
    await Promise.all(services.map((service) => service.stop()))
  })
  await step('API, routing worker, notifier and courier ready', () =>
    Promise.all(services.map((service) => service.ready())),
  )
  const demo = seeded && (await showcase(seeded))
  if (demo) keepDemo(home, demo)
  writeServicesEnv(home, installation)
  if (demo) showDemo(home)
  const setupLink = demo ? undefined : await withDatabase(databaseUrl, (db) => findSetupLink(db, apiUrl))
  const files = { demoFile: demoFile(home), envFile: servicesEnvFile(home) }
  return { apiUrl, notifierUrl, databaseUrl, redisUrl, ...files, demo, setupLink, services, copyLine: copyLine(home) }
}

/** Asks the demo's questions at the first start, as soon as its classifier and its known answers are learned. */
async function showcase(demo: DemoFile): Promise<DemoFile> {
  if (demo.questions.length > 0) return demo
  await step('classifier and known answers trained', () => waitForTraining(demo))
  const questions = await step('one question in each state', () => askShowcase(demo, (line) => print(`  ! ${line}`)))
  return { ...demo, questions }
}

const copyLine = (home: string): string =>
  home === standardHome ? 'npm run copy' : `ASKLINE_HOME='${home}' npm run copy`

async function bringServers(settings: Settings, cleanup: Cleanup): Promise<{ databaseUrl: string; redisUrl: string }> {
  const { home, fresh } = settings
  const log = (line: string) => print(`    ${line}`)
  const keep = (name: 'Postgres' | 'Redis', server: Server & Partial<PrivateServer>) => {
    const onStart = (pid: number) => noteProcess(home, name.toLowerCase(), pid)
    return keepRunning({ name, server, log: (line) => print(`  ! ${line}`), onStart })
  }
  const databaseUrl = await step('Postgres', async () => {
    if (settings.databaseUrl) await createMissingDatabase(settings.databaseUrl)
    const postgres = await bringPostgres({ home, fresh, log, url: settings.databaseUrl })
    cleanup.add(() => postgres.stop())
    if (postgres.pid) noteProcess(home, 'postgres', postgres.pid())
    cleanup.add(keep('Postgres', postgres))
    return settings.databaseUrl ?? (await makeOwnDatabase(postgres.url))
  })
  // Refuses --fresh for a database that the demo did not create, before anything else is deleted.
  await claimDatabase(databaseUrl, fresh)
  const redisUrl = await step('Redis', async () => {
    const redis = await bringRedis({ home, fresh, log, url: settings.redisUrl })
    cleanup.add(() => redis.stop())
    if (redis.pid) noteProcess(home, 'redis', redis.pid())
    cleanup.add(keep('Redis', redis))
    return redis.url
  })
  if (fresh && settings.redisUrl)
    log('the Redis of REDIS_URL is left as it is: jobs for questions that are gone do nothing')
  return { databaseUrl, redisUrl }
}

async function makeOwnDatabase(serverUrl: string): Promise<string> {
  const own = new URL(serverUrl)
  own.pathname = '/askline'
  await createMissingDatabase(own.href)
  return own.href
}

async function migrate(databaseUrl: string): Promise<void> {
  try {
    await migrateDatabase(databaseUrl)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '53100') throw error
    if (error instanceof UnreleasedDatabaseError) throw new StartRefusedError(error.message, 'npm start -- --fresh')
    throw new StartRefusedError(
      `The database cannot be brought to the present schema: ${error instanceof Error ? error.message : error}`,
      'The user of DATABASE_URL must own the database and may create roles; a private one begins anew with "npm start -- --fresh".',
    )
  }
}

async function seed(
  databaseUrl: string,
  { home, fresh }: Settings,
  { secretsKey, ...urls }: { apiUrl: string; notifierUrl: string; secretsKey: string },
): Promise<DemoFile> {
  const previous = fresh ? undefined : readPreviousDemo(home)
  const secrets = buildSecretBox(secretsKey)
  return withDatabase(databaseUrl, (db) => seedDemo(db, { home, ...urls, fresh, previous, secrets }))
}

async function withDatabase<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseUrl, { maxConnections: 4, statementMs: 60_000, applicationName: 'askline-demo' })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
