import { setTimeout as pause } from 'node:timers/promises'
import type { LedgerEntry } from '../oracle.ts'
import { seatAudience } from './audience.ts'
import { defineFailure } from './failure.ts'

type Size = { awayMs: number[]; perSecond: number; clients: number; backMs: number }

export const redisAway = defineFailure<Size>({
  id: 'F8',
  title: 'Redis away',
  promise: 'is told by readiness, fails no request, and has workers and notifiers at work soon after its return',
  needs: { apis: 2, workers: 2, notifiers: 2 },
  // The experts answer nothing. After missed offers they would be away, and no question would be offered any more.
  company: { times: { awayAfterMissed: 0 } },
  short: { awayMs: [2_000], perSecond: 20, clients: 5, backMs: 10_000 },
  full: { awayMs: [2_000, 15_000, 40_000, 300_000], perSecond: 30, clients: 10, backMs: 5_000 },

  async run(scene, { awayMs, perSecond, clients, backMs }) {
    const { stage, load, mustTake, within, askMany, say } = scene
    const audience = await seatAudience(scene, 8, 4)
    const ledger: LedgerEntry[] = []
    const routed = async () => {
      const [row] = await stage.sql<{ count: number }>('select count(*)::int from questions where wave > 0')
      return row?.count ?? 0
    }
    const recoveries: number[] = []
    for (const ms of awayMs) {
      say(`away for ${ms / 1_000} s`)
      const asking = load({ clients, perSecond })
      await stage.redis.kill('SIGKILL')
      const from = performance.now()
      await within(
        5_000,
        'A worker says that it is not ready',
        async () => !(await isReady(stage.workers[0]?.readyUrl)),
      )
      await audience.writeToAll()
      await askMany(1)
      await pause(from + ms - performance.now())
      const before = await routed()
      await stage.redis.start()
      const backAt = performance.now()
      // Waiting questions are routed first, so recovery means that any question is routed, not the newest one.
      await within(backMs, 'A question is routed after the return', async () => (await routed()) > before)
      recoveries.push(performance.now() - backAt)
      const asked = await asking.stop()
      ledger.push(...asked.ledger)
      mustTake(asked)
      await within(Math.max(20_000, ms / 10), 'Every question is routed', async () => (await scene.unrouted()) === 0)
      await audience.caughtUp(15_000)
      for (const service of [...stage.workers, ...stage.notifiers])
        await within(45_000, `${service.name} is ready again`, () => isReady(service.readyUrl))
    }
    audience.close()
    return {
      injected: `away for ${awayMs.map((ms) => ms / 1_000).join(', ')} s`,
      ledger,
      recoveredMs: Math.max(...recoveries),
    }
  },
})

async function isReady(url = ''): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  await answer.body?.cancel()
  return answer.status === 200
}
