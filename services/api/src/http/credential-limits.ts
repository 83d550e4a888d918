import { credentials, type Database, inSystem, type RowOf, selectList, statement } from '@askline/db'
import type { Logger } from '@askline/runtime'

/** Returns the limits per minute that an operator set for a client id; null for the default of its kind. */
export type LimitsOfCredential = (clientId: string) => { reads: number | null; writes: number | null } | undefined

const refreshMs = 5_000

const row = {
  clientId: credentials.clientId,
  reads: credentials.readsPerMinute,
  writes: credentials.writesPerMinute,
}
const credentialsWithLimits = statement({
  name: 'api-credentials-with-limits',
  row,
  text: `select ${selectList(row, 'c')} from credentials c
    where c.reads_per_minute is not null or c.writes_per_minute is not null`,
})

/**
 * Reads the credentials that have limits of their own, now and every 5 s, so that no request waits for Postgres. While
 * Postgres is away the last known limits hold.
 */
export async function openCredentialLimits(db: Database, logger: Logger) {
  let known = new Map<string, RowOf<typeof row>>()
  async function refresh() {
    try {
      const rows = await inSystem(db, (tx) => tx.query(credentialsWithLimits, []))
      known = new Map(rows.map((found) => [found.clientId, found]))
    } catch (err) {
      logger.debug({ err }, 'The limits of credentials could not be read; the last known ones hold')
    }
  }
  await refresh()
  const timer = setInterval(refresh, refreshMs)
  timer.unref()
  const find: LimitsOfCredential = (clientId) => known.get(clientId)
  return { find, refresh, close: () => clearInterval(timer) }
}
