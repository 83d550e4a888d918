import { setTimeout as pause } from 'node:timers/promises'
import { defineFailure, refused } from './failure.ts'

type Size = { stops: number; perSecond: number; clients: number; betweenMs: number }

export const apiStopped = defineFailure<Size>({
  id: 'F2',
  title: 'an API told to stop (SIGTERM) under load',
  promise: 'answers what it has taken, so that nobody fails who tries another instance once',
  needs: { apis: 2 },
  short: { stops: 2, perSecond: 80, clients: 20, betweenMs: 500 },
  full: { stops: 20, perSecond: 150, clients: 50, betweenMs: 2_000 },

  async run({ stage, load, must, bound }, { stops, perSecond, clients, betweenMs }) {
    const asking = load({ clients, perSecond })
    let longest = 0
    for (let n = 0; n < stops; n++) {
      await pause(betweenMs)
      const victim = stage.apis[n % stage.apis.length]
      const from = performance.now()
      await victim?.restart()
      longest = Math.max(longest, performance.now() - from)
      await victim?.ready()
    }
    const asked = await asking.stop()
    const statuses = [...new Set(refused(asked).map(({ status }) => status))]
    // 0: the connection was refused, or closed before the request was accepted.
    must(
      statuses.every((status) => status === 0),
      `Requests were refused with ${statuses.join(', ')}`,
    )
    const unanswered = asked.ledger.filter(({ status }) => status !== 201)
    must(unanswered.length === 0, `${unanswered.length} questions were never taken: ${unanswered[0]?.status}`)
    must(asked.replays === 0, `${asked.replays} requests were done, and their clients left without an answer`)
    const tries = asked.attempts.length - asked.ledger.length
    must(tries <= clients * stops, `${tries} attempts had to be made again: more than one for each client and stop`)
    // The services have five seconds, and fifteen in short form (SHUTDOWN_GRACE_MS).
    must(longest < bound(6_500), `An API took ${(longest / 1_000).toFixed(1)} s to stop`)
    return {
      injected: `${stops} stops`,
      ledger: asked.ledger,
      figures: { 'attempts made again': tries, 'longest stop, ms': longest },
    }
  },
})
