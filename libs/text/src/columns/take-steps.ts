/** Work that may pause between its steps, and yields its result at the end. */
export type Steps<T> = Generator<undefined, T>

/** Takes all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Takes all steps and awaits `yieldToEventLoop` after each. It may return `undefined` to continue at once. */
export async function takeSteps<T>(steps: Steps<T>, yieldToEventLoop: () => Promise<void> | undefined): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await yieldToEventLoop()
  }
}
