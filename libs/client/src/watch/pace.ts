export type Pace = {
  /** Returns the time in ms until the next fetch is allowed; 0 if it is allowed now. */
  waitMs(): number
  /** Counts a fetch. */
  take(): void
}

/** Limits how often announced changes are fetched: `burst` of them at once after a quiet time, then one every `everyMs`. */
export function openPace(everyMs: number, burst: number): Pace {
  /** When the whole burst is allowed again. */
  let wholeAt = 0
  return {
    waitMs: () => Math.max(0, wholeAt - (burst - 1) * everyMs - performance.now()),
    take() {
      wholeAt = Math.max(wholeAt, performance.now()) + everyMs
    },
  }
}

/** Returns a function that calls `call` at that pace. Calls that come together become one, and the last one is never lost. */
export function atPace(pace: Pace, call: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    announce() {
      timer ??= setTimeout(() => {
        timer = undefined
        pace.take()
        call()
      }, pace.waitMs())
    },
    stop: () => clearTimeout(timer),
  }
}
