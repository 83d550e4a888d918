import type { LedgerEntry } from '../oracle.ts'
import { defineFailure } from './failure.ts'
import { awaitStuck, holdOffers, mustBeOfferedOnce } from './offers.ts'

type Size = { stops: number; jobs: number }

export const workerStopped = defineFailure<Size>({
  id: 'F4',
  title: 'a worker told to stop (SIGTERM) in the middle of its jobs',
  promise: 'ends them first, in time, so that none has to be done again by another',
  needs: { workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  short: { stops: 1, jobs: 20 },
  full: { stops: 20, jobs: 20 },

  async run(scene, { stops, jobs }) {
    const { stage, askMany, unrouted, within, must, bound, logs } = scene
    const ledger: LedgerEntry[] = []
    const countStops = () => logs().split('"msg":"Stopping"').length - 1
    let longest = 0
    for (let n = 0; n < stops; n++) {
      const release = await holdOffers(scene)
      ledger.push(...(await askMany(jobs)))
      await awaitStuck(scene)
      const victim = stage.workers[n % stage.workers.length]
      const before = victim?.pid() ?? 0
      const from = performance.now()
      const isBack = victim?.restart()
      // Before that, the worker could take the signal after its jobs.
      await within(8_000, 'The worker begins to stop', () => countStops() > n)
      await release()
      await within(8_000, 'The worker ends', () => !isRunning(before))
      longest = Math.max(longest, performance.now() - from)
      await isBack
      await victim?.ready()
    }
    await within(20_000, 'Every question is routed', async () => (await unrouted()) === 0)
    await mustBeOfferedOnce(
      scene,
      ledger.map(({ uuid }) => uuid),
    )
    const left = logs()
      .split('\n')
      .filter((line) => /A job came back from a worker|Ended by the deadline|Jobs were left to another/.test(line))
    must(left.length === 0, `Jobs were not ended by the worker that stopped: ${left[0]?.slice(0, 200)}`)
    // The services have five seconds, and fifteen in short form (SHUTDOWN_GRACE_MS).
    must(longest < bound(5_500), `A worker took ${(longest / 1_000).toFixed(1)} s to stop`)
    return { injected: `${stops} stops, ${stops * jobs} jobs`, ledger, figures: { 'longest stop, ms': longest } }
  },
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // No process has this id.
    return false
  }
}
