import { setTimeout as pause } from 'node:timers/promises'
import { defineFailure, refused } from './failure.ts'

type Size = { frozenMs: number; perSecond: number; clients: number; longestMs: number }

export const postgresFrozen = defineFailure<Size>({
  id: 'F12',
  title: 'Postgres frozen under load',
  promise: 'is told with 503 within seconds and by readiness, not by liveness, and loses nothing',
  needs: { apis: 2, workers: 2 },
  short: { frozenMs: 6_000, perSecond: 20, clients: 10, longestMs: 7_500 },
  full: { frozenMs: 15_000, perSecond: 40, clients: 40, longestMs: 5_000 },

  async run({ stage, load, must, bound, within, unrouted }, { frozenMs, perSecond, clients, longestMs }) {
    const services = [...stage.apis, ...stage.workers, ...stage.notifiers]
    const pids = services.map((service) => service.pid()).join()
    // Asks from the start of the freeze are retried until after its end.
    const asking = load({ clients, perSecond, patienceMs: frozenMs + bound(10_000) })
    await pause(500)
    stage.postgres.freeze()
    const frozenAt = performance.now()
    await pause(2_000)
    for (const service of services) {
      const said = await Promise.all([statusOf(service.readyUrl), statusOf(service.readyUrl.replace('ready', 'live'))])
      must(said.join() === '503,200', `${service.name} says ready ${said[0]}, live ${said[1]}`)
    }
    await pause(frozenAt + frozenMs - performance.now())
    stage.postgres.thaw()
    const thawedAt = performance.now()
    await within(10_000, 'Questions are taken again', () => {
      return asking.asked.attempts.filter(({ at, status }) => at > thawedAt && status === 201).length > 20
    })
    const recoveredMs = performance.now() - thawedAt
    const asked = await asking.stop()
    const unanswered = asked.ledger.filter(({ status }) => status !== 201)
    must(unanswered.length === 0, `${unanswered.length} questions were never taken: ${unanswered[0]?.status}`)
    const errors = refused(asked)
    const statuses = [...new Set(errors.map(({ status }) => status))]
    must(
      statuses.every((status) => status === 503),
      `Requests were refused with ${statuses.join(', ')}`,
    )
    const longest = Math.max(...asked.attempts.map(({ ms }) => ms))
    must(longest < bound(longestMs), `A request was answered after ${longest.toFixed(0)} ms`)
    must(services.map((service) => service.pid()).join() === pids, 'A process ended')
    await within(30_000, 'Every question is routed', async () => (await unrouted()) === 0)
    return {
      injected: `${frozenMs / 1_000} s frozen at ${perSecond} asks/s`,
      ledger: asked.ledger,
      recoveredMs,
      figures: { 'longest answer, ms': longest },
    }
  },
})

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) })
  await answer.body?.cancel()
  return answer.status
}
