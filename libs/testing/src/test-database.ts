import { randomBytes } from 'node:crypto'
import { type Database, type DatabaseOptions, openDatabase } from '@askline/db'
import { afterAll, inject } from 'vitest'
import { withClient, withDatabase } from './run-servers.ts'

export type TestDatabase = { name: string; url: string }

/**
 * A migrated, empty database for the file (or test) that asks: a clone of the run's template, about 50 ms.
 * It stays until the run ends; nobody cleans up.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(inject('askline').template)
}

/** A database that nobody migrated. It stays until the run ends. */
export const createBareDatabase = (): Promise<TestDatabase> => createDatabaseFrom('template0')

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const { run, postgresUrl } = inject('askline')
  const name = `askline_${run}_${randomBytes(6).toString('hex')}`
  await withClient(postgresUrl, (client) => client.query(`create database ${name} template ${template}`))
  return { name, url: withDatabase(postgresUrl, name) }
}

/** A new test database, opened as the services open theirs (8 connections per pool) and closed after the file's last test. Call it at the top of a file. */
export async function openTestDatabase(options: DatabaseOptions = {}): Promise<Database & TestDatabase> {
  const made = await createTestDatabase()
  const db = openDatabase(made.url, { maxConnections: 8, applicationName: 'askline-test', ...options })
  afterAll(() => db.close())
  return Object.assign(db, made)
}
