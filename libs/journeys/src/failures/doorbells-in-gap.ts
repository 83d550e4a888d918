import { setTimeout as pause } from 'node:timers/promises'
import { seatAudience } from './audience.ts'
import { defineFailure } from './failure.ts'

type Size = { changes: number; gapMs: number; sockets: number; questions: number }

export const doorbellsInGap = defineFailure<Size>({
  id: 'F16',
  title: 'a burst of changes while Redis is away from the notifiers, and wiped',
  promise: 'leaves no listener behind once Redis is back',
  needs: { apis: 2, notifiers: 2 },
  short: { changes: 400, gapMs: 2_000, sockets: 20, questions: 20 },
  full: { changes: 20_000, gapMs: 5_000, sockets: 200, questions: 200 },

  async run(scene, { changes, gapMs, sockets, questions }) {
    const { stage } = scene
    const audience = await seatAudience(scene, sockets, questions)
    await stage.redis.kill('SIGKILL')
    const from = performance.now()
    for (let n = 0; n < changes; n += questions) await audience.writeToAll()
    await pause(from + gapMs - performance.now())
    await stage.redis.wipe()
    const recoveredMs = await audience.caughtUp(45_000)
    audience.close()
    return { injected: `${changes} changes in a gap of Redis`, ledger: [], recoveredMs }
  },
})
