import type { FinishedBatch } from '@askline/db'
import { type ProcessorTimes, processorTimes, wallClock } from '@askline/runtime'

/** Idle share of the processors below which the machine counts as busy. */
const spareShare = 0.3
/** Returns whether work that is not urgent should leave the processors to asks. */
export const isBusy = (idleShare: number): boolean => idleShare <= spareShare

/** Length of a pause relative to the batch before it. */
const restsPerBatch = 24
/** Questions per batch, and asks per second, below which there is no burst. Routing few questions takes next to nothing from asks. */
const crowd = 8
const crowdPerSecond = 200
/** Time a question may wait before routing continues without a pause, in ms. */
export const patienceMs = 3_500

/**
 * Returns how long routing pauses to let asks go first, in ms. It pauses only on a machine without idle processors, during a burst
 * of asks that arrive faster than they are routed. Routing then runs a few seconds behind and catches up when fewer arrive.
 *
 * `asksPerSecond` is an average of a second. During one batch a few conversations in step look like a burst.
 */
export function restAfter(
  { tookMs, taken, arrived, oldestMs }: FinishedBatch,
  idleShare: number,
  asksPerSecond: number,
): number {
  const isCrowd = taken >= crowd && asksPerSecond >= crowdPerSecond
  if (!isBusy(idleShare) || !isCrowd || arrived < taken / 2 || oldestMs >= patienceMs) return 0
  return Math.min(restsPerBatch * tookMs, patienceMs - oldestMs)
}

/** Lateness of a deadline from which sweeps do not pause, in ms. */
const latestMs = 5_000

/** Returns how long a sweeper pauses after a whole batch of due deadlines, in ms: on a busy machine as long as the batch took. */
export const restAfterSweep = (
  { tookMs, oldestMs }: { tookMs: number; oldestMs: number },
  idleShare: number,
): number => (isBusy(idleShare) && oldestMs < latestMs ? tookMs : 0)

/** Age from which a question is not a new one, in ms. */
const newMs = 1_000

/**
 * Counts the questions that are asked now, by their age when they reach routing. Questions of a backlog arrive as fast as they are
 * taken, so without the age a worker that catches up would pause. The clocks of APIs may differ from this one by less than a second.
 */
export function buildAskWatch(now: () => number = wallClock) {
  let second = Number.NaN
  let asked = new Set<string>()
  let askedBefore = 0

  function turnOver(): void {
    const present = Math.floor(now() / 1_000)
    if (present === second) return
    askedBefore = present === second + 1 ? asked.size : 0
    asked = new Set()
    second = present
  }
  return {
    note(questionId: string) {
      turnOver()
      if (Math.abs(now() - askedAt(questionId)) < newMs) asked.add(questionId)
    },
    /** Returns the new questions of this second or of the one before, whichever had more. */
    perSecond(): number {
      turnOver()
      return Math.max(asked.size, askedBefore)
    },
  }
}

/** Returns when a question was asked, in ms since 1970, from its uuid (v7). */
const askedAt = (questionId: string) => Number.parseInt(questionId.replace('-', '').slice(0, 12), 16)

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

export type Pace = ReturnType<typeof buildPace>

/** Returns the pace of routing: `note` takes each question that is to be routed, the others serve `openCoalescer`. */
export function buildPace(now: () => number = wallClock, idleShare = buildIdleMeter()) {
  const asks = buildAskWatch(now)
  return {
    note: asks.note,
    pauseAfter: (batch: FinishedBatch): number => restAfter(batch, idleShare(), asks.perSecond()),
    /** Whether processors are idle, so that routing takes nothing from asks. */
    isPauseOver: (): boolean => !isBusy(idleShare()),
  }
}
