import { setTimeout as pause } from 'node:timers/promises'
import { insertPending, removePending } from '../../failures/pending.ts'
import { cpuSeconds, cpuSecondsOfFamily } from '../cpu-time.ts'
import { whole } from '../figures.ts'
import { findPostgresPid } from '../postgres-pid.ts'
import { askQuestions } from '../prepare.ts'
import { drained } from '../workloads.ts'
import type { Measurement, Setting } from './measurement.ts'

/** Longer than the pass of the reconciler over all open questions at 10,000 of them. */
const seconds = 120
/** After a load V8 compiles and collects garbage for more than a minute. That is no work of a service at rest. */
const settleMs = 90_000
/** From this number of open questions on, the wider limit counts. */
const many = 1_000_000

/** Measures the CPU time of all processes and of Postgres while `open` questions are open and no client sends a request. */
export async function measureRest({ ours, share, open, say }: Setting): Promise<Measurement> {
  const [model] = await askQuestions(ours, 1)
  await insertPending(ours, model?.uuid ?? '', open)
  await ours.sql('vacuum (analyze) questions')
  await ours.sql('vacuum (analyze) responses')
  await drained(ours, new Date(0))
  await ours.sql('checkpoint')
  say(
    `rest: ${whole(open)} questions are open; waiting ${whole(settleMs / 1_000 + seconds * share)} s without requests`,
  )
  await pause(settleMs)
  const postgresPid = await findPostgresPid(ours)
  const usedBy = (): [string, number][] => [
    ...Object.entries(ours.processes()).map(([name, pid]): [string, number] => [name, cpuSeconds([pid])]),
    ['postgres', cpuSecondsOfFamily(postgresPid)],
  ]
  const before = new Map(usedBy())
  await pause(seconds * share * 1_000)
  const shares = usedBy().map(([name, used]) => [
    name,
    ((used - (before.get(name) ?? Number.NaN)) / (seconds * share)) * 100,
  ]) as [string, number][]
  await removePending(ours)

  const total = shares.reduce((sum, [, percent]) => sum + percent, 0)
  const limit = open >= many ? 15 : 3
  const percent = (value: number) => `${value.toFixed(1)} %`
  say(`rest: ${shares.map(([name, value]) => `${name} ${percent(value)}`).join(', ')} of a core`)
  return {
    figures: { open, ...Object.fromEntries(shares.map(([name, value]) => [`${name}, % of a core`, value])) },
    verdicts: [
      {
        what: `CPU at rest with ${whole(open)} open questions`,
        wanted: `≤ ${limit} % of a core`,
        got: percent(total),
        isMet: total <= limit,
      },
    ],
  }
}
