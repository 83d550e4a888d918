/** Data that the global setup passes to every test file. */
export type RunServers = {
  /** Eight hexadecimal digits that are part of every name of this run. */
  run: string
  /** URL of a database on the server that always exists. */
  postgresUrl: string
  /** Name of the migrated database that tests clone. */
  template: string
  /** How Postgres clones it. Copying files takes half of the processor's time, but flushes the disk of a durable server. */
  strategy: 'file_copy' | 'wal_log'
  /** URL of a pgbouncer in transaction mode in front of the server, if the run has one. */
  poolerUrl: string | undefined
  redisUrl: string
  redisIsReal: boolean
}

declare module 'vitest' {
  export interface ProvidedContext {
    askline: RunServers
  }
}

/** Returns the connection URL for another database of the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
