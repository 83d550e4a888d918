import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@askline/testing/servers'
import { createDatabase } from '../stage/stage.ts'
import type { Contestant } from './ours.ts'

let started = 0

/** Starts a bare server on its own database. It ends with this process. */
export async function startBare(databaseUrl: string, askers: number): Promise<Contestant> {
  const port = await findFreePort()
  const own = await createDatabase(databaseUrl, `askline_bare_${process.pid}_${started++}`)
  const child = fork(fileURLToPath(new URL('bare/bare-main.js', import.meta.url)), {
    env: { NODE_ENV: 'production', DATABASE_URL: own, PORT: String(port) },
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The bare server did not start')
    }),
  ])
  return {
    target: { name: 'bare', port, socketPort: port, base: '' },
    senders: { askers: Array.from({ length: askers }, (_, n) => ({ email: `asker${n}@example.com` })), experts: [] },
    processes: () => ({ server: child.pid }),
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
