import { type ProcessorTimes, processorTimes } from '@askline/runtime'

/** Idle share of the processors below which the machine counts as busy. */
const spareShare = 0.3
/** Returns whether sweepers should leave the processors to asks. */
export const isBusy = (idleShare: number): boolean => idleShare <= spareShare

/** Lateness of a deadline from which sweeps do not pause, in ms. */
const latestMs = 5_000

/** Returns how long a sweeper pauses after a whole batch of due deadlines, in ms: on a busy machine as long as the batch took. */
export const restAfterSweep = (
  { tookMs, oldestMs }: { tookMs: number; oldestMs: number },
  idleShare: number,
): number => (isBusy(idleShare) && oldestMs < latestMs ? tookMs : 0)

/**
 * Span over which idleness is measured, in ms. Shorter spans are too coarse, because the system counts in hundredths of a second.
 */
const spanMs = 100

/**
 * Returns a function that measures the share of the processors that was idle or ran only low-priority work: 0 to 1, initially 1.
 * Trainings use every idle processor.
 */
export function buildIdleMeter(
  now = () => performance.now(),
  read: () => ProcessorTimes = processorTimes,
): () => number {
  let share = 1
  let last = { at: now(), ...read() }
  return () => {
    const at = now()
    if (at - last.at < spanMs) return share
    const times = read()
    const total = times.total - last.total
    const free = times.idle - last.idle + times.yielding - last.yielding
    if (total > 0) share = free / total
    last = { at, ...times }
    return share
  }
}
