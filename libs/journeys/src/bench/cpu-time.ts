import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

/** Returns the CPU seconds (user and system) that the processes have used, or NaN if the system does not report it. */
export function cpuSeconds(pids: readonly (number | undefined)[]): number {
  try {
    return pids.reduce<number>((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    }, 0)
  } catch {
    // There is no /proc, or the process has just ended. The figure is optional.
    return Number.NaN
  }
}
