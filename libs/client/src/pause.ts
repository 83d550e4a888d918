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

/** `ms` and up to half of it more, so that many clients that failed together do not come back together. */
export const jittered = (ms: number): number => ms * (1 + Math.random() / 2)

/** Doubles from `first` with every failure, up to `most`. */
export const backOff = (failures: number, first: number, most: number): number =>
  jittered(Math.min(most, first * 2 ** Math.min(failures, 20)))
