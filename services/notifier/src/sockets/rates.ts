import type { Counter } from '@askline/runtime'
import type { Limits } from '../config.ts'
import type { ClientSocket, SocketServer } from './namespace.ts'

/** Counts per second: true while `most` is not exceeded. */
export function buildRate(most: number) {
  let startedAt = Number.NEGATIVE_INFINITY
  let count = 0
  return (): boolean => {
    const now = performance.now()
    if (now - startedAt >= 1_000) {
      startedAt = now
      count = 0
    }
    return ++count <= most
  }
}

/** Refuses what a socket asks beyond its messages per second; the asker is told through the acknowledgement. */
export function limitMessages(socket: ClientSocket, limits: Limits): void {
  const isAllowed = buildRate(limits.messagesPerSecond)
  socket.use((packet, next) => {
    if (isAllowed()) return next()
    const answer: unknown = packet.at(-1)
    if (typeof answer === 'function') answer({ error: 'rate_limited' })
  })
}

/**
 * Guards each connection below socket.io, where nothing can slip by: closes it when it floods us, and when it reads so
 * slowly that more than a megabyte waits for it. Its client connects again and fetches what it missed.
 */
export function guardConnections(io: SocketServer, limits: Limits, cut: Counter<'reason'>): void {
  io.engine.on('connection', (connection: Connection) => {
    const isAllowed = buildRate(limits.abusiveMessagesPerSecond)
    let waiting = 0
    const close = (reason: string) => {
      cut.inc({ reason })
      connection.close(true)
    }
    connection.on('packet', ({ type }: { type: string }) => {
      if (type === 'message' && !isAllowed()) close('flood')
    })
    connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
      waiting += data?.length ?? 0
      if (waiting > limits.bufferedBytes) close('slow')
    })
    connection.on('drain', () => {
      waiting = 0
    })
  })
}

/** The part of engine.io's socket that is looked at. */
type Connection = {
  on(event: 'packet', listener: (packet: { type: string }) => void): void
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void
  on(event: 'drain', listener: () => void): void
  close(discard: boolean): void
}
