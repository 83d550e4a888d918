import { setTimeout as pause } from 'node:timers/promises'

/** Starts `work` `perSecond` times a second for `seconds`, without waiting for earlier ones, and waits for all at the end. */
export async function atRate(perSecond: number, seconds: number, work: (n: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  const underway: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; n++) {
    const wait = began + (n * 1_000) / perSecond - performance.now()
    if (wait > 1) await pause(wait)
    underway.push(work(n))
  }
  await Promise.all(underway)
}
