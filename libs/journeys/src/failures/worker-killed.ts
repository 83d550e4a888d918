import type { LedgerEntry } from '../oracle.ts'
import { killAndAwait } from '../stage/stage.ts'
import { defineFailure } from './failure.ts'
import { awaitStuck, holdOffers, mustBeOfferedOnce } from './offers.ts'

type Size = { rounds: number; victims: number; jobs: number }

export const workerKilled = defineFailure<Size>({
  id: 'F3',
  title: 'workers killed with -9 in the middle of their jobs',
  promise: 'leaves each job to be done again, once in effect, within 18 s of the ask',
  needs: { workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  short: { rounds: 1, victims: 1, jobs: 30 },
  full: { rounds: 50, victims: 2, jobs: 20 },

  async run(scene, { rounds, victims, jobs }) {
    const { stage, askMany, unrouted, within, must, bound, say } = scene
    const ledger: LedgerEntry[] = []
    for (let n = 0; n < rounds; n++) {
      const release = await holdOffers(scene)
      ledger.push(...(await askMany(jobs)))
      await awaitStuck(scene)
      const killed = [0, 1].slice(0, victims).flatMap((k) => stage.workers[(n + k) % stage.workers.length] ?? [])
      const areBack = Promise.all(killed.map(killAndAwait))
      await release()
      await areBack
      // Otherwise a returning job could be in a second kill in the next round.
      await within(40_000, 'Every question is routed', async () => (await unrouted()) === 0)
      if (n % 5 === 4) say(`${(n + 1) * victims} kills`)
    }
    const late = await mustBeOfferedOnce(
      scene,
      ledger.map(({ uuid }) => uuid),
    )
    must(late < bound(18_000), `A job was done ${(late / 1_000).toFixed(1)} s after the ask`)
    return { injected: `${rounds * victims} kills, ${rounds * jobs} jobs`, ledger, recoveredMs: late }
  },
})
