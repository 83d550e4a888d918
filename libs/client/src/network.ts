type Listen = (type: 'online', listener: () => void) => void

// Browsers have both, other environments have neither.
type Browser = { addEventListener?: Listen; removeEventListener?: Listen }

/** Calls `listener` whenever the browser reports that the network is back; never outside of browsers. Returns a function that stops it. */
export function onNetworkReturn(listener: () => void): () => void {
  const browser: Browser & typeof globalThis = globalThis
  browser.addEventListener?.('online', listener)
  return () => browser.removeEventListener?.('online', listener)
}
