import { setTimeout as pause } from 'node:timers/promises'
import { defineFailure } from './failure.ts'

type Size = { deadlines: number; perSecond: number; clients: number; expiryMs: number }

export const redisWiped = defineFailure<Size>({
  id: 'F6',
  title: 'Redis killed and wiped while deadlines are pending',
  promise: 'meets every deadline once, none early, none 5 s late, and takes every question meanwhile',
  needs: { apis: 2, workers: 2 },
  company: ({ expiryMs }) => ({ other: { name: 'Soon', times: { expiryMs } } }),
  short: { deadlines: 200, perSecond: 80, clients: 10, expiryMs: 5_000 },
  full: { deadlines: 10_000, perSecond: 250, clients: 40, expiryMs: 60_000 },

  async run({ stage, load, must, mustTake, bound, within, unrouted }, { deadlines, perSecond, clients, expiryMs }) {
    const first = load({ clients, perSecond, body: { questionCategory: 'Soon' } })
    await within((deadlines / perSecond) * 4_000 + 5_000, 'The questions are asked', () => {
      return first.asked.ledger.length >= deadlines
    })
    const expiring = await first.stop()
    const others = load({ clients: 4, perSecond: 20 })
    await stage.redis.kill('SIGKILL')
    await pause(800)
    await stage.redis.wipe()
    const backAt = performance.now()
    await pause(500)
    const asked = await others.stop()

    const keys = expiring.ledger.map(({ key }) => key)
    const expired = () =>
      stage.sql<{ times: number; late: number }>(
        `select count(*)::int as times, max(extract(epoch from e.at - q.expires_at))::float8 * 1000 as late
         from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_EXPIRED'
         where q.metadata ->> 'key' = any($1) group by q.id`,
        [keys],
      )
    await within(expiryMs + 30_000, 'Every deadline is met', async () => (await expired()).length === keys.length)
    const late = (await expired()).map((row) => row.late)
    must(Math.min(...late) >= 0, 'A question expired early')
    must(Math.max(...late) < bound(5_000), `A question expired ${Math.max(...late).toFixed(0)} ms late`)
    must(
      (await expired()).every(({ times }) => times === 1),
      'A question expired twice',
    )
    mustTake(expiring, asked)
    await within(30_000, 'Every question is routed', async () => (await unrouted()) === 0)
    return {
      injected: `Redis wiped under ${keys.length} deadlines`,
      ledger: [...expiring.ledger, ...asked.ledger],
      recoveredMs: performance.now() - backAt,
      figures: { 'latest expiry, ms': Math.max(...late) },
    }
  },
})
