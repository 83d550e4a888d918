import type { GuardedProcess } from './guarded-process.ts'
import { isEnding, type PrivateServer } from './server.ts'

type Restartable = Pick<PrivateServer, 'pid' | 'isRunning' | 'kill' | 'start' | 'restart'> &
  Pick<GuardedProcess, 'signal' | 'end'>

/** Starts a server that can be killed and restarted. `launch` starts a process and waits until it answers. `kills`: the signal that restart() uses. */
export async function startRestartable(
  launch: () => Promise<GuardedProcess>,
  kills: NodeJS.Signals,
): Promise<Restartable> {
  let server = await launch()

  const kill = async (signal: NodeJS.Signals) => {
    server.signal(signal)
    if (isEnding(signal)) await server.ended
  }
  const start = async () => {
    if (!server.isRunning()) server = await launch()
  }
  return {
    pid: () => server.pid,
    isRunning: () => server.isRunning(),
    signal: (signal) => server.signal(signal),
    end: (steps) => server.end(steps),
    kill,
    start,
    async restart(signal = kills) {
      await kill(signal)
      await start()
    },
  }
}
