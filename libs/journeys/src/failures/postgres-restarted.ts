import { setTimeout as pause } from 'node:timers/promises'
import { defineFailure, refused } from './failure.ts'

type Size = { restarts: number; perSecond: number; clients: number }

export const postgresRestarted = defineFailure<Size>({
  id: 'F11',
  title: 'Postgres restarted at once under load',
  promise: 'ends no process, is told with 503 at most, and is over within 5 s',
  needs: { apis: 2, workers: 2 },
  short: { restarts: 2, perSecond: 60, clients: 20 },
  full: { restarts: 20, perSecond: 60, clients: 20 },

  async run({ stage, load, must, bound, within }, { restarts, perSecond, clients }) {
    const services = [...stage.apis, ...stage.workers, ...stage.notifiers]
    const pids = services.map((service) => service.pid()).join()
    const asking = load({ clients, perSecond })
    const recoveries: number[] = []
    for (let round = 0; round < restarts; round++) {
      await pause(700)
      await stage.postgres.restart()
      const backAt = performance.now()
      const answered = () => asking.asked.attempts.filter(({ at, status }) => at > backAt && status === 201).length
      await within(15_000, 'Questions are taken again', () => answered() > 20)
      const lastError = Math.max(backAt, ...refused(asking.asked).map(({ at }) => at))
      recoveries.push(lastError - backAt)
    }
    await pause(700)
    const asked = await asking.stop()
    const unanswered = asked.ledger.filter(({ status }) => status !== 201)
    must(unanswered.length === 0, `${unanswered.length} questions were never taken: ${unanswered[0]?.status}`)
    const statuses = [...new Set(refused(asked).map(({ status }) => status))]
    must(statuses.join() === '503', `Requests were refused with ${statuses.join(', ') || 'nothing'}`)
    must(services.map((service) => service.pid()).join() === pids, 'A process ended')
    must(Math.max(...recoveries) < bound(5_000), `It took ${Math.max(...recoveries).toFixed(0)} ms to recover`)
    await Promise.all(services.map((service) => service.ready(5_000)))
    return { injected: `${restarts} restarts`, ledger: asked.ledger, recoveredMs: Math.max(...recoveries) }
  },
})
