export type Lanes = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a function that does work in so many lanes: what comes while all are taken waits, and whichever is free takes the next. */
export function buildLanes(count: number): Lanes {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
