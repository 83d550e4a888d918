import { type Database, inSystem } from '@askline/db'
import { notePresence } from '@askline/domain/people/activity'
import type { Logger } from '@askline/runtime'
import type { ClientSocket, SocketNamespace } from './namespace.ts'

/**
 * Notes that experts are connected: on connect, and every `everyMs` while they stay. One statement covers all experts of a
 * company on this node. Returns a function that stops, after waiting for a running statement.
 */
export function keepPresence(nsp: SocketNamespace, db: Database, logger: Logger, everyMs: number): () => Promise<void> {
  /** Company by expert. */
  const arrived = new Map<string, string>()
  let running: Promise<void> | undefined
  const isExpert = (socket: ClientSocket) => socket.data.claims.kind === 'expert'

  function note(sockets: ClientSocket[]): void {
    for (const { data } of sockets) arrived.set(data.claims.sub, data.claims.cid)
    if (arrived.size > 0) running ??= noteAll().finally(() => (running = undefined))
  }
  // Concurrent calls share the next statement, so 1,000 connects of a company cause only a few.
  async function noteAll(): Promise<void> {
    while (arrived.size > 0) {
      const experts = [...arrived].map(([id, companyId]) => ({ id, companyId }))
      arrived.clear()
      await inSystem(db, (tx) => notePresence(tx, experts)).catch((error) => {
        logger.warn({ err: error }, 'Presence could not be noted')
      })
    }
  }

  nsp.on('connection', (socket) => {
    if (isExpert(socket)) note([socket])
  })
  const timer = setInterval(() => note([...nsp.sockets.values()].filter(isExpert)), everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
