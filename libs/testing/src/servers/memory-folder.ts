import { statfsSync } from 'node:fs'
import { canEnter, type RunAs } from './unprivileged-user.ts'

const folder = '/dev/shm'
/** Free bytes in the folder, and in the machine, so that the databases of a whole run and its processes fit. */
const leastBytes = 12e9

/**
 * Returns a folder in memory for data that no one needs after a run, or `undefined` if there is none with 12 GB free. There Postgres
 * creates a database in a quarter of the time.
 */
export function memoryFolder(runAs: RunAs | undefined): string | undefined {
  if (process.availableMemory() < leastBytes || freeBytes() < leastBytes || !canEnter(folder, runAs)) return undefined
  return folder
}

/** Docker gives a container 64 MB of it, and other systems than Linux have none. */
function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
