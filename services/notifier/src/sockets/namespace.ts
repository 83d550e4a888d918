import type { ClientEvents, ServerEvents, TokenClaims } from '@askline/contracts'
import type { Namespace, Server, Socket } from 'socket.io'

/** The state kept per socket. */
export type SocketState = {
  claims: TokenClaims
  /** Ids of the subscribed questions, with the audience key that grants access. */
  watching: Map<string, string>
  /** Resolves when the last request was answered. Requests of one socket are answered in order. */
  turn: Promise<void>
}

type NoEvents = Record<string, never>
export type SocketServer = Server<ClientEvents, ServerEvents, NoEvents, SocketState>
export type SocketNamespace = Namespace<ClientEvents, ServerEvents, NoEvents, SocketState>
export type ClientSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketState>
