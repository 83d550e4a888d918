import type { Logger } from '../logger.ts'
import { type HealthCheck, type HealthReport, runChecks } from './checks.ts'

export type HealthAnswer = { status: 200 | 503; body: Record<string, unknown> }

/** The answers of `/health/live`, `/health/ready` and `/health/status`. */
export type HealthAnswers = Record<'live' | 'ready' | 'status', () => Promise<HealthAnswer>>

/**
 * Builds the answers of `/health/live`, `/health/ready` and `/health/status`. Live is green while the process answers. Ready is
 * green while everything it needs is available and it is not stopping. It runs only these checks, because load balancers wait at most
 * a second. Status runs and lists all checks and is always 200.
 * Answers for clients name what is down. Answers for operators also say why, as does the log once for each failure that a check
 * found.
 */
export function buildHealth(service: string, checks: HealthCheck[], logger: Pick<Logger, 'warn' | 'info'>) {
  let isStopping = false
  const down = new Set<string>()
  const needed = checks.filter(({ neededToServe }) => neededToServe)
  const report = async (asked: HealthCheck[]): Promise<HealthReport> => {
    const found = await runChecks(asked)
    logChanges(found)
    return isStopping ? { ...found, isReady: false } : found
  }
  function logChanges({ checks }: HealthReport) {
    for (const [check, { fault }] of Object.entries(checks)) {
      if (fault !== undefined && !down.has(check)) logger.warn({ check, fault }, 'A health check fails')
      if (fault === undefined && down.has(check)) logger.info({ check }, 'A health check passes again')
      if (fault === undefined) down.delete(check)
      else down.add(check)
    }
  }
  const answersFor = (describe: (faults: Record<string, string>) => object, hidesReasons: boolean): HealthAnswers => ({
    live: async () => ({ status: 200, body: { status: 'live', service } }),
    async ready() {
      const { isReady, checks: found } = await report(needed)
      if (isReady) return { status: 200, body: { status: 'ready', service } }
      return {
        status: 503,
        body: { status: isStopping ? 'stopping' : 'not ready', service, ...describe(faultsOf(found)) },
      }
    },
    async status() {
      const { isReady, checks: found } = await report(checks)
      const shown = hidesReasons ? withoutReasons(found) : found
      return { status: 200, body: { status: isReady ? 'ready' : 'not ready', service, isStopping, checks: shown } }
    },
  })
  return {
    /** For public ports: reasons name addresses and roles. */
    forClients: answersFor((faults) => ({ down: Object.keys(faults) }), true),
    forOperators: answersFor((faults) => ({ faults }), false),
    /** Reports "not ready" from now on, so that load balancers stop sending requests before the process closes. */
    stopServing() {
      isStopping = true
    },
  }
}
export type Health = ReturnType<typeof buildHealth>

const faultsOf = (checks: HealthReport['checks']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(checks).flatMap(([name, { fault }]) => (fault === undefined ? [] : [[name, fault]])),
  )

const withoutReasons = (checks: HealthReport['checks']) =>
  Object.fromEntries(Object.entries(checks).map(([name, { fault: _, ...check }]) => [name, check]))
