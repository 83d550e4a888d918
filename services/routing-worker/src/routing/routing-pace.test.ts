import { describe, expect, it } from 'vitest'
import { buildAskWatch, buildIdleMeter, buildPace, patienceMs, restAfter, restAfterSweep } from './routing-pace.ts'

const busy = 0.05
/** Asks per second. */
const burst = 2_000
const overrun = { tookMs: 20, taken: 128, arrived: 128, oldestMs: 100 }

describe('routing', () => {
  it('pauses on a busy machine while questions arrive faster than they are routed, so that asks come first', () => {
    expect(restAfter(overrun, busy, burst)).toBeGreaterThan(overrun.tookMs)
  })

  it('does not pause on a machine with idle processors', () => {
    expect(restAfter(overrun, 0.5, burst)).toBe(0)
  })

  it('does not pause while it catches up', () => {
    expect(restAfter({ ...overrun, arrived: 10 }, busy, burst)).toBe(0)
  })

  it('does not pause after a few questions, even on a busy machine', () => {
    expect(restAfter({ ...overrun, taken: 7, arrived: 7 }, busy, burst)).toBe(0)
    expect(restAfter({ ...overrun, taken: 8, arrived: 8 }, busy, burst)).toBeGreaterThan(0)
  })

  it('does not pause if few questions are asked per second', () => {
    expect(restAfter(overrun, busy, 199)).toBe(0)
    expect(restAfter(overrun, busy, 200)).toBeGreaterThan(0)
  })

  it('pauses no longer than a question may wait', () => {
    expect(restAfter({ ...overrun, oldestMs: patienceMs - 5 }, busy, burst)).toBe(5)
    expect(restAfter({ ...overrun, oldestMs: patienceMs }, busy, burst)).toBe(0)
  })
})

describe('a sweeper of deadlines', () => {
  it('pauses after a whole batch on a busy machine, so that asks come first', () => {
    expect(restAfterSweep({ tookMs: 80, oldestMs: 300 }, busy)).toBe(80)
  })

  it('does not pause on a machine with idle processors, or when a deadline was met five seconds late', () => {
    expect(restAfterSweep({ tookMs: 80, oldestMs: 300 }, 0.5)).toBe(0)
    expect(restAfterSweep({ tookMs: 80, oldestMs: 5_000 }, busy)).toBe(0)
  })
})

it('the idle share covers the time since the last measurement', () => {
  let at = 0
  const times = { idle: 0, yielding: 0, total: 0 }
  const idleShare = buildIdleMeter(
    () => at,
    () => times,
  )
  expect(idleShare()).toBe(1)
  at = 200
  times.idle = 100
  times.total = 400
  expect(idleShare()).toBe(0.25)
  at = 250
  times.idle = 150
  times.total = 450
  expect(idleShare()).toBe(0.25)
  at = 400
  times.total = 800
  expect(idleShare()).toBe(0.125)
  at = 600
  times.idle = 250
  times.yielding = 200
  times.total = 1_200
  expect(idleShare()).toBe(0.75)
})

/** Returns the id of a question that was asked at this moment, in ms since 1970. */
const askedAt = (ms: number, n = 0) => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`
}

describe('asks per second', () => {
  const start = 1_800_000_000_000
  let at = start
  const asks = () => buildAskWatch(() => at)

  it('are those of this second or of the one before', () => {
    at = start
    const watch = asks()
    expect(watch.perSecond()).toBe(0)
    for (let n = 0; n < 300; n++) watch.note(askedAt(at, n))
    expect(watch.perSecond()).toBe(300)
    at = start + 1_999
    expect(watch.perSecond()).toBe(300)
    at = start + 2_000
    expect(watch.perSecond()).toBe(0)
  })

  it('count a question once, and none that was asked more than a second ago or by a clock that is ahead', () => {
    at = start
    const watch = asks()
    for (let n = 0; n < 300; n++) watch.note(askedAt(at))
    watch.note(askedAt(at - 1_000, 1))
    watch.note(askedAt(at + 1_000, 2))
    expect(watch.perSecond()).toBe(1)
  })
})

it('the pace of routing pauses in a burst on a busy machine, until processors are idle', () => {
  const at = 1_800_000_000_000
  let idle = 0
  const pace = buildPace(
    () => at,
    () => idle,
  )
  for (let n = 0; n < 199; n++) pace.note(askedAt(at, n))
  expect(pace.pauseAfter(overrun)).toBe(0)
  pace.note(askedAt(at, 199))
  expect(pace.pauseAfter(overrun)).toBeGreaterThan(0)
  expect(pace.isPauseOver()).toBe(false)

  idle = 0.5

  expect(pace.isPauseOver()).toBe(true)
  expect(pace.pauseAfter(overrun)).toBe(0)
})
