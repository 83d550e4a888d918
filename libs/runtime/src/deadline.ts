/** Something took longer than it may. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/** `promise`, or a DeadlineError after `ms`. What was begun goes on; its later failure is swallowed. */
export function withDeadline<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError(`${what} took longer than ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
