/** Waits `ms`; rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Returns `ms` plus up to half of it, so that clients that failed together do not retry together. */
export const jittered = (ms: number): number => ms * (1 + Math.random() / 2)

/** Returns a delay in ms that doubles from `first` with every failure, up to `most`, with jitter. */
export const backOff = (failures: number, first: number, most: number): number =>
  jittered(Math.min(most, first * 2 ** Math.min(failures, 20)))
