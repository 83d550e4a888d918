import { newId } from '@askline/db'
import { describe, expect, it } from 'vitest'
import { buildAskWatch, buildIdleMeter, patienceMs, restAfter, restAfterSweep } from './pace.ts'

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

  it('does not pause if few questions are asked per second, also if as many are routed again', () => {
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

it('asks per second are those of this second or of the one before, and leave out questions that were asked a while ago', () => {
  const asks = buildAskWatch(() => at)
  const note = (times: number) => {
    for (let n = 0; n < times; n++) asks.note(newId())
  }
  let at = Date.now()
  expect(asks.perSecond()).toBe(0)
  note(300)
  expect(asks.perSecond()).toBe(300)
  const old = newId()
  at += 1_500
  asks.note(old)
  expect(asks.perSecond()).toBe(300)
  at += 1_000
  expect(asks.perSecond()).toBe(0)
})
