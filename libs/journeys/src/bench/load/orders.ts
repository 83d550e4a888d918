import type { Run } from '../figures.ts'
import type { Target } from './wire.ts'

/** Senders: an integration that names users, users with their own tokens, and experts. Empty for the bare server. */
export type Senders = {
  integrationToken?: string
  askers: { email: string; token?: string }[]
  experts: { userId: string; token: string }[]
  adminToken?: string
}

type Common = { target: Target; senders: Senders; seconds: number }

/** An order for the load process. */
export type Order =
  | (Common & { kind: 'asks'; connections: number })
  | (Common & { kind: 'polls'; connections: number; questions: { uuid: string; lastUpdated: string; asker: number }[] })
  | (Common & { kind: 'conversations'; connections: number })
  | (Common & {
      kind: 'changes'
      perSecond: number
      questions: { uuid: string; asker: number }[]
      /** Ports to which listeners connect in turn. Default: the target's own port. */
      socketPorts?: number[]
    })
  | (Common & { kind: 'claims'; connections: number; claims: { uuid: string; token: string }[] })
  | (Omit<Common, 'senders' | 'seconds'> & { kind: 'requests'; connections: number; requests: NamedRequest[] })
  | (Common & {
      kind: 'steady'
      perSecond: number
      /** Default: 64. */
      connections?: number
      /** Texts of the questions, used in turn. Default: the benchmark's sentences. */
      texts?: string[]
    })

  /** Opens connections that stay until `disperse`, each watching one of the questions. */
  | (Omit<Common, 'seconds'> & { kind: 'gather'; count: number; questions: { uuid: string; asker: number }[] })
  /** `watch` notices the loss of a connection, after which `await` waits until all are back. */
  | { kind: 'watch' | 'await' | 'disperse'; target: Target }

/** A read whose time counts for `operation`. */
export type NamedRequest = { operation: string; path: string; token: string }

export type ChangesRun = Run & { lost: number }
/** When each request was sent (ms since 1970) and how long it took (ms). */
export type Sample = { at: number; ms: number }

export type LoadRequest = { id: number; order: Order }
export type LoadAnswer =
  | {
      id: number
      run: Run & {
        lost?: number
        samples?: Sample[]
        operations?: Record<string, { p50: number; p99: number; count: number }>
      }
    }
  | { id: number; failed: string }
