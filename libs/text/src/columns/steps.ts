/** Work that may pause between its steps, and yields its result at the end. */
export type Steps<T> = Generator<undefined, T>

/** Takes all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Takes the steps with a breath after each, as long as whoever breathes wants: it may wait for nothing. */
export async function takeSteps<T>(steps: Steps<T>, breathe: () => Promise<void> | undefined): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await breathe()
  }
}
