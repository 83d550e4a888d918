import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100

/** CPU seconds the processes have used so far, user and system; NaN where the system does not say. */
export function cpuSeconds(pids: readonly (number | undefined)[]): number {
  try {
    return pids.reduce<number>((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    }, 0)
  } catch {
    // No /proc, or a process that ended a moment ago: the figure is extra.
    return Number.NaN
  }
}
