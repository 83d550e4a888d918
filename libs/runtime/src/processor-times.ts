import { readdirSync, readFileSync } from 'node:fs'
import { cpus, getPriority } from 'node:os'

/**
 * ms of all processors together since the machine started. `yielding`: what ran at a low priority, and leaves at once when
 * others come; not what this process did, where its own priority is low. Another process with a low priority counts as
 * yielding also where this one is nicer still: the system has one figure for all of them.
 */
export type ProcessorTimes = { idle: number; yielding: number; total: number }

/** Reads what the processors of this machine did. */
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
/** ms of one tick, in which Linux tells times to processes. */
const tickMs = 10

/** ms in which this process's threads ran at a low priority, but for those that are nicer than it: their work is to yield. */
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

/** A thread's niceness and its time outside the system, in ticks: the 19th and the 14th word, of which the second is its name. */
function timesOf(thread: string): { nice: number; user: number } {
  let stat: string
  try {
    stat = readFileSync(`${threads}/${thread}/stat`, 'latin1')
  } catch {
    // It has just ended.
    return { nice: 0, user: 0 }
  }
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { nice: Number(words[16]), user: Number(words[11]) }
}
