type Listener = () => void

const listeners = new Set<Listener>()

// The desk loads this before its router listens, so the router never sees an address that a listener has put back.
window.addEventListener('popstate', () => {
  for (const listener of listeners) listener()
})

/** Calls `listener` after the browser's Back or Forward, before the page changes. Returns how to stop. */
export function watchHistoryMoves(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
