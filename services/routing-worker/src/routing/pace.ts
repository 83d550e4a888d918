import { type ProcessorTimes, processorTimes, wallClock } from '@askline/runtime'
import type { BatchDone } from './batcher.ts'

/** Idle share of the processors below which the machine counts as busy. */
const spareShare = 0.3
/** Rests are so many times as long as the batch took. */
const restsPerBatch = 24
/** Fewer questions at once, or in a second, are no crowd: routing takes next to nothing from their asks, and resting would only gather one. */
const crowd = 8
const crowdPerSecond = 200
/** ms a question may wait before routing goes on without a rest, whatever the machine has to do. */
export const patienceMs = 3_500

/**
 * ms for which routing lets asks go first. On a machine that has no processor to spare, while questions come faster than
 * they are routed, every question routed now is a question not asked: routing then follows a few seconds behind, and catches up
 * as soon as fewer come. 0 in all other cases, so that nothing waits on a machine that has room.
 */
export function restAfter({ tookMs, taken, arrived, oldestMs }: BatchDone, idleShare: number): number {
  const isCrowd = taken >= crowd && arrived >= (tookMs / 1_000) * crowdPerSecond
  if (idleShare > spareShare || !isCrowd || arrived < taken / 2 || oldestMs >= patienceMs) return 0
  return Math.min(restsPerBatch * tookMs, patienceMs - oldestMs)
}

/** Nobody asks any more when the newest question is so old, in ms. */
const quietMs = 1_000

/**
 * Whether questions are being asked at this moment, going by the newest that came to be routed. What waited in the queue comes
 * as fast as it is taken: without this a worker with a backlog, and every further one beside it, would rest before it.
 */
export function buildAskWatch(now: () => number = wallClock) {
  let newest = 0
  return {
    note(questionId: string) {
      newest = Math.max(newest, askedAt(questionId))
    },
    isAsking: () => now() - newest < quietMs,
  }
}

/** ms since 1970 at which a question was asked: its uuid (v7) begins with them. */
const askedAt = (questionId: string) => Number.parseInt(questionId.replace('-', '').slice(0, 12), 16)

/** ms over which idleness is measured: shorter spans say little, for the system counts in hundredths of a second. */
const spanMs = 100

/**
 * The share of this machine's processors that had nothing to do lately, or nothing that would not leave at once for an ask:
 * 0..1; 1 at first. A company that trains takes every processor that is free.
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
