import type { Counter } from '@askline/runtime'
import type { Limits } from '../config.ts'
import type { ClientSocket, SocketServer } from './namespace.ts'
import { refuse } from './refusals.ts'

/** Builds a counter per second that returns true until `most` is exceeded. */
function buildRate(most: number) {
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

/** Refuses messages beyond the limit per second with the acknowledgement `rate_limited`. */
export function limitMessages(socket: ClientSocket, limits: Limits): void {
  const isAllowed = buildRate(limits.messagesPerSecond)
  socket.use((packet, next) => {
    if (isAllowed()) return next()
    const answer: unknown = packet.at(-1)
    if (typeof answer === 'function') answer(refuse('rate_limited'))
  })
}

/**
 * Guards each connection below socket.io, where all packets pass. Closes it if it floods the server, or if more than a megabyte
 * waits to be read by it. The client then connects again and fetches what it missed.
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

/** The part of engine.io's socket that is used here. */
type Connection = {
  on(event: 'packet', listener: (packet: { type: string }) => void): void
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void
  on(event: 'drain', listener: () => void): void
  close(discard: boolean): void
}
