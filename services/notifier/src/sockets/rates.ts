import type { Counter } from '@askline/runtime'
import type { Limits } from '../notifier-config.ts'
import type { ClientSocket, SocketServer, Window } from './namespace.ts'
import { refuse } from './refusals.ts'

const startWindow = (): Window => ({ startedAt: Number.NEGATIVE_INFINITY, count: 0 })

/** Counts a message. Returns whether there were at most `most` in this second. */
function isAllowed(window: Window, most: number): boolean {
  const now = performance.now()
  if (now - window.startedAt >= 1_000) {
    window.startedAt = now
    window.count = 0
  }
  return ++window.count <= most
}

type Listener = (this: ClientSocket, asked: unknown, answer?: unknown) => void

/** Returns a listener that refuses messages beyond the limit per second with the acknowledgement `rate_limited`. */
export const limited = (limits: Limits, listener: Listener): Listener =>
  function (asked, answer) {
    this.data.messages ??= startWindow()
    if (isAllowed(this.data.messages, limits.messagesPerSecond)) listener.call(this, asked, answer)
    else if (typeof answer === 'function') answer(refuse('rate_limited'))
  }

/**
 * Guards each connection below socket.io, where all packets pass. Closes it if it floods the server, or if more than a megabyte
 * waits to be read by it. The client then connects again and fetches what it missed.
 */
export function guardConnections(io: SocketServer, limits: Limits, cut: Counter<'reason'>): void {
  const states = new WeakMap<Connection, Window & { waiting: number }>()
  const stateOf = (connection: Connection) => {
    const known = states.get(connection)
    if (known) return known
    const state = { ...startWindow(), waiting: 0 }
    states.set(connection, state)
    return state
  }
  const close = (connection: Connection, reason: string) => {
    cut.inc({ reason })
    connection.close(true)
  }
  function onPacket(this: Connection, { type }: { type: string }) {
    if (type === 'message' && !isAllowed(stateOf(this), limits.abusiveMessagesPerSecond)) close(this, 'flood')
  }
  function onPacketCreate(this: Connection, { data }: { data?: string | Buffer }) {
    const state = stateOf(this)
    state.waiting += data?.length ?? 0
    if (state.waiting > limits.bufferedBytes) close(this, 'slow')
  }
  function onDrain(this: Connection) {
    stateOf(this).waiting = 0
  }
  io.engine.on('connection', (connection: Connection) => {
    connection.on('packet', onPacket)
    connection.on('packetCreate', onPacketCreate)
    connection.on('drain', onDrain)
  })
}

/** The part of engine.io's socket that is used here. */
type Connection = {
  on(event: 'packet', listener: (packet: { type: string }) => void): void
  on(event: 'packetCreate', listener: (packet: { data?: string | Buffer }) => void): void
  on(event: 'drain', listener: () => void): void
  close(discard: boolean): void
}
