/** The ports of the APIs and notifiers of one version. */
export type Target = { ports: number[]; socketPorts: number[] }

/** An integration that names askers, askers with their own tokens, and tokens of experts. */
export type Senders = { integrationToken: string; askers: { email: string; token: string }[]; experts: string[] }

type Common = { target: Target; senders: Senders; seconds: number }

/** An order for the load process. Rates are per second. */
export type Order =
  | (Common & { kind: 'conversations'; connections: number })
  | (Common & { kind: 'paced'; conversations: number; polls: number; sockets: number })
  | (Common & { kind: 'burst'; asks: number })

/**
 * The result of a run. Latencies are in ms, by what was measured; `failures` are the `errors` by reason. `cpuMs`: CPU time of the load
 * generator.
 */
export type Run = {
  /** Conversations a second, and their number. */
  rate: number
  count: number
  errors: number
  cpuMs: number
  failures: Record<string, number>
  latencies: Record<string, { p50: number; p95: number; p99: number; count: number }>
}

export type LoadRequest = { id: number; order: Order }
export type LoadAnswer = { id: number; run: Run } | { id: number; failed: string }
