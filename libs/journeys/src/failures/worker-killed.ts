import type { LedgerEntry } from '../oracle.ts'
import { killAndAwait } from '../stage/stage.ts'
import { defineFailure } from './failure.ts'
import { awaitStuck, holdOffers, mustBeOfferedOnce } from './offers.ts'

type Size = { kills: number; jobs: number }

export const workerKilled = defineFailure<Size>({
  id: 'F3',
  title: 'a worker killed with -9 in the middle of its jobs',
  promise: 'leaves each job to be done again, once in effect, within 18 s of the ask',
  needs: { workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  short: { kills: 2, jobs: 30 },
  full: { kills: 100, jobs: 10 },

  async run(scene, { kills, jobs }) {
    const { stage, askMany, unrouted, within, must, say } = scene
    const ledger: LedgerEntry[] = []
    for (let n = 0; n < kills; n++) {
      const release = await holdOffers(scene)
      ledger.push(...(await askMany(jobs)))
      await awaitStuck(scene)
      const victim = stage.workers[n % stage.workers.length]
      const isBack = victim ? killAndAwait(victim) : undefined
      await release()
      await isBack
      if (n % 10 === 9) say(`${n + 1} kills`)
    }
    await within(40_000, 'Every question is routed', async () => (await unrouted()) === 0)
    const late = await mustBeOfferedOnce(
      scene,
      ledger.map(({ uuid }) => uuid),
    )
    must(late < 18_000, `A job was done ${(late / 1_000).toFixed(1)} s after the ask`)
    return { injected: `${kills} kills, ${kills * jobs} jobs`, ledger, recoveredMs: late }
  },
})
