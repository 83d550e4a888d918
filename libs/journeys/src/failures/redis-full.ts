import { setTimeout as pause } from 'node:timers/promises'
import { buildLogger, openHastyRedis } from '@askline/runtime'
import { defineFailure } from './failure.ts'

type Size = { fullMs: number; perSecond: number; clients: number; backMs: number }

export const redisFull = defineFailure<Size>({
  id: 'F9',
  title: 'Redis full (maxmemory, noeviction)',
  promise: 'keeps jobs in the outbox, fails no request, and hands over everything when there is room',
  needs: { apis: 2, workers: 2 },
  short: { fullMs: 2_000, perSecond: 40, clients: 10, backMs: 15_000 },
  full: { fullMs: 60_000, perSecond: 100, clients: 20, backMs: 60_000 },

  async run({ stage, load, must, mustTake, within, unrouted }, { fullMs, perSecond, clients, backMs }) {
    const redis = openHastyRedis(stage.redis.url, buildLogger('chaos', 'silent'), 'chaos')
    await within(5_000, 'Redis is there', () => redis.status === 'ready')
    const asking = load({ clients, perSecond })
    await redis.config('SET', 'maxmemory', '1')
    await pause(fullMs)
    const [kept] = await stage.sql<{ count: number }>('select count(*)::int from outbox')
    await redis.config('SET', 'maxmemory', '0')
    const from = performance.now()
    const asked = await asking.stop()
    mustTake(asked)
    must((kept?.count ?? 0) > 0, 'Nothing was kept in the outbox: Redis was not full')
    await within(backMs, 'Every question is routed', async () => (await unrouted()) === 0)
    redis.disconnect()
    return {
      injected: `full for ${fullMs / 1_000} s at ${perSecond} asks/s`,
      ledger: asked.ledger,
      recoveredMs: performance.now() - from,
      figures: { 'rows kept in the outbox': kept?.count ?? 0 },
    }
  },
})
