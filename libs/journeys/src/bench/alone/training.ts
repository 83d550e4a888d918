import { setTimeout as pause } from 'node:timers/promises'
import type { Verdict } from '../bench-report.ts'
import { ms, whole } from '../figures.ts'
import type { Ours } from '../ours.ts'
import { drained } from '../workloads.ts'
import { askTogether, type Crowd } from './crowds.ts'
import { countJobs, type LoopDelay, readLoopDelay } from './event-loop.ts'
import type { Measurement, Setting } from './measurement.ts'
import { type Watch, watchPredictions } from './predictions.ts'
import { foundTrainingCompany, type TrainingCompany, train } from './training-companies.ts'
import { csvOf, makeUtterances } from './utterances.ts'

/** Examples of the first version. It has fewer, so that the second version is better. */
const firstUtterances = 1_540
/** Highest p99 delay in ms of an event loop while companies train. */
const latest = 50

/**
 * Measures two companies that train at the same time while they and a third one ask. Reports the time from upload to READY and
 * the effect on routing and event loops. Also reports the time until every worker predicts with the new version.
 */
export async function measureTraining(setting: Setting): Promise<Measurement> {
  const { ours, share, utterances, say } = setting
  const second = (await ours.add('routing-worker')).copy
  const workers = [ours.worker, second]
  const companies = await Promise.all([1, 2].map((n) => foundTrainingCompany(ours, n)))
  const crowds: Crowd[] = [...companies, { senders: ours.senders, texts: companies.flatMap(({ texts }) => texts) }]
  const trainAll = (count: number) =>
    Promise.all(companies.map((company, n) => train(ours, company, csvOf(makeUtterances(count, n)))))
  const delays = () => Promise.all(workers.map(readLoopDelay))
  const predictions = () => Promise.all(workers.map((worker) => countJobs(worker, 'text-request')))

  const watches = companies.map(watchPredictions)
  await trainAll(firstUtterances)
  await settle(watches, 1)
  await askTogether(setting, crowds, { seconds: 3 * share })
  await delays()

  const beforeSince = await ours.now()
  const before = await askTogether(setting, crowds, { seconds: 10 * share })
  const loopsBefore = await delays()

  const since = await ours.now()
  const known = watches.map(({ predictions }) => predictions.length)
  let isOver = false
  const asking = askTogether(setting, crowds, { isEnough: () => isOver })
  const files = await trainAll(utterances)
  await settle(watches, 2)
  const loops = await delays()
  const until = await ours.now()
  const done = await predictions()
  await pause(1_000)
  const isSilent = (await predictions()).some((count, n) => count === done[n])
  isOver = true
  const during = await asking
  await Promise.all(watches.map((watch) => watch.stop()))
  await drained(ours, beforeSince)

  const swaps: number[] = []
  for (const [n, { companyId }] of companies.entries()) {
    swaps.push((watches[n]?.settled(2).since ?? Number.NaN) - (await committedAt(ours, companyId)))
  }
  const predicted = watches.flatMap((watch, n) => watch.predictions.slice(known[n]))
  const strange = predicted.filter(({ version }) => version !== 1 && version !== 2).length
  const routedBefore = await routing(ours, beforeSince, since)
  const routed = await routing(ours, since, until)
  const lost = before.errors + during.errors + routedBefore.waiting + routed.waiting
  await second.stop()

  for (const [n, { tookMs, view }] of files.entries()) {
    say(
      `training, ${companies[n]?.name}: ${whole(view.rowsAccepted)} utterances READY ${inSeconds(tookMs)} after the upload, ` +
        `accuracy ${view.heldOutAccuracy?.toFixed(3)}; every worker predicts with them ${ms(swaps[n] ?? Number.NaN)} after the commit`,
    )
  }
  say(`training, event loops of the workers: ${told(loops)}; before: ${told(loopsBefore)}`)
  say(
    `training, asked → routed: p50 ${ms(routed.p50)}, p99 ${ms(routed.p99)} of ${whole(routed.count)}, ` +
      `before: p50 ${ms(routedBefore.p50)}, p99 ${ms(routedBefore.p99)} of ${whole(routedBefore.count)}; ` +
      `POST p99 ${ms(during.p99)}, before: ${ms(before.p99)}`,
  )
  return {
    figures: {
      utterances,
      'READY, first, s': Math.min(...files.map(({ tookMs }) => tookMs)) / 1_000,
      'READY, second, s': Math.max(...files.map(({ tookMs }) => tookMs)) / 1_000,
      ...figuresOf('before', loopsBefore, routedBefore, before),
      ...figuresOf('while training', loops, routed, during),
      'swap, ms': Math.max(...swaps),
      'predictions that failed or by neither version': strange,
      'questions refused or not routed': lost,
    },
    verdicts: [
      loopVerdict(loops),
      swapVerdict(swaps, isSilent),
      {
        what: 'predictions that failed, or by neither version',
        wanted: '0',
        got: `${strange} of ${whole(predicted.length)}`,
        isMet: strange === 0,
      },
      { what: 'questions refused or not routed', wanted: '0', got: String(lost), isMet: lost === 0 },
    ],
  }
}

