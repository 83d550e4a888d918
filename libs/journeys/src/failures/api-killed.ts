import { setTimeout as pause } from 'node:timers/promises'
import { killAndAwait } from '../stage/stage.ts'
import { defineFailure, refused } from './failure.ts'

type Size = { kills: number; perSecond: number; clients: number; betweenMs: number }

export const apiKilled = defineFailure<Size>({
  id: 'F1',
  title: 'an API killed with -9 under load',
  promise: 'loses nothing it acknowledged, does nothing twice, and errs only while it is away',
  needs: { apis: 2 },
  short: { kills: 2, perSecond: 80, clients: 20, betweenMs: 500 },
  full: { kills: 20, perSecond: 150, clients: 50, betweenMs: 2_000 },

  async run({ stage, load, must }, { kills, perSecond, clients, betweenMs }) {
    const asking = load({ clients, perSecond })
    const away: [from: number, to: number][] = []
    for (let n = 0; n < kills; n++) {
      await pause(betweenMs)
      const from = performance.now()
      const victim = stage.apis[n % stage.apis.length]
      if (victim) await killAndAwait(victim)
      away.push([from, performance.now() + 100])
    }
    const asked = await asking.stop()
    const errors = refused(asked)
    const unexplained = errors.filter(({ at }) => !away.some(([from, to]) => at >= from && at <= to))
    const unanswered = asked.ledger.filter(({ status }) => status !== 201)
    must(unanswered.length === 0, `${unanswered.length} questions were never taken: ${unanswered[0]?.status}`)
    must(unexplained.length === 0, `${unexplained.length} errors while every API was there: ${unexplained[0]?.status}`)
    must(errors.length > 0, 'The kills were not felt')
    return {
      injected: `${kills} kills`,
      ledger: asked.ledger,
      recoveredMs: Math.max(...away.map(([from, to]) => to - from)),
      figures: { 'attempts without 201': errors.length },
    }
  },
})
