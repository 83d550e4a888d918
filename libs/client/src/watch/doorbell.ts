import { io, type Socket } from 'socket.io-client'
import { backOff, jittered } from '../pause.ts'
import type { TokenSource } from '../token-source.ts'
import { reconnectAtOnce } from './reconnect-at-once.ts'

/** Subscriber to one question. */
export type Listener = {
  /** Called when the subscription starts. `lastUpdated` is the version of the question at that time. */
  onHearing(lastUpdated: string): void
  /** Called when the subscription is lost. No changes are reported until `onHearing`. */
  onDeaf(): void
  onChange(lastUpdated: string): void
  /** Called when another person writes in the question. */
  onComposing(name: string): void
}

export type Doorbell = {
  /** Calls `onChange` when a list of the caller may have changed, and after each connect. Returns a function that stops it. */
  listenToInbox(onChange: () => void): () => void
  /** Returns a function that unsubscribes. The socket is opened for the first listener and closed after the last one. */
  listen(questionUuid: string, listener: Listener): () => void
  /** Tells the other subscribers that the caller writes. Returns false if no socket subscribes to the question. */
  tellComposing(questionUuid: string): boolean
  /** Replaces the socket's connection at once, because it may be dead without a sign, or waiting for its next attempt. */
  reconnect(): void
  close(): void
}

type Answer = { version: number; lastUpdated: string } | { error: string }
type ServerEvents = {
  'question-changed': (change: { questionUuid: string; lastUpdated: string }) => void
  'inbox-changed': () => void
  composing: (who: { questionUuid: string; name: string }) => void
}
type ClientEvents = {
  subscribe: (request: { questionUuid: string }, answer: (answer: Answer) => void) => void
  unsubscribe: (request: { questionUuid: string }) => void
  composing: (request: { questionUuid: string }) => void
}

const namespace = '/v1'
const answerMs = 5_000
/** Delay before the first reconnect after a lost connection, in ms. Half of it more or less at random. */
const firstDelayMs = 500
/** Pause between two subscriptions in ms, because a socket may send ten messages per second. */
const breathMs = 125
/** Temporary errors. Any other error means that this socket may not subscribe to the question. */
const momentary = new Set(['rate_limited', 'dependency_down', 'internal', 'disconnected'])

/** Opens one socket for all watches of a client. It reports only that something changed, and the watch fetches the new state. */
export function openDoorbell(url: string, tokens: TokenSource): Doorbell {
  const listeners = new Map<string, Set<Listener>>()
  const inboxListeners = new Set<() => void>()
  const hearing = new Map<string, string>()
  let socket: Socket<ServerEvents, ClientEvents> | undefined
  let shown = ''
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let turn = Promise.resolve()

  function open() {
    const opened: Socket<ServerEvents, ClientEvents> = io(`${url}${namespace}`, {
      auth: (show) => {
        tokens.current().then(
          (token) => {
            shown = token
            show({ token })
          },
          () => show({}),
        )
      },
      transports: ['websocket'],
      reconnectionDelay: firstDelayMs,
      reconnectionDelayMax: 10_000,
      forceNew: true,
    })
    reconnectAtOnce(opened, firstDelayMs)
    opened.on('connect', () => {
      failures = 0
      for (const uuid of listeners.keys()) subscribeInTurn(uuid)
      for (const onChange of inboxListeners) onChange()
    })
    opened.on('inbox-changed', () => {
      for (const onChange of inboxListeners) onChange()
    })
    opened.on('disconnect', () => {
      if (opened !== socket) return
      hearing.clear()
      for (const subscribers of listeners.values()) for (const listener of subscribers) listener.onDeaf()
      // If the server disconnects the socket, for example at a token's expiry, socket.io does not reconnect by itself.
      if (!opened.active) connectLater(opened)
    })
    opened.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      if (opened.active || opened !== socket) return
      const isRefused = error.data?.code?.startsWith('token_') === true && shown !== ''
      // Errors are ignored here, because the polls need a token too and report them.
      const renewed = isRefused ? tokens.renew(shown).catch(() => undefined) : Promise.resolve(undefined)
      void renewed.then(() => connectLater(opened))
    })
    opened.on('question-changed', ({ questionUuid, lastUpdated }) => {
      for (const listener of listeners.get(questionUuid) ?? []) listener.onChange(lastUpdated)
    })
    opened.on('composing', ({ questionUuid, name }) => {
      for (const listener of listeners.get(questionUuid) ?? []) listener.onComposing(name)
    })
    return opened
  }

  function connectLater(opened: Socket) {
    clearTimeout(again)
    again = setTimeout(() => opened === socket && opened.connect(), backOff(failures++, firstDelayMs, 30_000))
  }

  function subscribeInTurn(uuid: string) {
    turn = turn.then(() => subscribe(uuid)).then(() => new Promise((resolve) => setTimeout(resolve, breathMs)))
  }

  async function subscribe(uuid: string): Promise<void> {
    const asked = socket
    if (!asked?.connected || !listeners.has(uuid)) return
    const request = { questionUuid: uuid }
    const answer = await asked
      .timeout(answerMs)
      .emitWithAck('subscribe', request)
      .catch(() => ({ error: 'disconnected' }))
    if (asked !== socket || !listeners.has(uuid)) return
    if ('error' in answer) {
      if (momentary.has(answer.error)) setTimeout(() => subscribeInTurn(uuid), jittered(1_000))
      return
    }
    if (!asked.connected) return
    hearing.set(uuid, answer.lastUpdated)
    for (const listener of listeners.get(uuid) ?? []) listener.onHearing(answer.lastUpdated)
  }

  function close() {
    clearTimeout(again)
    const closed = socket
    socket = undefined
    closed?.disconnect()
    hearing.clear()
  }

  return {
    listenToInbox(onChange) {
      inboxListeners.add(onChange)
      if (!socket) socket = open()
      return () => {
        inboxListeners.delete(onChange)
        if (listeners.size === 0 && inboxListeners.size === 0) close()
      }
    },
    listen(questionUuid, listener) {
      const uuid = questionUuid.toLowerCase()
      const others = listeners.get(uuid)
      if (others) others.add(listener)
      else listeners.set(uuid, new Set([listener]))
      const since = hearing.get(uuid)
      if (since !== undefined) listener.onHearing(since)
      if (!socket) socket = open()
      else if (!others) subscribeInTurn(uuid)

      return () => {
        const rest = listeners.get(uuid)
        if (!rest?.delete(listener) || rest.size > 0) return
        listeners.delete(uuid)
        hearing.delete(uuid)
        if (listeners.size === 0 && inboxListeners.size === 0) close()
        else if (socket?.connected) socket.emit('unsubscribe', { questionUuid: uuid })
      }
    },
    tellComposing(questionUuid) {
      const uuid = questionUuid.toLowerCase()
      if (!socket?.connected || !hearing.has(uuid)) return false
      socket.emit('composing', { questionUuid: uuid })
      return true
    },
    reconnect() {
      if (!socket) return
      failures = 0
      socket.disconnect()
      clearTimeout(again)
      socket.connect()
    },
    close() {
      listeners.clear()
      inboxListeners.clear()
      close()
    },
  }
}
