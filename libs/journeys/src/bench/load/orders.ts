import type { Run } from '../figures.ts'
import type { Target } from './wire.ts'

/** Who sends: an integration that names users, users with tokens of their own, and experts. Empty for the bare server. */
export type Senders = {
  integrationToken?: string
  askers: { email: string; token?: string }[]
  experts: { userId: string; token: string }[]
}

type Common = { target: Target; senders: Senders; seconds: number }

/** What the load process is told to do. */
export type Order =
  | (Common & { kind: 'asks'; connections: number })
  | (Common & { kind: 'polls'; connections: number; questions: { uuid: string; lastUpdated: string; asker: number }[] })
  | (Common & { kind: 'conversations'; connections: number })
  | (Common & {
      kind: 'changes'
      perSecond: number
      questions: { uuid: string; asker: number }[]
      /** Where listeners connect, by turns; to the target's own port unless told. */
      socketPorts?: number[]
    })
  | (Common & { kind: 'claims'; connections: number; claims: { uuid: string; token: string }[] })
  | (Common & {
      kind: 'steady'
      perSecond: number
      /** 64 unless told. */
      connections?: number
      /** What is asked, by turns; the sentences of the benchmark unless told. */
      texts?: string[]
    })

export type ChangesRun = Run & { lost: number }
/** When each request was sent (ms since 1970) and what it took (ms). */
export type Sample = { at: number; ms: number }

export type LoadRequest = { id: number; order: Order }
export type LoadAnswer =
  | { id: number; run: Run & { lost?: number; samples?: Sample[] } }
  | { id: number; failed: string }
