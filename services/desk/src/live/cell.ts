/** A value that components can subscribe to (`useSyncExternalStore`). */
export type Cell<T> = {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** ms between two repaints: however often values change, components hear of it at most ten times a second. */
const repaintMs = 100

const dirty = new Set<() => void>()
let isScheduled = false
let lastRepaint = 0

function schedule() {
  if (isScheduled) return
  isScheduled = true
  setTimeout(
    () => {
      isScheduled = false
      lastRepaint = performance.now()
      const listeners = [...dirty]
      dirty.clear()
      for (const listener of listeners) listener()
    },
    Math.max(0, lastRepaint + repaintMs - performance.now()),
  )
}

/** Creates a cell. Listeners of all cells are called together, so that one repaint shows all that changed. */
export function createCell<T>(first: T): Cell<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) dirty.add(listener)
      schedule()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        dirty.delete(listener)
      }
    },
  }
}
