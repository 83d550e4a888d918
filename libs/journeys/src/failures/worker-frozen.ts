import { setTimeout as pause } from 'node:timers/promises'
import type { LedgerEntry } from '../oracle.ts'
import { defineFailure } from './failure.ts'
import { awaitStuck, holdOffers, mustBeOfferedOnce } from './offers.ts'

type Size = { times: number; jobs: number; frozenMs: number }

export const workerFrozen = defineFailure<Size>({
  id: 'F5',
  title: 'a worker that stands still in the middle of its jobs, longer than it may hold them',
  promise: 'has its jobs done by another meanwhile, and changes nothing when it wakes',
  needs: { workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  // Longer than the database's limit for idle transactions (5 s), so the worker's transaction is gone when it resumes.
  short: { times: 1, jobs: 40, frozenMs: 6_500 },
  full: { times: 3, jobs: 100, frozenMs: 40_000 },

  async run(scene, { times, jobs, frozenMs }) {
    const { stage, askMany, unrouted, within, must, logs } = scene
    const ledger: LedgerEntry[] = []
    for (let n = 0; n < times; n++) {
      const release = await holdOffers(scene)
      ledger.push(...(await askMany(jobs)))
      await awaitStuck(scene)
      const sleeper = stage.workers[n % stage.workers.length]
      const from = performance.now()
      sleeper?.kill('SIGSTOP')
      await release()
      await within(Math.max(frozenMs, 25_000), 'The other worker does all jobs', async () => (await unrouted()) === 0)
      await pause(from + frozenMs - performance.now())
      sleeper?.kill('SIGCONT')
      await sleeper?.ready(20_000)
      await pause(500)
    }
    await mustBeOfferedOnce(
      scene,
      ledger.map(({ uuid }) => uuid),
    )
    const said = logs()
    must(said.includes('A job came back from a worker that did not finish it'), 'No job was taken over')
    return {
      injected: `${times} × ${frozenMs / 1_000} s of standstill, ${times * jobs} jobs`,
      ledger,
      // Only a worker that still has jobs when it renews its locks notices the loss.
      figures: { 'times a worker noticed': said.split('Jobs were taken over by another worker').length - 1 },
    }
  },
})
