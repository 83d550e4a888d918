import { type Database, openDatabase } from '@askline/db'

/**
 * Opens the database for one command of an operator. A command waits longer than a service, which must answer a client soon: up to
 * 15 s for a connection, and a minute for each statement.
 */
export const openCommandDatabase = (url: string): Database =>
  openDatabase(url, {
    maxConnections: 2,
    connectMs: 15_000,
    statementMs: 60_000,
    applicationName: 'askline-command',
  })
