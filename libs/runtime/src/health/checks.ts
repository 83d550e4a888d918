import { checkReplica, type Database, querySystem, statement, types } from '@askline/db'
import { withDeadline } from '../deadline.ts'

/** One dependency of a process. `run` returns undefined if it works, else one sentence that says what is wrong. */
export type HealthCheck = {
  name: string
  /** Whether the process is not ready without it. */
  neededToServe: boolean
  run(): Promise<string | undefined>
}

export type HealthReport = {
  isReady: boolean
  /** `fault` names addresses and roles, so clients never receive it. */
  checks: Record<string, { ok: boolean; neededToServe: boolean; fault?: string }>
}

/** Runs all checks concurrently, each for at most one second. */
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

const ping = statement({ name: 'health', row: { isUp: types.boolean }, text: 'select true as "isUp"' })

/** Returns a check that Postgres answers within a second. */
export const postgresCheck = (db: Database): HealthCheck => ({
  name: 'postgres',
  neededToServe: true,
  async run() {
    await querySystem(db, ping, []).catch((error: Error) => {
      throw new Error(`Postgres does not answer: ${error.message}`)
    })
    return undefined
  },
})

/** Returns a check that the replica may answer reports. A failure is reported, but the process stays ready: the primary answers them. */
export const replicaCheck = (db: Database): HealthCheck => ({
  name: 'replica',
  neededToServe: false,
  run: () => checkReplica(db),
})

/** Returns a check that Redis is reachable. A failure is reported, but the process stays ready: jobs wait in the outbox. */
export const redisCheck = (queues: { isConnected(): boolean }): HealthCheck => ({
  name: 'redis',
  neededToServe: false,
  run: async () => (queues.isConnected() ? undefined : 'Redis is unavailable'),
})
