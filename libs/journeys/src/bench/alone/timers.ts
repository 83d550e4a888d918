import { setTimeout as pause } from 'node:timers/promises'
import { insertDue, insertPending, removePending } from '../../failures/pending.ts'
import { ms, percentile, whole } from '../figures.ts'
import { askQuestions } from '../prepare.ts'
import { drained } from '../workloads.ts'
import type { Measurement, Setting } from './measurement.ts'

const perSecond = 50
const inMs = 12_000

/**
 * Measures thousands of deadlines at the same moment, each a real expiry, among many pending ones. Reports how late they are,
 * and the effect on questions that are asked meanwhile.
 */
export async function measureTimers({ ours, load, share, pending, due, say }: Setting): Promise<Measurement> {
  const [model] = await askQuestions(ours, 1)
  const questionId = model?.uuid ?? ''
  const began = performance.now()
  await insertPending(ours, questionId, pending)
  say(`timers: ${whole(pending)} deadlines pending, filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  await drained(ours, new Date(0))
  const { target, senders } = ours
  const steady = (seconds: number) => load.run({ kind: 'steady', perSecond, seconds, target, senders })

  await steady(2 * share)
  const idle = await steady(8 * share)

  const scattered = await scatter(ours, questionId, 200)
  const at = await insertDue(ours, questionId, due, inMs)
  await ours.sql('vacuum analyze questions')
  await drained(ours, new Date(0))
  await pause(at.getTime() - (await ours.now()).getTime() - 1_000)
  const asking = steady(14 * share + 2)
  const metrics = await expiries(ours, at, due)
  const busy = await asking
  const during = (busy.samples ?? []).filter((s) => s.at >= at.getTime() && s.at <= at.getTime() + metrics.lateMs)
  const p99 = percentile(
    during.map((s) => s.ms),
    0.99,
  )
  await removePending(ours)

  const limit = Math.max(2 * idle.p99, 50)
  const timersPerSecond = (metrics.expired / metrics.lateMs) * 1_000
  say(
    `timers: ${whole(metrics.expired)} expired in ${(metrics.lateMs / 1_000).toFixed(1)} s (${whole(timersPerSecond)}/s), ` +
      `POST p99 ${ms(p99)} meanwhile, ${ms(idle.p99)} idle; scattered ones ${ms(scattered)} late (p99)`,
  )
  return {
    figures: {
      'timers/s': timersPerSecond,
      'timers done, ms': metrics.lateMs,
      'timers early': metrics.early,
      'POST p99 idle, ms': idle.p99,
      'POST p99 while timers fire, ms': p99,
      'asks while timers fire': during.length,
      'lateness p99 idle, ms': scattered,
    },
    verdicts: [
      {
        what: `${whole(due)} deadlines of one second`,
        wanted: '≤ 10 s, each once, none early',
        got: `${(metrics.lateMs / 1_000).toFixed(1)} s, ${whole(metrics.expired)} expired, ${metrics.early} early`,
        isMet: metrics.lateMs <= 10_000 && metrics.expired === due && metrics.early === 0,
      },
      { what: 'POST p99 while timers fire', wanted: `≤ ${ms(limit)}`, got: ms(p99), isMet: p99 <= limit },
      { what: 'lateness while idle, p99', wanted: '< 1 s', got: ms(scattered), isMet: scattered < 1_000 },
    ],
  }
}

/** Waits at most a minute until no deadline is due. */
async function expiries({ sql }: Setting['ours'], at: Date, due: number) {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    await pause(250)
    const [open] = await sql<{ count: number }>('select count(*)::int from questions where next_due_at = $1', [at])
    if ((open?.count === 0 && performance.now() > 0) || performance.now() > giveUpAt) break
  }
  const [row] = await sql<{ expired: number; early: number; late: number }>(
    `select count(*)::int as expired, count(*) filter (where e.at < q.expires_at)::int as early,
       max(extract(epoch from e.at - q.expires_at))::float8 * 1000 as late
     from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_EXPIRED' where q.expires_at = $1`,
    [at],
  )
  return { expired: Math.min(due, row?.expired ?? 0), early: row?.early ?? 0, lateMs: row?.late ?? Number.NaN }
}

/** Spreads single deadlines over five seconds, and returns how late they were met: p99 in ms. */
async function scatter(ours: Setting['ours'], questionId: string, count: number): Promise<number> {
  const at = await insertDue(ours, questionId, count, 3_600_000)
  await ours.sql(
    `update questions set expiry_due_at = m.due, expires_at = m.due
     from (select id, clock_timestamp() + interval '500 milliseconds' + random() * interval '5 seconds' as due from questions where expires_at = $1) m
     where m.id = questions.id`,
    [at],
  )
  await pause(7_000)
  const [row] = await ours.sql<{ p99: number }>(
    `select percentile_disc(0.99) within group (order by extract(epoch from e.at - q.expires_at))::float8 * 1000 as p99
     from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_EXPIRED'
     where e.at > clock_timestamp() - interval '9 seconds' and q.metadata = '{"due": true}'`,
  )
  return row?.p99 ?? Number.NaN
}
