import { percentile } from '../bench/figures.ts'
import { defineFailure } from './failure.ts'
import { insertDue, insertPending, removePending } from './pending.ts'

type Size = { pending: number; due: number; perSecond: number; doneMs: number; longestMs: number }

export const manyTimers = defineFailure<Size>({
  id: 'F21',
  title: 'many deadlines in the same second, before a crowd of pending ones',
  promise: 'meets all of them in seconds, each once and none early, while questions are taken as ever',
  needs: { apis: 2, workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  short: { pending: 5_000, due: 600, perSecond: 20, doneMs: 10_000, longestMs: 3_000 },
  full: { pending: 1_000_000, due: 10_000, perSecond: 50, doneMs: 10_000, longestMs: 1_000 },

  async run(
    { stage, askMany, load, must, mustTake, bound, within, say },
    { pending, due, perSecond, doneMs, longestMs },
  ) {
    const [model] = await askMany(1)
    const questionId = model?.uuid ?? ''
    await insertPending(stage, questionId, pending)
    say(`${pending} deadlines are pending`)
    const at = await insertDue(stage, questionId, due, due > 1_000 ? 10_000 : 2_000)
    const asking = load({ clients: 10, perSecond })
    const counted = async () => {
      const [row] = await stage.sql<{ open: number }>(
        `select count(*)::int as open from questions where next_due_at = $1`,
        [at],
      )
      return row?.open ?? 0
    }
    await within(due > 1_000 ? 60_000 : 20_000, 'Every deadline is met', async () => (await counted()) === 0)
    const asked = await asking.stop()
    const [row] = await stage.sql<{ expired: number; early: number; late: number; p99: number }>(
      `select count(*)::int as expired, min(extract(epoch from e.at - q.expires_at))::float8 * 1000 as early,
         max(extract(epoch from e.at - q.expires_at))::float8 * 1000 as late,
         percentile_disc(0.99) within group (order by extract(epoch from e.at - q.expires_at))::float8 * 1000 as p99
       from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_EXPIRED'
       where q.expires_at = $1`,
      [at],
    )
    const { expired = 0, early = -1, late = Number.NaN } = row ?? {}
    must(expired === due, `${expired} of ${due} questions expired`)
    must(early >= 0, 'A question expired early')
    must(late < bound(doneMs), `The last one expired ${late.toFixed(0)} ms late`)
    mustTake(asked)
    const p99 = percentile(
      asked.attempts.map(({ ms }) => ms),
      0.99,
    )
    must(p99 < bound(longestMs), `POST p99 was ${p99.toFixed(0)} ms`)
    await removePending(stage)
    return {
      injected: `${due} deadlines at once before ${pending} pending`,
      ledger: asked.ledger,
      recoveredMs: late,
      figures: { 'deadlines per second': (due / late) * 1_000, 'POST p99, ms': p99 },
    }
  },
})
