import { readFileSync } from 'node:fs'

/** Returns the resident memory of a process in bytes, or NaN if the system does not report it. */
export function residentBytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1_024
  } catch {
    return Number.NaN
  }
}
