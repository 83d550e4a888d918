import { percentile } from '../figures.ts'
import type { Sample, Senders } from '../load/orders.ts'
import type { Setting } from './measurement.ts'

/** Questions per second of all crowds together. */
const perSecond = 50
const connections = 16
/** Length of one piece of asking, in s. After each piece the caller may stop. */
const pieceSeconds = 2

export type Crowd = { senders: Senders; texts: string[] }
export type Asked = { asks: number; errors: number; p99: number }

/** Asks fifty questions a second with all crowds, for at least the given seconds and until `isEnough` returns true. */
export async function askTogether(
  { ours, load }: Pick<Setting, 'ours' | 'load'>,
  crowds: readonly Crowd[],
  { seconds = 0, isEnough = () => true }: { seconds?: number; isEnough?: () => boolean },
): Promise<Asked> {
  const samples: Sample[] = []
  let errors = 0
  const rate = { perSecond: perSecond / crowds.length, connections }
  for (let asked = 0; asked < seconds || !isEnough(); asked += pieceSeconds) {
    const runs = await Promise.all(
      crowds.map((crowd) =>
        load.run({ kind: 'steady', target: ours.target, seconds: pieceSeconds, ...rate, ...crowd }),
      ),
    )
    for (const run of runs) {
      samples.push(...(run.samples ?? []))
      errors += run.errors
    }
  }
  const latencies = samples.map((sample) => sample.ms)
  return { asks: samples.length, errors, p99: percentile(latencies, 0.99) }
}
