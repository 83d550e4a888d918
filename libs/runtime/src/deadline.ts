/** A promise did not settle in time. */
class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/** Returns the result of `promise`. Throws DeadlineError after `ms`; the work continues, and its later failure is ignored. */
export function withDeadline<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError(`${what} took longer than ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
