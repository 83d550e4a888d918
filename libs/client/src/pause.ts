import { onNetworkReturn } from './network.ts'

/**
 * Waits `ms`, with `untilOnline` at most until the network is back. Rejects with the signal's reason as soon as it is aborted.
 */
export function pause(ms: number, signal?: AbortSignal | null, { untilOnline = false } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = (finish: () => void) => () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      stopListening()
      finish()
    }
    const stop = end(() => reject(signal?.reason))
    const go = end(resolve)
    const timer = setTimeout(go, ms)
    signal?.addEventListener('abort', stop, { once: true })
    const stopListening = untilOnline ? onNetworkReturn(go) : () => undefined
  })
}

/** Returns `ms` plus up to half of it, so that clients that failed together do not retry together. */
export const jittered = (ms: number): number => ms * (1 + Math.random() / 2)

/** Returns a delay in ms that doubles from `first` with every failure, up to `most`, with jitter. */
export const backOff = (failures: number, first: number, most: number): number =>
  jittered(Math.min(most, first * 2 ** Math.min(failures, 20)))
