import { type HealthCheck, type HealthReport, runChecks } from './checks.ts'

export type HealthAnswer = { status: 200 | 503; body: Record<string, unknown> }

/**
 * What `/health/live`, `/health/ready` and `/health/status` answer: live is green while the process answers at all, ready
 * only while everything it needs is there and it is not stopping, status is the whole picture and always 200.
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
    /** From now on the process is not ready: load balancers turn away before it closes. */
    stopServing() {
      isStopping = true
    },
  }
}
export type Health = ReturnType<typeof buildHealth>
