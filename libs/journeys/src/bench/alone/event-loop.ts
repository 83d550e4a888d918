import type { ServiceProcess } from '@askline/local'

/** Lag of a process's event loop since the last reading, in ms, sampled every 20 ms while it works. */
export type LoopDelay = { p99: number; max: number }

/** Reads the event-loop delay of a process from /metrics, and restarts its measurement. */
export async function readLoopDelay(service: ServiceProcess): Promise<LoopDelay> {
  const text = await metricsOf(service)
  const find = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\S* (\\S+)$`, 'm').exec(text)?.[1]) * 1_000
  return { p99: find('p99'), max: find('max') }
}

/** Returns how many jobs of this kind a worker has finished. Also restarts its event-loop measurement. */
export async function countJobs(service: ServiceProcess, job: string): Promise<number> {
  const lines = (await metricsOf(service)).split('\n')
  const counts = lines.filter((line) => line.startsWith('askline_job_seconds_count') && line.includes(`job="${job}"`))
  return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Returns a gauge from /metrics (NaN if missing), and the greatest event-loop delay in ms since the last reading. */
export async function readGauge(service: ServiceProcess, name: string): Promise<{ value: number; max: number }> {
  const text = await metricsOf(service)
  const find = (what: string) => Number(new RegExp(`^${what}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  return { value: find(name), max: find('nodejs_eventloop_lag_max_seconds') * 1_000 }
}

const metricsOf = async ({ readyUrl }: ServiceProcess) => (await fetch(new URL('/metrics', readyUrl))).text()
