/** Longest uninterrupted slice of work on the event loop, in ms. Timers and sockets of the process stay punctual. */
const sliceMs = 8

/** Lets pending events run if the current slice of work is used up. Returns `undefined` otherwise. */
export type EventLoopYield = () => Promise<void> | undefined

/** Returns a function to await between the steps of long work. It yields to the event loop after each slice of 8 ms. */
export function buildEventLoopYield(): EventLoopYield {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < sliceMs) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        begun = performance.now()
        resolve()
      })
    })
  }
}
