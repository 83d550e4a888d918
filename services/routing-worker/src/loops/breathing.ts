/** A slice of work on the event loop, in ms: short enough that timers and sockets of the process stay punctual. */
const sliceMs = 8

/** Makes a function to await between steps of long work: it lets the event loop go round whenever a slice is used up. */
export function buildBreathing(): () => Promise<void> | undefined {
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
