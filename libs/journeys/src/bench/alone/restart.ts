import { setTimeout as pause } from 'node:timers/promises'
import { secondsWithoutProcessor } from '../cpu-time.ts'
import { ms, whole } from '../figures.ts'
import type { Ours } from '../ours.ts'
import { drained } from '../workloads.ts'
import { askTogether } from './crowds.ts'
import { readGauge, readLoopDelay } from './event-loop.ts'
import type { Measurement, Setting } from './measurement.ts'
import { fillPast } from './past.ts'

/** Target in s for the time from a worker's start until it knows a company's past. */
const longestLoad = 30
/** Target in ms for the event loop of a worker that starts. */
const longestBlock = 50
/** Time in s after the load in which the worker makes its first decisions. */
const firstDecisions = 5
const longestWaitMs = 900_000
const texts = Array.from({ length: 500 }, (_, n) => `w${n * 40} w${n * 40 + 3} w${n * 40 + 9} w${20_000 + n * 7}`)

/**
 * Measures a restart while 50 questions a second are asked by two companies. One has `past` resolved questions and `staff`
 * experts. Reports when the first worker has stored a snapshot, and when a second worker has loaded it after its start.
 * Also reports the effect on routing and event loops.
 *
 * The event loop of the second worker is measured from when it is ready, because it takes no work before. Until then it imports
 * modules, which blocks. Lateness contains the time in which no processor was free.
 */
export async function measureRestart(setting: Setting): Promise<Measurement> {
  const { ours, past, staff, say } = setting
  const large = await ours.found()
  say(`restart: making up ${whole(past)} resolved questions and ${whole(staff)} experts`)
  await fillPast(ours, large.companyId, { past, staff })
  const crowds = [
    { senders: large.senders, texts },
    { senders: ours.senders, texts },
  ]
  const since = await ours.now()
  let isOver = false
  const asking = askTogether(setting, crowds, { isEnough: () => isOver })
  await readLoopDelay(ours.worker)

  const keepingFrom = performance.now()
  await until(async () => (await keptQuestions(ours, large.companyId)) >= past)
  const keeping = (performance.now() - keepingFrom) / 1_000
  const loopWhileKept = await readLoopDelay(ours.worker)

  const startedAt = await ours.now()
  const from = performance.now()
  const { copy } = await ours.add('routing-worker')
  const starting = (performance.now() - from) / 1_000
  const withoutProcessor = secondsWithoutProcessor(copy.pid())
  let latest = 0
  const readQuestions = async () => {
    const { value, max } = await readGauge(copy, 'askline_evidence_questions')
    latest = Math.max(latest, max)
    return value
  }
  await until(async () => (await readQuestions()) >= past)
  const loading = (performance.now() - from) / 1_000
  const latestOfLoad = latest
  for (const end = performance.now() + firstDecisions * 1_000; performance.now() < end; await pause(200))
    await readQuestions()
  const waited = secondsWithoutProcessor(copy.pid()) - withoutProcessor
  const loopOfFirst = await readLoopDelay(ours.worker)
  const loadedAt = await ours.now()
  isOver = true
  const asked = await asking
  await drained(ours, since)
  const others = await routedOthers(ours, large.companyId, startedAt, loadedAt)
  await copy.stop()

  say(`restart: kept after ${keeping.toFixed(0)} s, the worker's event loop p99 ${ms(loopWhileKept.p99)}`)
  say(
    `restart: a second worker is ready ${starting.toFixed(1)} s after its start, and knows them after ${loading.toFixed(1)} s. ` +
      `Its event loop, from ready on: ${ms(latestOfLoad)} late at most until then, and ${ms(latest)} with its first decisions; ` +
      `no processor was free for ${waited.toFixed(1)} s in all`,
  )
  say(`restart: the first one's p99 ${ms(loopOfFirst.p99)}; others asked → routed p99 ${ms(others)}`)
  return {
    figures: {
      past,
      staff,
      'kept after, s': keeping,
      'event loop p99 of who keeps, ms': loopWhileKept.p99,
      'known to the second worker, s': loading,
      'second worker ready, s': starting,
      'event loop max of the second until it knows them, ms': latestOfLoad,
      'event loop max of the second with its first decisions, ms': latest,
      'second worker without a processor, s': waited,
      'event loop p99 of the first meanwhile, ms': loopOfFirst.p99,
      'asked to routed p99 of another company meanwhile, ms': others,
      'questions refused': asked.errors,
    },
    verdicts: [
      {
        what: `a worker that starts knows ${whole(past)} questions`,
        wanted: `< ${longestLoad} s`,
        got: `${loading.toFixed(1)} s`,
        isMet: loading < longestLoad,
      },
      {
        what: 'event loop of a worker that starts, from ready on',
        wanted: `< ${longestBlock} ms late`,
        got: `${ms(latest)}, with ${waited.toFixed(1)} s without a processor in all`,
        isMet: latest < longestBlock,
      },
      { what: 'questions refused meanwhile', wanted: '0', got: String(asked.errors), isMet: asked.errors === 0 },
    ],
  }
}

/** Waits up to a quarter of an hour, then throws. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = performance.now() + longestWaitMs; !(await isTrue()); await pause(200)) {
    if (performance.now() > giveUpAt) throw new Error('It did not come within a quarter of an hour')
  }
}

async function keptQuestions({ sql }: Ours, companyId: string): Promise<number> {
  const [row] = await sql<{ questions: number }>(
    'select questions from evidence_snapshots where company_id = $1 and snapshot_id is not null',
    [companyId],
  )
  return row?.questions ?? 0
}

/** Returns the p99 in ms from the ask to the first wave, for questions of other companies. */
async function routedOthers({ sql }: Ours, companyId: string, since: Date, until: Date): Promise<number> {
  const [row] = await sql<{ p99: number | null }>(
    `select percentile_disc(0.99) within group (order by extract(epoch from first_offered_at - created_at)::float8 * 1000) as p99
     from questions where company_id <> $1 and created_at >= $2 and created_at < $3`,
    [companyId, since, until],
  )
  return row?.p99 ?? Number.NaN
}
