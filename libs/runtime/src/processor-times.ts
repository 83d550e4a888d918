import { cpus } from 'node:os'

/** ms of all processors together since the machine started. `yielding`: what ran at a low priority, and leaves at once when others come. */
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
  return { idle, yielding, total }
}
