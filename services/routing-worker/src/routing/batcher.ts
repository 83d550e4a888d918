import { setTimeout as pause } from 'node:timers/promises'

export type Batcher<Outcome> = {
  /** Resolves with the outcome of the batch that took `key` in. A key that waits already is not taken twice: both callers share one outcome. */
  add(key: string): Promise<Outcome>
  /** No rests from now on: the one that is being taken ends. For a process that wants to stop. */
  hurry(): void
  /** How many keys wait for a batch. */
  readonly waiting: number
}

export type BatcherOptions = {
  /** Keys of one batch, at most. */
  size: number
  /** Batches in flight, at most; 1 unless told. Beside a running one only a full one begins. */
  lanes?: number
  /** ms to wait for company after the first key. */
  gatherMs?: number
  /** ms to wait after a batch before the next one; 0 unless told. */
  rest?: (batch: BatchDone) => number
}

/** A batch that was worked on: `arrived` keys came meanwhile, and the oldest of those that wait has waited `oldestMs`. */
export type BatchDone = { tookMs: number; taken: number; arrived: number; oldestMs: number }

type Waiting<Outcome> = {
  since: number
  promise: Promise<Outcome>
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Gathers keys that callers bring one by one and hands them to `work` in batches.
 * `work` says per key how it went; a key it is silent about, and every key when it throws, is rejected.
 */
export function buildBatcher<Outcome>(
  work: (keys: string[]) => Promise<Map<string, Outcome | Error>>,
  { size, lanes = 1, gatherMs = 1, rest = () => 0 }: BatcherOptions,
): Batcher<Outcome> {
  let waiting = new Map<string, Waiting<Outcome>>()
  let running = 0
  let arrivals = 0
  const hurried = new AbortController()

  async function run(): Promise<void> {
    while (running === 1 ? waiting.size > 0 : waiting.size >= size) {
      if (waiting.size < size) await new Promise((resolve) => setTimeout(resolve, gatherMs))
      const taken = [...waiting].slice(0, size)
      if (taken.length === waiting.size) waiting = new Map()
      else for (const [key] of taken) waiting.delete(key)
      // Nothing: another batch took them while this one gathered.
      if (taken.length > 0) await workOff(taken)
    }
    running--
  }

  async function workOff(taken: [string, Waiting<Outcome>][]): Promise<void> {
    const began = performance.now()
    const before = arrivals
    await settle(taken)
    const now = performance.now()
    const [oldest] = waiting.values()
    const restMs = rest({
      tookMs: now - began,
      taken: taken.length,
      arrived: arrivals - before,
      oldestMs: oldest ? now - oldest.since : 0,
    })
    if (restMs > 0) await pause(restMs, undefined, { signal: hurried.signal }).catch(() => undefined)
  }

  async function settle(taken: [string, Waiting<Outcome>][]): Promise<void> {
    let outcomes: Map<string, Outcome | Error>
    try {
      outcomes = await work(taken.map(([key]) => key))
    } catch (error) {
      for (const [, { reject }] of taken) reject(error)
      return
    }
    for (const [key, { resolve, reject }] of taken) {
      const outcome = outcomes.get(key)
      if (outcome === undefined) reject(new Error('The batch said nothing about this key'))
      else if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
  }

  return {
    add(key) {
      const known = waiting.get(key)
      if (known) return known.promise
      const mine = openPromise<Outcome>()
      waiting.set(key, mine)
      arrivals++
      if (running === 0 || (running < lanes && waiting.size >= size)) {
        running++
        void run()
      }
      return mine.promise
    },
    hurry: () => hurried.abort(),
    get waiting() {
      return waiting.size
    },
  }
}

function openPromise<T>(): Waiting<T> {
  let resolve!: (outcome: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { since: performance.now(), promise, resolve, reject }
}
