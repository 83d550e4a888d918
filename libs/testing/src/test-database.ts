import { randomBytes } from 'node:crypto'
import { type Database, type DatabaseOptions, openDatabase } from '@askline/db'
import { afterAll, inject } from 'vitest'
import { withDatabase } from './run-servers.ts'
import { throughPooler } from './servers/pgbouncer.ts'
import { withClient } from './servers/with-client.ts'

/** `directUrl` never goes through a pooler, which gives each transaction another connection: for tests that set their connection up. */
export type TestDatabase = { name: string; url: string; directUrl: string }

/**
 * Creates a migrated, empty database as a clone of the run's template, in about 50 ms. With a pooler, its `url` goes through it.
 * It exists until the run ends.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template, poolerUrl } = inject('askline')
  const made = await createDatabaseFrom(template)
  return { ...made, url: throughPooler(poolerUrl === undefined ? undefined : { url: poolerUrl }, made.url) }
}

/** Creates a database without migrations. It exists until the run ends. */
export const createBareDatabase = (): Promise<TestDatabase> => createDatabaseFrom('template0')

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const { run, postgresUrl, strategy } = inject('askline')
  const name = `askline_${run}_${randomBytes(6).toString('hex')}`
  await withClient(postgresUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy ${strategy}`),
  )
  const url = withDatabase(postgresUrl, name)
  return { name, url, directUrl: url }
}

/**
 * Opens a new test database as the services do, with 8 connections per pool. Callers wait for a connection for 10 s at most.
 * Closes it after the file's last test. Call it at the top of a file.
 */
export async function openTestDatabase(options: DatabaseOptions = {}): Promise<Database & TestDatabase> {
  const made = await createTestDatabase()
  const db = openDatabase(made.url, {
    maxConnections: 8,
    connectMs: 10_000,
    applicationName: 'askline-test',
    ...options,
  })
  afterAll(() => db.close())
  return Object.assign(db, made)
}
