import { expect, test, vi } from 'vitest'
import { buildEventLoopYield } from './yield-to-event-loop.ts'

/** Occupies the thread, as work between two yields does. */
function occupy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Counts the turns of the event loop until all works are done. */
async function countTurnsOf(works: Promise<void>[]): Promise<number> {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await Promise.all(works)
  clearImmediate(next)
  return turns
}

/** Runs steps with a yield after each. */
async function work(steps: number, stepMs: number): Promise<void> {
  const yieldToEventLoop = buildEventLoopYield()
  for (let step = 0; step < steps; step++) {
    occupy(stepMs)
    await yieldToEventLoop()
  }
}

test('long work lets events run after each slice', async () => {
  expect(await countTurnsOf([work(10, 5)])).toBeGreaterThanOrEqual(4)
})

test('several works share the slice of one turn', async () => {
  // A step takes longer than a slice, so each second step has a turn of its own. With a slice for each work, two turns would be enough.
  expect(await countTurnsOf(Array.from({ length: 6 }, () => work(2, 12)))).toBeGreaterThanOrEqual(5)
})

test('work that waits is resumed in order, and short work shares one turn', async () => {
  const yieldToEventLoop = buildEventLoopYield()
  await new Promise((resolve) => setImmediate(resolve))
  await yieldToEventLoop()
  occupy(10)
  const order: number[] = []
  const turns = await countTurnsOf(
    Array.from({ length: 100 }, async (_, n) => {
      await yieldToEventLoop()
      order.push(n)
    }),
  )

  expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(turns).toBeLessThan(50)
})

test('work resumes while the clock is simulated', async () => {
  vi.useFakeTimers()
  try {
    const yieldToEventLoop = buildEventLoopYield()
    await yieldToEventLoop()
    vi.setSystemTime(Date.now() + 60_000)
    vi.advanceTimersByTime(60_000)
    await yieldToEventLoop()
  } finally {
    vi.useRealTimers()
  }
})
