import type { ServiceProcess } from '@askline/local'

/** How late the event loop of a process came to its turns since the last reading, in ms, at a beat of 10 ms: a loop at rest has some 10. */
export type LoopDelay = { p99: number; max: number }

/** Reads what a process says at /metrics of its event loop, and lets it measure anew. */
export async function readLoopDelay(service: ServiceProcess): Promise<LoopDelay> {
  const text = await metricsOf(service)
  const find = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\S* (\\S+)$`, 'm').exec(text)?.[1]) * 1_000
  return { p99: find('p99'), max: find('max') }
}

/** How many jobs of this kind a worker has done. Begins its measurement of the event loop anew as well. */
export async function countJobs(service: ServiceProcess, job: string): Promise<number> {
  const lines = (await metricsOf(service)).split('\n')
  const counts = lines.filter((line) => line.startsWith('askline_job_seconds_count') && line.includes(`job="${job}"`))
  return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** A gauge that a process tells at /metrics, NaN where it tells none, and how late its event loop was at most since the last reading, in ms. */
export async function readGauge(service: ServiceProcess, name: string): Promise<{ value: number; max: number }> {
  const text = await metricsOf(service)
  const find = (what: string) => Number(new RegExp(`^${what}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  return { value: find(name), max: find('nodejs_eventloop_lag_max_seconds') * 1_000 }
}

const metricsOf = async ({ readyUrl }: ServiceProcess) => (await fetch(new URL('/metrics', readyUrl))).text()
