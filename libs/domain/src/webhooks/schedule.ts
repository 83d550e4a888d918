const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

/** Waits before the attempts of a delivery, in ms. The first attempt is made at once. */
const waitsMs = [
  0,
  5 * secondMs,
  30 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
]

/** Longest `Retry-After` that is honored, in ms. */
const mostRetryAfterMs = hourMs

/** Failures in a row after which deliveries wait and one at a time is tried. */
const failuresUntilProbes = 10

/** Time without a success after which an endpoint is disabled, in ms. */
const failingMs = 5 * 24 * hourMs

/** Returns a duration between 80 and 120 % of `ms`, so that deliveries that failed together are not sent together again. */
const withJitter = (ms: number, random: number) => Math.round(ms * (0.8 + 0.4 * random))

/**
 * Returns the ms until the next attempt of a delivery that failed `attempts` times, or `undefined` if none is left. `random` is
 * between 0 and 1.
 */
export function waitAfter(attempts: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const wait = waitsMs[attempts]
  if (wait === undefined) return undefined
  return Math.max(withJitter(wait, random), Math.min(retryAfterMs ?? 0, mostRetryAfterMs))
}

/** Returns the ms that a `Retry-After` asks to wait, or `undefined` if it is absent or malformed. `nowMs` is real time. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * secondMs
  // Date.parse reads `-1` as a year.
  const at = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

/**
 * The outcome of an attempt. `gone`: the server answered 410. `refused`: the address is not permitted. Both make further attempts
 * pointless.
 */
export type Outcome = 'delivered' | 'gone' | 'refused' | 'failed'

/** Returns the outcome of an answer, or of a fault of the request. Only 2xx is a success. */
export function outcomeOf(result: { status: number } | { fault: { kind: string } }): Outcome {
  if ('fault' in result) return result.fault.kind === 'address_refused' ? 'refused' : 'failed'
  if (result.status === 410) return 'gone'
  return result.status >= 200 && result.status < 300 ? 'delivered' : 'failed'
}

/** The failures of an endpoint since its last success. Times are the company's. */
export type Failing = { failures: number; failingSince: Date | null; probeAt: Date | null }

/**
 * Returns the failures of an endpoint after an attempt, and why it must be disabled, if it must. After ten failures in a row one delivery
 * is tried after 1 minute, then after twice as long each time, at most an hour. `random` is between 0 and 1.
 */
export function failingAfter(
  before: Failing,
  outcome: Outcome,
  now: Date,
  random: number,
): Failing & { disabledReason?: 'GONE' | 'FAILING' } {
  if (outcome === 'delivered') return { failures: 0, failingSince: null, probeAt: null }
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? now
  const waited = { failures, failingSince, probeAt: probeAfter(failures, now, random) }
  if (outcome === 'gone') return { ...waited, disabledReason: 'GONE' }
  const hasFailedLong = now.getTime() - failingSince.getTime() >= failingMs
  return hasFailedLong ? { ...waited, disabledReason: 'FAILING' } : waited
}

function probeAfter(failures: number, now: Date, random: number): Date | null {
  if (failures < failuresUntilProbes) return null
  const ms = Math.min(hourMs, minuteMs * 2 ** (failures - failuresUntilProbes))
  // At most an hour, and at least a minute, also with jitter.
  const wait = Math.min(hourMs, Math.max(minuteMs, withJitter(ms, random)))
  return new Date(now.getTime() + wait)
}

/** Requests that an endpoint may have open. One that failed last gets one, so that slow servers take few of the courier's. */
export const mostOpen = (failures: number): number => (failures === 0 ? 4 : 1)
