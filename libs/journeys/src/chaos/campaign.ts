import { setTimeout as pause } from 'node:timers/promises'
import { seatAudience } from '../failures/audience.ts'
import { defineFailure, type Failure } from '../failures/failure.ts'
import { killAndAwait, type Stage } from '../stage/stage.ts'

type Size = { minutes: number; perSecond: number; sockets: number }
type Blow = { name: string; strike(stage: Stage): Promise<unknown> }

const some = <T>(things: readonly T[]): T | undefined => things[Math.floor(Math.random() * things.length)]

const killOne = (kind: 'apis' | 'workers' | 'notifiers'): Blow['strike'] => {
  return async (stage) => {
    const victim = some(stage[kind])
    if (victim) await killAndAwait(victim)
  }
}

/** Faults of a running installation. Each has ended when its function returns. */
const blows: Blow[] = [
  { name: 'API killed', strike: killOne('apis') },
  { name: 'worker killed', strike: killOne('workers') },
  { name: 'notifier killed', strike: killOne('notifiers') },
  {
    name: 'worker frozen for 7 s',
    async strike(stage) {
      const victim = some(stage.workers)
      victim?.kill('SIGSTOP')
      await pause(7_000)
      victim?.kill('SIGCONT')
    },
  },
  {
    name: 'Redis killed for 3 s',
    async strike({ redis }) {
      await redis.kill('SIGKILL')
      await pause(3_000)
      await redis.start()
    },
  },
  { name: 'Redis wiped', strike: ({ redis }) => redis.wipe() },
  {
    name: 'Redis frozen for 4 s',
    async strike({ redis }) {
      redis.freeze()
      await pause(4_000)
      redis.thaw()
    },
  },
  { name: 'Postgres restarted', strike: ({ postgres }) => postgres.restart() },
  {
    name: 'Postgres frozen for 2 s',
    async strike({ postgres }) {
      postgres.freeze()
      await pause(2_000)
      postgres.thaw()
    },
  },
]

/** Injects faults one after the other at random times, under a steady load of asks and listeners. */
export function campaign(minutes: number): Failure {
  return defineFailure<Size>({
    id: 'C',
    title: `a campaign of ${minutes} minutes`,
    promise: 'loses nothing it acknowledged, leaves nobody in limbo, and is whole again within a minute',
    needs: { apis: 2, workers: 2, notifiers: 2 },
    // Deadlines of every kind fall due during the whole campaign.
    company: { times: { offerMs: 8_000, escalationMs: 25_000, rerouteShare: 0.5, expiryMs: 60_000 } },
    short: { minutes, perSecond: 25, sockets: 40 },
    full: { minutes, perSecond: 25, sockets: 40 },

    async run(scene, { minutes, perSecond, sockets }) {
      const { stage, load, must, within, say } = scene
      const audience = await seatAudience(scene, sockets, 1)
      const asking = load({ clients: 20, perSecond })
      const counts = new Map<string, number>()
      const endsAt = performance.now() + minutes * 60_000
      while (performance.now() < endsAt) {
        await pause(1_000 + Math.random() * 5_000)
        const blow = some(blows)
        if (!blow) break
        counts.set(blow.name, (counts.get(blow.name) ?? 0) + 1)
        await blow.strike(stage)
        const { ledger } = asking.asked
        const left = Math.max(0, (endsAt - performance.now()) / 60_000)
        say(`${blow.name}; ${ledger.length} questions so far, ${left.toFixed(1)} minutes to go`)
      }
      const overAt = performance.now()
      const asked = await asking.stop()
      await Promise.all([...stage.apis, ...stage.workers, ...stage.notifiers].map((service) => service.ready(60_000)))
      const unanswered = asked.ledger.filter(({ status }) => status !== 201)
      must(unanswered.length === 0, `${unanswered.length} questions were never taken: ${unanswered[0]?.status}`)
      await within(60_000, 'No deadline is overdue', async () => {
        const due = await stage.sql(
          `select 1 from questions where next_due_at < clock_timestamp() - interval '2 seconds' limit 1`,
        )
        return due.length === 0
      })
      await audience.caughtUp(45_000)
      const recoveredMs = performance.now() - overAt
      audience.close()
      const injected = [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
      return { injected, ledger: asked.ledger, recoveredMs }
    },
  })
}
