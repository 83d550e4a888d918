import { setTimeout as pause } from 'node:timers/promises'
import { type CountedRun, countingRuns } from './counted-run.ts'
import type { Order } from './load/orders.ts'
import type { LoadProcess } from './load/process.ts'
import type { Contestant, Ours } from './ours.ts'
import { askQuestions, readStamps } from './prepare.ts'

/** A run with further figures. `cpuMicros` counts asks until the last one is routed. */
export type Measured = CountedRun & { drainSeconds?: number; routedPerSecond?: number }

export type Workload = {
  name: 'ask' | 'poll' | 'conversation' | 'socket'
  unit: string
  /** Measures one contestant once. */
  measure(contestant: Contestant): Promise<Measured>
}

const connections = 32
const polled = 500
const watched = 100
const changesPerSecond = 100
const longestDrainMs = 60_000
/** Time between looks at the backlog in ms, and the precision of its times. Each look counts all questions since the start, on the same processors. */
export const betweenLooksMs = 250

/** Prepares both contestants and returns the workloads in order. `share` shortens every run. Both use the Postgres of `postgresPid`. */
export async function prepareWorkloads(
  load: LoadProcess,
  ours: Ours,
  bare: Contestant,
  { share, postgresPid }: { share: number; postgresPid: number | undefined },
): Promise<Workload[]> {
  const began = await ours.now()
  const questions = new Map(
    await Promise.all([ours, bare].map(async (c) => [c, await askQuestions(c, polled + watched)] as const)),
  )
  await drained(ours, began)
  const stamped = new Map(
    await Promise.all(
      [ours, bare].map(async (c) => [c, await readStamps(c, questions.get(c)?.slice(0, polled) ?? [])] as const),
    ),
  )
  const run = countingRuns(load, postgresPid)
  const commonOf = ({ target, senders }: Contestant, seconds: number) => ({ target, senders, seconds: seconds * share })

  return [
    {
      name: 'ask',
      unit: 'asks/s',
      async measure(contestant) {
        const order: Order = { kind: 'asks', connections, ...commonOf(contestant, 4) }
        if (contestant !== ours) return run(contestant, order)
        const since = await ours.now()
        const startedAt = performance.now()
        let drainSeconds = Number.NaN
        const measured = await run(contestant, order, async () => {
          const endedAt = performance.now()
          await drained(ours, since)
          drainSeconds = (performance.now() - endedAt) / 1_000
        })
        const routedPerSecond = measured.count / ((performance.now() - startedAt) / 1_000)
        return { ...measured, drainSeconds, routedPerSecond }
      },
    },
    {
      name: 'poll',
      unit: 'polls/s',
      measure: (contestant) =>
        run(contestant, {
          kind: 'polls',
          connections,
          questions: stamped.get(contestant) ?? [],
          ...commonOf(contestant, 3),
        }),
    },
    {
      name: 'conversation',
      unit: 'conversations/s',
      measure: (contestant) => run(contestant, { kind: 'conversations', connections, ...commonOf(contestant, 4) }),
    },
    {
      name: 'socket',
      unit: 'changes/s',
      measure: (contestant) =>
        run(contestant, {
          kind: 'changes',
          perSecond: changesPerSecond,
          questions: questions.get(contestant)?.slice(polled) ?? [],
          ...commonOf(contestant, 5),
        }),
    },
  ]
}

/** Waits at most a minute until every question since then is offered and the outbox is empty. */
export async function drained(ours: Ours, since: Date): Promise<void> {
  const giveUpAt = performance.now() + longestDrainMs
  while ((await ours.backlog(since)) > 0 && performance.now() < giveUpAt) {
    await pause(betweenLooksMs)
  }
}
