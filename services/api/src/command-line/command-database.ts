import { type Database, openDatabase } from '@askline/db'

/**
 * Opens the database for one command of an operator. A service must answer a client soon, but a command may wait: up to 15 s for a
 * connection, and a minute for each statement.
 */
export const openCommandDatabase = (url: string): Database =>
  openDatabase(url, {
    maxConnections: 2,
    connectMs: 15_000,
    statementMs: 60_000,
    applicationName: 'askline-command',
  })
