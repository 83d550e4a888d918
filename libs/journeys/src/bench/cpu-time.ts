import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

/** CPU time per operation in µs, by process. `postgres` is the whole server. NaN if the system does not report it. */
export type CpuMicros = Record<string, number>

/** Returns the sum of the processes, without Postgres. */
export const sumOfProcesses = ({ postgres: _, ...own }: CpuMicros): number =>
  Object.values(own).reduce((sum, micros) => sum + micros, 0)

/** Returns the CPU seconds (user and system) that the processes have used, or NaN if the system does not report it. */
export function cpuSeconds(pids: readonly (number | undefined)[]): number {
  try {
    return pids.reduce<number>((sum, pid) => sum + ticksOf(pid).own / ticksPerSecond, 0)
  } catch {
    // There is no /proc, or the process has just ended. The figure is optional.
    return Number.NaN
  }
}

/** As `cpuSeconds`, for one process with its children, those that ended included. */
export function cpuSecondsOfFamily(pid: number | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const { own, ended } = ticksOf(pid)
    return (own + ended + children.reduce((sum, child) => sum + ticksOf(Number(child)).own, 0)) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

/** Returns the seconds that the main thread of a process could have run but no processor was free. Returns NaN if Linux does not report it. */
export function secondsWithoutProcessor(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9
  } catch {
    return Number.NaN
  }
}

function ticksOf(pid: number | undefined): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
  return { own: Number(user) + Number(system), ended: Number(endedUser) + Number(endedSystem) }
}
