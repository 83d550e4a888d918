import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@askline/runtime'
import type { Limits } from '../notifier-config.ts'
import type { ClientSocket, SocketNamespace } from './namespace.ts'

/**
 * Connections closed together, and the pause between two such groups in ms: 2,500 a second. Groups are small, because clients return
 * at once, and a notifier that admits many together delays its events.
 */
const mostTogether = 100
const pauseMs = 40
/** Time in ms within which a notifier that stops closes its connections. */
const stopMs = 2_000

/**
 * Returns functions that close connections, so that their clients connect again and fetch what they missed. A socket that is told to
 * disconnect would stay away.
 */
export function buildCloser(nsp: SocketNamespace, { collectMs, closedTogether }: Limits, logger: Logger) {
  const timers = new Map<string, NodeJS.Timeout>()

  async function close(isMeant: (socket: ClientSocket) => boolean, together = mostTogether): Promise<void> {
    let count = 0
    for (const socket of [...nsp.sockets.values()].filter(isMeant)) {
      socket.conn.close()
      if (++count % Math.ceil(together) === 0) await pause(pauseMs)
    }
  }
  const closeQuietly = (isMeant: (socket: ClientSocket) => boolean) =>
    void close(isMeant).catch((error) => logger.error({ err: error }, 'Connections could not be closed'))

  return {
    /** Closes the connections of all present sockets. */
    closeAll: () => closeQuietly(() => true),
    /** Closes those of a company's experts after `collectMs`, once for all calls until then. */
    closeExpertsSoon(companyId: string) {
      if (timers.has(companyId)) return
      const timer = setTimeout(() => {
        timers.delete(companyId)
        closeQuietly(({ data }) => data.claims.kind === 'expert' && data.claims.cid === companyId)
      }, collectMs)
      timers.set(companyId, timer)
    },
    /** Closes all connections slowly, because the other notifiers admit each of them. The last ones hear of changes meanwhile. */
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      await close(() => true, Math.max(closedTogether, (nsp.sockets.size * pauseMs) / stopMs))
    },
  }
}
