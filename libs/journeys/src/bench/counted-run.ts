import { type CpuMicros, cpuSeconds, cpuSecondsOfFamily } from './cpu-time.ts'
import type { Order } from './load/orders.ts'
import type { LoadProcess } from './load/process.ts'
import type { Contestant } from './ours.ts'

/** A run with the CPU time per operation of the contestant's processes and of Postgres. */
export type CountedRun = Awaited<ReturnType<LoadProcess['run']>> & { cpuMicros: CpuMicros }

/**
 * Returns a function that carries out an order against a contestant that uses the Postgres of `postgresPid`. Its `finish` waits
 * for work that follows from the run, whose CPU time counts too.
 */
export function countingRuns(load: LoadProcess, postgresPid: number | undefined) {
  const usedBy = (contestant: Contestant): [string, number][] => [
    ...Object.entries(contestant.processes()).map(([name, pid]): [string, number] => [name, cpuSeconds([pid])]),
    ['postgres', cpuSecondsOfFamily(postgresPid)],
  ]
  return async (contestant: Contestant, order: Order, finish = async () => {}): Promise<CountedRun> => {
    const before = new Map(usedBy(contestant))
    const measured = await load.run(order)
    await finish()
    const micros = usedBy(contestant).map(([name, seconds]) => {
      const used = seconds - (before.get(name) ?? Number.NaN)
      return [name, (used * 1e6) / Math.max(1, measured.count)]
    })
    return { ...measured, cpuMicros: Object.fromEntries(micros) }
  }
}
