import { createHistogram, performance as processPerformance, type RecordableHistogram } from 'node:perf_hooks'

/** Time between two samples in ms: while the process works, and while it is idle. Each sample wakes the process. */
const [workingMs, idleMs] = [20, 500]
/** A process is idle while it works less than this share of the time, and so for at most 25 ms between two samples. */
const idleShare = 0.05
/** Time in ms that decides whether the process is idle. */
const windowMs = 500

export type EventLoopLag = {
  /** How late each sample ran, in ns, since the last reset. */
  readonly histogram: RecordableHistogram
  /** Returns how late samples ran on average in the last half second or longer, in ms. */
  recentMs(): number
}

/**
 * Measures how late timers run, which is how long the event loop was blocked. Never stops, but does not keep the process alive.
 * A block in an idle process is missed if it ends before the next sample.
 * `utilizationSince` returns the share of time that the event loop worked since its last call.
 */
export function watchEventLoop(utilizationSince: () => number = buildUtilization()): EventLoopLag {
  const histogram = createHistogram()
  let pauseMs = workingMs
  let dueAt = performance.now() + pauseMs
  let windowAt = performance.now()
  let lateMs = 0
  let samples = 0
  let recentMs = 0

  function sample() {
    const now = performance.now()
    const late = Math.max(0, now - dueAt)
    histogram.record(Math.max(1, Math.round(late * 1e6)))
    lateMs += late
    samples++
    if (now - windowAt >= windowMs) {
      pauseMs = utilizationSince() < idleShare ? idleMs : workingMs
      recentMs = lateMs / samples
      windowAt = now
      lateMs = 0
      samples = 0
    }
    plan()
  }
  function plan() {
    dueAt = performance.now() + pauseMs
    setTimeout(sample, pauseMs).unref()
  }
  plan()
  return { histogram, recentMs: () => recentMs }
}

function buildUtilization(): () => number {
  let before = processPerformance.eventLoopUtilization()
  return () => {
    const now = processPerformance.eventLoopUtilization()
    const { utilization } = processPerformance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
