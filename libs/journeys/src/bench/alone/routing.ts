import { setTimeout as pause } from 'node:timers/promises'
import { processorTimes } from '@askline/runtime'
import { cpuSeconds } from '../cpu-time.ts'
import { ms, summarise, whole } from '../figures.ts'
import type { Ours } from '../ours.ts'
import { betweenLooksMs, drained } from '../workloads.ts'
import type { Measurement, Setting } from './measurement.ts'
import { limitProcessors } from './processor-quota.ts'

const connections = 32

/**
 * Measures questions routed per second by one worker, by two, and by two of which one is stopped midway. Then it measures
 * claims of the offers. Workers are stopped while questions are asked, so that routing is the only work. The company is new: it
 * has no known answers, and no answer times from which a promise would widen a wave. With `quota`, each worker may use only that
 * percentage of a processor while it routes. Two cores are then enough for Postgres and both workers.
 */
export async function measureRouting({ ours, load, share, quota, say }: Setting): Promise<Measurement> {
  const company = await ours.found()
  const second = (await ours.add('routing-worker')).copy
  const both = [ours.worker, second]
  let lost = 0
  const micros: number[] = []
  const idle: number[] = []

  /** Asks while all workers are stopped, continues the workers `awake`, and returns questions routed per second. */
  async function route(awake: typeof both, midway?: () => Promise<unknown>): Promise<number> {
    for (const worker of both) worker.kill('SIGSTOP')
    const since = await ours.now()
    const { count } = await load.run({
      kind: 'asks',
      connections,
      target: ours.target,
      senders: company.senders,
      seconds: 2 * share,
    })
    // The jobs must be in BullMQ before a worker takes one.
    await pause(500)
    const waiting = await ours.backlog(since)
    const cpuBefore = cpuSeconds(both.map((worker) => worker.pid()))
    const machineBefore = processorTimes()
    const from = performance.now()
    const pids = both.flatMap((worker) => worker.pid() ?? [])
    const endQuota = quota === undefined ? undefined : limitProcessors(pids, quota)
    for (const worker of awake) worker.kill('SIGCONT')
    let isMidway = midway === undefined
    let left = waiting
    try {
      while (left > 0 && performance.now() - from < 60_000) {
        await pause(betweenLooksMs)
        left = await ours.backlog(since)
        if (!isMidway && left < waiting * 0.7) {
          isMidway = true
          await midway?.()
        }
      }
    } finally {
      endQuota?.()
    }
    for (const worker of both) worker.kill('SIGCONT')
    lost += left + (await offeredTwice(since))
    const machine = processorTimes()
    micros.push(((cpuSeconds(both.map((worker) => worker.pid())) - cpuBefore) * 1e6) / count)
    idle.push((machine.idle - machineBefore.idle) / (machine.total - machineBefore.total))
    return rateSince(since)
  }
  /** Returns questions per second between the 5th and the 95th percentile: the speed of steady routing. */
  const rateSince = async (since: Date) => {
    const [row] = await ours.sql<{ rate: number }>(
      `select (0.9 * count(*) / nullif(extract(epoch from percentile_disc(0.95) within group (order by at)
         - percentile_disc(0.05) within group (order by at)), 0))::float8 as rate
       from question_events where type = 'QUESTION_OFFERED' and at > $1`,
      [since],
    )
    return row?.rate ?? Number.NaN
  }
  const offeredTwice = async (since: Date) => {
    const [row] = await ours.sql<{ count: number }>(
      `select count(*)::int from (select question_id from question_events where type = 'QUESTION_OFFERED' and at > $1
         group by question_id having count(*) > 1) twice`,
      [since],
    )
    return row?.count ?? 0
  }

  await route(both)
  const rates: { one: number[]; two: number[] } = { one: [], two: [] }
  for (let n = 0; n < 3; n++) {
    rates.one.push(await route([ours.worker]))
    rates.two.push(await route(both))
    const [idleOne = 0, idleTwo = 0] = idle.slice(-2).map((share) => share * 100)
    say(
      `routing ${n + 1}/3: one worker ${whole(rates.one[n] ?? 0)}/s (machine idle ${whole(idleOne)} %), ` +
        `two ${whole(rates.two[n] ?? 0)}/s (idle ${whole(idleTwo)} %), ${whole(micros.at(-1) ?? 0)} µs of worker each`,
    )
  }
  const removed = await route(both, () => second.stop())
  say(`routing, the second worker stopped midway: ${whole(removed)}/s, lost or done twice ${lost}`)

  const claims = await claimAll({ ours, load, share, say }, company)
  const [one, two] = [summarise(rates.one).median, summarise(rates.two).median]
  return {
    figures: { 'routed/s, one worker': one, 'routed/s, two workers': two, 'routed/s, one removed': removed, ...claims },
    verdicts: [
      {
        what: `routed per second, second worker${quota === undefined ? '' : `, each with ${quota} % of a processor`}`,
        wanted: quota === undefined ? 'more than one' : '1.6 ×',
        got: `${whole(one)} → ${whole(two)}`,
        isMet: quota === undefined ? two > one : two >= 1.6 * one,
      },
      { what: 'questions lost or offered twice', wanted: '0', got: String(lost), isMet: lost === 0 },
    ],
  }
}

/** Claims a few thousand questions, each for one of the experts it is offered to. */
async function claimAll(
  { ours, load, share, say }: Pick<Setting, 'ours' | 'load' | 'share' | 'say'>,
  { companyId, senders }: Awaited<ReturnType<Ours['found']>>,
) {
  await drained(ours, new Date(0))
  const tokens = new Map(senders.experts.map(({ userId, token }) => [userId, token]))
  const rows = await ours.sql<{ uuid: string; expert: string }>(
    `select distinct on (o.question_id) o.question_id as uuid, o.expert_id as expert from offers o join questions q on q.id = o.question_id
     where o.company_id = $2 and o.status = 'pending' and q.holder_id is null and q.status = 'UNRESOLVED' order by o.question_id, random() limit $1`,
    [Math.round(4_000 * share), companyId],
  )
  const claims = rows.map(({ uuid, expert }) => ({ uuid, token: tokens.get(expert) ?? '' }))
  const run = await load.run({ kind: 'claims', connections, claims, target: ours.target, senders, seconds: 0 })
  say(`claims: ${whole(run.rate)}/s, p50 ${ms(run.p50)}, p99 ${ms(run.p99)}, refused ${run.errors}`)
  return { 'claims/s': run.rate, 'claim p99, ms': run.p99, 'claims refused': run.errors }
}
