import { describe, expect, it } from 'vitest'
import { buildIdleMeter, restAfterSweep } from './sweep-pace.ts'

const busy = 0.05

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
