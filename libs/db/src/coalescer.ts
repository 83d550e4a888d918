import { setTimeout as pause } from 'node:timers/promises'

export type Coalescer<Item, Result> = {
  /** Resolves with the result of the batch that took the item. Rejects with its error. */
  add(item: Item): Promise<Result>
  /** Rejects every item that waits. Items in flight go on. */
  rejectWaiting(error: unknown): void
  /** Starts batches without collecting first, and resolves when no item waits or is in flight. */
  drain(): Promise<void>
  /** Number of items that wait for a batch. */
  readonly waiting: number
  /** Number of items in batches that have begun. */
  readonly inFlight: number
}

export type CoalescerOptions<Item> = {
  /** Maximum number of items in one batch. */
  maxBatch?: number
  /** Maximum number of batches in flight. */
  maxInFlight?: number
  /** When a batch may start beside a running one: as soon as an item waits, or only if it is full. */
  startBeside?: 'any' | 'full'
  /** Time to collect items before a batch starts, in ms; 0 collects until the pending I/O of this turn is read. */
  collectMs?: number
  /** Items of the same key that wait together are one item, and their callers share its result. */
  keyOf?: (item: Item) => string
  /** Pause after a batch, in ms. It counts as a batch in flight. */
  restMs?: number
}

type Waiting<Item, Result> = {
  item: Item
  promise: Promise<Result>
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Collects items from many callers and processes them in batches: 1,000 concurrent calls cause a few queries.
 *
 * For each item `work` returns one result or error, in order. If it throws, every item of the batch is rejected.
 */
export function openCoalescer<Item, Result>(
  work: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  options: CoalescerOptions<Item> = {},
): Coalescer<Item, Result> {
  const { maxBatch = Number.POSITIVE_INFINITY, maxInFlight = 1, startBeside = 'any' } = options
  const { collectMs = 0, restMs = 0, keyOf } = options
  // The key of an item without a key is unique.
  const waiting = new Map<unknown, Waiting<Item, Result>>()
  const running = new Set<Promise<void>>()
  let inFlight = 0
  let cancelStart: (() => void) | undefined

  const mayStart = () =>
    waiting.size > 0 &&
    running.size < maxInFlight &&
    (running.size === 0 || startBeside === 'any' || waiting.size >= maxBatch)

  function startSoon(): void {
    if (cancelStart || !mayStart()) return
    if (collectMs > 0 && waiting.size < maxBatch) {
      const timer = setTimeout(start, collectMs)
      cancelStart = () => clearTimeout(timer)
    } else {
      const immediate = setImmediate(start)
      cancelStart = () => clearImmediate(immediate)
    }
  }

  function start(): void {
    cancelStart?.()
    cancelStart = undefined
    if (!mayStart()) return
    const batch: Waiting<Item, Result>[] = []
    for (const [key, one] of waiting) {
      if (batch.length === maxBatch) break
      batch.push(one)
      waiting.delete(key)
    }
    const run = runBatch(batch).then(() => {
      running.delete(run)
      startSoon()
    })
    running.add(run)
    startSoon()
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    inFlight += batch.length
    await settle(batch)
    if (restMs > 0) await pause(restMs)
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    let results: readonly (Result | Error)[]
    try {
      results = await work(batch.map(({ item }) => item))
    } catch (error) {
      inFlight -= batch.length
      for (const { reject } of batch) reject(error)
      return
    }
    inFlight -= batch.length
    for (const [i, { resolve, reject }] of batch.entries()) {
      const result = results[i]
      if (i >= results.length) reject(new Error('The batch returned no result for this item'))
      else if (result instanceof Error) reject(result)
      else resolve(result as Result)
    }
  }

  return {
    add(item) {
      const key = keyOf ? keyOf(item) : Symbol('item')
      const known = waiting.get(key)
      if (known) return known.promise
      const mine = openWaiting<Item, Result>(item)
      waiting.set(key, mine)
      if (cancelStart && collectMs > 0 && waiting.size >= maxBatch) start()
      else startSoon()
      return mine.promise
    },
    rejectWaiting(error) {
      const rejected = [...waiting.values()]
      waiting.clear()
      for (const { reject } of rejected) reject(error)
    },
    async drain() {
      while (waiting.size > 0 || running.size > 0) {
        if (mayStart()) start()
        await Promise.race(running)
      }
    },
    get waiting() {
      return waiting.size
    },
    get inFlight() {
      return inFlight
    },
  }
}

function openWaiting<Item, Result>(item: Item): Waiting<Item, Result> {
  let resolve!: (result: Result) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<Result>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { item, promise, resolve, reject }
}
