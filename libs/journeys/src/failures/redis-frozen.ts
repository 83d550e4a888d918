import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../bench/figures.ts'
import { seatAudience } from './audience.ts'
import { defineFailure } from './failure.ts'

type Size = { frozenMs: number; perSecond: number; clients: number; longestMs: number }

export const redisFrozen = defineFailure<Size>({
  id: 'F7',
  title: 'Redis frozen under load',
  promise: 'lets every request through, and hands over everything when it thaws',
  needs: { apis: 2, workers: 2, notifiers: 2 },
  short: { frozenMs: 3_000, perSecond: 40, clients: 10, longestMs: 1_500 },
  full: { frozenMs: 10_000, perSecond: 150, clients: 30, longestMs: 250 },

  async run(scene, { frozenMs, perSecond, clients, longestMs }) {
    const { stage, load, must, mustTake, bound, within, unrouted } = scene
    const audience = await seatAudience(scene, 8, 4)
    const asking = load({ clients, perSecond })
    await pause(500)
    stage.redis.freeze()
    const frozenAt = performance.now()
    await audience.writeToAll()
    await pause(frozenAt + frozenMs - performance.now())
    stage.redis.thaw()
    const asked = await asking.stop()

    mustTake(asked)
    const p99 = percentile(
      asked.attempts.filter(({ at }) => at > frozenAt).map(({ ms }) => ms),
      0.99,
    )
    must(p99 < bound(longestMs), `POST p99 was ${p99.toFixed(0)} ms`)
    const recoveredMs = await within(15_000, 'Every question is routed', async () => (await unrouted()) === 0)
    await audience.caughtUp(15_000)
    audience.close()
    return {
      injected: `${frozenMs / 1_000} s frozen at ${perSecond} asks/s`,
      ledger: asked.ledger,
      recoveredMs,
      figures: { 'POST p99, ms': p99 },
    }
  },
})
