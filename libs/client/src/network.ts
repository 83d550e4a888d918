type Listen = (type: 'online', listener: () => void) => void

// Browsers have them, other environments do not.
declare const addEventListener: Listen | undefined
declare const removeEventListener: Listen | undefined

/** Calls `listener` whenever the browser reports that the network is back; never outside of browsers. Returns a function that stops it. */
export function onNetworkReturn(listener: () => void): () => void {
  if (typeof addEventListener !== 'function') return () => undefined
  addEventListener('online', listener)
  return () => removeEventListener?.('online', listener)
}
