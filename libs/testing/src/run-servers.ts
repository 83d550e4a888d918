import { Client } from 'pg'

/** What the global setup hands to every test file. */
export type RunServers = {
  /** Eight hexadecimal digits; part of every name this run makes. */
  run: string
  /** The server, by a database that always exists. */
  postgresUrl: string
  /** The migrated database that is cloned. */
  template: string
  redisUrl: string
  redisIsReal: boolean
}

declare module 'vitest' {
  export interface ProvidedContext {
    askline: RunServers
  }
}

/** The same connection URL for another database of that server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs `work` on a connection of its own and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
