/** Longest uninterrupted work of this process in one turn of the event loop, in ms. Timers and sockets stay punctual. */
const sliceMs = 8

/** Lets pending events run if the work of this turn is used up. Returns `undefined` otherwise. */
export type EventLoopYield = () => Promise<void> | undefined

// Kept, because tests replace the global one.
const onNextTurn = setImmediate
/** Work that waits for its turn, longest wait first. */
const waiting: (() => void)[] = []
/** When the work of this turn began. */
let begunAt: number | undefined

/**
 * Returns a function to await between the steps of long work. It yields to the event loop after 8 ms. All work of the process
 * shares these 8 ms: with slices of their own, several loads and batches together would block a turn much longer.
 */
export function buildEventLoopYield(): EventLoopYield {
  beginTurn()
  return () => {
    if (performance.now() - beginTurn() < sliceMs) return undefined
    return new Promise((resolve) => waiting.push(resolve))
  }
}

/** Returns when the work of this turn began, in ms. */
function beginTurn(): number {
  if (begunAt === undefined) {
    begunAt = performance.now()
    onNextTurn(endTurn)
  }
  return begunAt
}

function endTurn(): void {
  begunAt = undefined
  resumeWhileTimeIsLeft()
}

/** Resumes the work that has waited longest, and then the next if it left time. The rest waits for another turn. */
function resumeWhileTimeIsLeft(): void {
  if (waiting.length === 0 || performance.now() - beginTurn() >= sliceMs) return
  waiting.shift()?.()
  // Queued after the resumed work, so that it runs when that work pauses or ends. Work that awaits other promises before it begins
  // is overtaken: several such works begin before the time is measured.
  queueMicrotask(resumeWhileTimeIsLeft)
}
