import type { ClientEvents, ServerEvents, TokenClaims } from '@askline/contracts'
import type { Namespace, Server, Socket } from 'socket.io'

/** What we know of a socket. */
export type SocketState = {
  claims: TokenClaims
  /** Question ids it watches, with the audience key under which it may. */
  watching: Map<string, string>
  /** Ends when the last request was answered: requests of one socket are answered in order. */
  turn: Promise<void>
}

type NoEvents = Record<string, never>
export type SocketServer = Server<ClientEvents, ServerEvents, NoEvents, SocketState>
export type SocketNamespace = Namespace<ClientEvents, ServerEvents, NoEvents, SocketState>
export type ClientSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketState>
