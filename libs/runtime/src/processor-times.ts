import { readdirSync, readFileSync } from 'node:fs'
import { cpus, getPriority } from 'node:os'

/**
 * Times of all processors in ms since the machine started. `yielding` is time at a low priority, which other processes can
 * take at once. It excludes this process's own time if its priority is low. It includes every other process at a low priority,
 * because the system reports one figure for all of them.
 */
export type ProcessorTimes = { idle: number; yielding: number; total: number }

/** Reads the processor times of this machine. */
export function processorTimes(): ProcessorTimes {
  let idle = 0
  let yielding = 0
  let total = 0
  for (const { times } of cpus()) {
    idle += times.idle
    yielding += times.nice
    total += times.user + times.nice + times.sys + times.idle + times.irq
  }
  return { idle, yielding: yielding - ownMs(), total }
}

const threads = '/proc/self/task'
/** Length in ms of one tick, the unit in which Linux reports times to processes. */
const tickMs = 10

/** Returns the ms that threads of this process ran at its own low priority. Nicer threads are excluded: their work must yield. */
function ownMs(): number {
  const own = getPriority(process.pid)
  if (own <= 0 || process.platform !== 'linux') return 0
  let ticks = 0
  for (const thread of readdirSync(threads)) {
    const { nice, user } = timesOf(thread)
    if (nice > 0 && nice <= own) ticks += user
  }
  return ticks * tickMs
}

/** Parses a thread's niceness and its user time in ticks: the 19th and the 14th field; the second field is the name. */
function timesOf(thread: string): { nice: number; user: number } {
  let stat: string
  try {
    stat = readFileSync(`${threads}/${thread}/stat`, 'latin1')
  } catch {
    // The thread has ended.
    return { nice: 0, user: 0 }
  }
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { nice: Number(words[16]), user: Number(words[11]) }
}
