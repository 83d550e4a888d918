import type { ClientEvents, ServerEvents, TokenClaims } from '@askline/contracts'
import type { Namespace, Server, Socket } from 'socket.io'

/**
 * The state kept per socket. A notifier holds many thousand sockets, so listeners are shared functions that read it from `this`,
 * and what few sockets need is made when it is needed.
 */
export type SocketState = {
  claims: TokenClaims
  /** Resolves when the requests that were received so far are answered. Missing while none waits. */
  turn?: Promise<void> | undefined
  messages?: Window
  composing?: ComposingTimes
}

/** Messages counted since a moment of the process's clock, in ms. */
export type Window = { startedAt: number; count: number }

/** When `composing` of a question was last passed on, and when it last renewed a claim, by question id. */
export type ComposingTimes = { told: Map<string, number>; renewed: Map<string, number> }

type NoEvents = Record<string, never>
export type SocketServer = Server<ClientEvents, ServerEvents, NoEvents, SocketState>
export type SocketNamespace = Namespace<ClientEvents, ServerEvents, NoEvents, SocketState>
export type ClientSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketState>
