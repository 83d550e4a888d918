import { type Database, inSystem } from '@askline/db'
import { notePresence } from '@askline/domain/people/activity'
import type { Logger } from '@askline/runtime'
import type { ClientSocket, SocketNamespace } from './namespace.ts'

/**
 * Notes that experts are connected: on connect, and every `everyMs` while they stay. One statement covers all experts of this
 * node. Returns a function that stops, after waiting for a running statement.
 */
export function keepPresence(nsp: SocketNamespace, db: Database, logger: Logger, everyMs: number): () => Promise<void> {
  const arrived = new Set<string>()
  let running: Promise<void> | undefined
  const isExpert = (socket: ClientSocket) => socket.data.claims.kind === 'expert'

  function note(expertIds: Iterable<string>): void {
    for (const id of expertIds) arrived.add(id)
    if (arrived.size > 0) running ??= noteAll().finally(() => (running = undefined))
  }
  // Concurrent calls share the next statement, so 1,000 connects cause only a few.
  async function noteAll(): Promise<void> {
    while (arrived.size > 0) {
      const expertIds = [...arrived]
      arrived.clear()
      await inSystem(db, (tx) => notePresence(tx, expertIds)).catch((error) => {
        logger.warn({ err: error }, 'Presence could not be noted')
      })
    }
  }

  nsp.on('connection', (socket) => {
    if (isExpert(socket)) note([socket.data.claims.sub])
  })
  const timer = setInterval(
    () => note([...nsp.sockets.values()].filter(isExpert).map((socket) => socket.data.claims.sub)),
    everyMs,
  )
  return async () => {
    clearInterval(timer)
    await running
  }
}
