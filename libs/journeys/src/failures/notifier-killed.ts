import { awaitAnother } from '../stage/stage.ts'
import { seatAudience } from './audience.ts'
import { defineFailure } from './failure.ts'

type Size = { kills: number; sockets: number; questions: number; backMs: number }

export const notifierKilled = defineFailure<Size>({
  id: 'F14',
  title: 'a notifier killed with -9 under its sockets',
  promise: 'has every client back in a storm that it survives, told what it missed, and no listener ends up behind',
  needs: { apis: 2, notifiers: 2 },
  short: { kills: 2, sockets: 120, questions: 40, backMs: 30_000 },
  full: { kills: 10, sockets: 2_000, questions: 500, backMs: 30_000 },

  async run(scene, { kills, sockets, questions, backMs }) {
    const { stage, within, must } = scene
    const audience = await seatAudience(scene, sockets, questions)
    const recoveries: number[] = []
    for (let n = 0; n < kills; n++) {
      const victim = stage.notifiers[n % stage.notifiers.length]
      const before = victim?.pid()
      const seated = audience.listeners.reduce((sum, listener) => sum + listener.returns, 0)
      victim?.kill('SIGKILL')
      const from = performance.now()
      // Half of the listeners are disconnected and miss everything that is written meanwhile.
      await audience.writeToAll()
      if (victim) await awaitAnother(victim, before)
      await within(backMs, 'Every client is back', () => audience.listeners.every((listener) => listener.isConnected()))
      await audience.caughtUp(backMs)
      recoveries.push(performance.now() - from)
      const returned = audience.listeners.reduce((sum, listener) => sum + listener.returns, 0) - seated
      must(returned >= sockets / stage.notifiers.length, `Only ${returned} clients had to come back`)
    }
    audience.close()
    return {
      injected: `${kills} kills under ${sockets} sockets on ${questions} questions`,
      ledger: [],
      recoveredMs: Math.max(...recoveries),
    }
  },
})