const inSeconds = (millis: number) => `${(millis / 1_000).toFixed(1)} s`
const told = (loops: LoopDelay[]) => loops.map(({ p99, max }) => `p99 ${ms(p99)}, max ${ms(max)}`).join(' and ')
const worst = (loops: LoopDelay[], which: keyof LoopDelay) => Math.max(...loops.map((loop) => loop[which]))

const loopVerdict = (loops: LoopDelay[]): Verdict => ({
  what: 'event loops of two workers while two companies train, p99',
  wanted: `< ${latest} ms`,
  got: loops.map(({ p99 }) => ms(p99)).join(' and '),
  isMet: worst(loops, 'p99') < latest,
})

const swapVerdict = (swaps: number[], isSilent: boolean): Verdict => ({
  what: 'every worker predicts with the new version',
  wanted: '≤ 1 s after its commit',
  got: isSilent ? 'a worker predicted nothing' : swaps.map(ms).join(' and '),
  isMet: !isSilent && Math.max(...swaps) <= 1_000,
})

const figuresOf = (when: string, loops: LoopDelay[], routed: Routed, { p99 }: { p99: number }) => ({
  [`event loop p99 ${when}, ms`]: worst(loops, 'p99'),
  [`event loop max ${when}, ms`]: worst(loops, 'max'),
  [`asked to routed p50 ${when}, ms`]: routed.p50,
  [`asked to routed p99 ${when}, ms`]: routed.p99,
  [`POST p99 ${when}, ms`]: p99,
})

/** Waits until this version alone answered each company twenty times. Throws after 30 s. */
async function settle(watches: readonly Watch[], version: number): Promise<void> {
  const giveUpAt = performance.now() + 30_000
  while (watches.some((watch) => watch.settled(version).seen < 20)) {
    if (performance.now() > giveUpAt) throw new Error(`Not every worker predicts with version ${version}`)
    await pause(50)
  }
}

/** Returns when the running version was activated, in ms since 1970: a few ms before its commit. */
async function committedAt({ sql }: Ours, companyId: TrainingCompany['companyId']): Promise<number> {
  const [row] = await sql<{ at: Date }>('select changed_at as at from running_models where company_id = $1', [
    companyId,
  ])
  return row?.at.getTime() ?? Number.NaN
}

type Routed = { count: number; p50: number; p99: number; waiting: number }

/** Returns the times in ms from ask to first wave of a period's questions, and how many still wait. */
async function routing({ sql }: Ours, since: Date, until: Date): Promise<Routed> {
  const [row] = await sql<Routed>(
    `select count(*)::int as count, count(*) filter (where took is null)::int as waiting,
       percentile_disc(0.5) within group (order by took) as p50, percentile_disc(0.99) within group (order by took) as p99
     from (select created_at, extract(epoch from first_offered_at - created_at)::float8 * 1000 as took from questions) q where created_at >= $1 and created_at < $2`,
    [since, until],
  )
  return row ?? { count: 0, p50: Number.NaN, p99: Number.NaN, waiting: Number.NaN }
}
