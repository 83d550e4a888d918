import type { Database } from '@askline/db'
import { withDeadline } from '../deadline.ts'

/** One thing a process depends on. `run` answers undefined when all is well, else what is wrong in one sentence. */
export type HealthCheck = {
  name: string
  /** Whether the process is not ready to serve without it. */
  neededToServe: boolean
  run(): Promise<string | undefined>
}

export type HealthReport = {
  isReady: boolean
  checks: Record<string, { ok: boolean; neededToServe: boolean; fault?: string }>
}

/** Runs all checks at once, each a second at most. */
export async function runChecks(checks: HealthCheck[]): Promise<HealthReport> {
  const results = await Promise.all(
    checks.map(async ({ name, neededToServe, run }) => {
      const fault = await withDeadline(run(), 1_000, name).catch((error: Error) => error.message)
      return [name, { ok: fault === undefined, neededToServe, ...(fault === undefined ? {} : { fault }) }] as const
    }),
  )
  return {
    isReady: results.every(([, { ok, neededToServe }]) => ok || !neededToServe),
    checks: Object.fromEntries(results),
  }
}

/** Postgres answers within a second. */
export const postgresCheck = (db: Database): HealthCheck => ({
  name: 'postgres',
  neededToServe: true,
  async run() {
    await db.system.query({ name: 'health', text: 'select 1' }).catch((error: Error) => {
      throw new Error(`Postgres does not answer: ${error.message}`)
    })
    return undefined
  },
})

/** Redis can be reached. Told, and no reason to stop serving: jobs wait in the outbox. */
export const redisCheck = (queues: { isConnected(): boolean }): HealthCheck => ({
  name: 'redis',
  neededToServe: false,
  run: async () => (queues.isConnected() ? undefined : 'Redis is away'),
})
