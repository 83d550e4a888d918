import { type HealthCheck, type HealthReport, runChecks } from './checks.ts'

export type HealthAnswer = { status: 200 | 503; body: Record<string, unknown> }

/**
 * Builds the answers of `/health/live`, `/health/ready` and `/health/status`. Live is green while the process answers. Ready is
 * green while everything it needs is available and it is not stopping. Status lists all checks and is always 200.
 */
export function buildHealth(service: string, checks: HealthCheck[]) {
  let isStopping = false
  const report = async (): Promise<HealthReport> => {
    const found = await runChecks(checks)
    return isStopping ? { ...found, isReady: false } : found
  }
  return {
    live: async (): Promise<HealthAnswer> => ({ status: 200, body: { status: 'live', service } }),
    async ready(): Promise<HealthAnswer> {
      const { isReady, checks: results } = await report()
      const faults = Object.fromEntries(
        Object.entries(results).flatMap(([name, { fault, neededToServe }]) =>
          fault && neededToServe ? [[name, fault]] : [],
        ),
      )
      return isReady
        ? { status: 200, body: { status: 'ready', service } }
        : { status: 503, body: { status: isStopping ? 'stopping' : 'not ready', service, faults } }
    },
    async status(): Promise<HealthAnswer> {
      const { isReady, checks: results } = await report()
      return { status: 200, body: { status: isReady ? 'ready' : 'not ready', service, isStopping, checks: results } }
    },
    /** Reports "not ready" from now on, so that load balancers stop sending requests before the process closes. */
    stopServing() {
      isStopping = true
    },
  }
}
export type Health = ReturnType<typeof buildHealth>
