import type { Ours } from '../ours.ts'
import { drained } from '../workloads.ts'
import { askTogether } from './crowds.ts'
import { readGauge, readLoopDelay } from './event-loop.ts'
import { type Measurement, ms, pause, type Setting, whole } from './measurement.ts'
import { fillPast } from './past.ts'

/** Target in s for the time from a worker's start until it knows a company's past. */
const longestLoad = 30
const longestWaitMs = 900_000
const texts = Array.from({ length: 500 }, (_, n) => `w${n * 40} w${n * 40 + 3} w${n * 40 + 9} w${20_000 + n * 7}`)

/**
 * Measures a restart while 50 questions a second are asked by two companies. One has `past` resolved questions and `staff`
 * experts. Reports when the first worker has stored a snapshot, and when a second worker has loaded it after its start.
 * Also reports the effect on routing and event loops.
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
  let latest = 0
  await until(async () => {
    const { value, max } = await readGauge(copy, 'askline_evidence_questions')
    latest = Math.max(latest, max)
    return value >= past
  })
  const loading = (performance.now() - from) / 1_000
  const loopOfFirst = await readLoopDelay(ours.worker)
  const loadedAt = await ours.now()
  isOver = true
  const asked = await asking
  await drained(ours, since)
  const others = await routedOthers(ours, large.companyId, startedAt, loadedAt)
  await copy.stop()

  say(`restart: kept after ${keeping.toFixed(0)} s, the worker's event loop p99 ${ms(loopWhileKept.p99)}`)
  say(
    `restart: a second worker knows them ${loading.toFixed(1)} s after its start, event loop ${ms(latest)} late at most; ` +
      `the first one's p99 ${ms(loopOfFirst.p99)}; others asked → routed p99 ${ms(others)}`,
  )
  return {
    figures: {
      past,
      staff,
      'kept after, s': keeping,
      'event loop p99 of who keeps, ms': loopWhileKept.p99,
      'known to the second worker, s': loading,
      'event loop max of the second, ms': latest,
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
