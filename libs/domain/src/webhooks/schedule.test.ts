import { expect, test } from 'vitest'
import { type Failing, failingAfter, mostOpen, outcomeOf, readRetryAfter, waitAfter } from './schedule.ts'

const hour = 3_600_000
const start = new Date('2026-01-01T00:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const healthy: Failing = { failures: 0, failingSince: null, probeAt: null }

test('a delivery is tried nine times over 28 hours', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => waitAfter(attempts, undefined, 0.5))

  expect(waits).toEqual([0, 5_000, 30_000, 300_000, 1_800_000, 2 * hour, 5 * hour, 10 * hour, 10 * hour, undefined])
})

test('a wait varies by 20 %', () => {
  expect([waitAfter(2, undefined, 0), waitAfter(2, undefined, 1)]).toEqual([24_000, 36_000])
})

test('Retry-After is honored up to an hour, and never shortens a wait', () => {
  expect(waitAfter(1, 60_000, 0.5)).toBe(60_000)
  expect(waitAfter(1, 9 * hour, 0.5)).toBe(hour)
  expect(waitAfter(5, 1_000, 0.5)).toBe(2 * hour)
  expect(readRetryAfter('120', 0)).toBe(120_000)
  expect(readRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', start.getTime())).toBe(60_000)
  for (const header of [undefined, '', '-1', 'soon']) expect(readRetryAfter(header, 0)).toBeUndefined()
})

test('only 2xx is a success; 410 and a refused address are final', () => {
  expect([200, 204, 299].map((status) => outcomeOf({ status }))).toEqual(['delivered', 'delivered', 'delivered'])
  expect([199, 400, 404, 429, 500].map((status) => outcomeOf({ status }))).toEqual(Array(5).fill('failed'))
  expect(outcomeOf({ status: 410 })).toBe('gone')
  expect(outcomeOf({ fault: { kind: 'address_refused' } })).toBe('refused')
  expect(outcomeOf({ fault: { kind: 'redirect_refused' } })).toBe('failed')
})

test('after ten failures in a row one delivery is tried after 1 minute, later after up to 60', () => {
  let failing = healthy
  const waits: (number | null)[] = []
  for (let failures = 1; failures <= 20; failures += 1) {
    failing = failingAfter(failing, 'failed', start, 0.5)
    waits.push(failing.probeAt && (failing.probeAt.getTime() - start.getTime()) / 60_000)
  }
  expect(waits).toEqual([...Array(9).fill(null), 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
})

test('a success ends the failures', () => {
  const failing = { failures: 12, failingSince: start, probeAt: start }

  expect(failingAfter(failing, 'delivered', later(hour), 0.5)).toEqual(healthy)
})

test('an endpoint is disabled after five days without a success, and at once by 410', () => {
  const failing = failingAfter(healthy, 'failed', start, 0.5)

  expect(failingAfter(failing, 'failed', later(5 * 24 * hour - 1), 0.5)).not.toHaveProperty('disabledReason')
  expect(failingAfter(failing, 'failed', later(5 * 24 * hour), 0.5)).toMatchObject({ disabledReason: 'FAILING' })
  expect(failingAfter(healthy, 'gone', start, 0.5)).toMatchObject({ disabledReason: 'GONE' })
})

test('an endpoint has four open requests, and one while it fails', () => {
  expect([mostOpen(0), mostOpen(1)]).toEqual([4, 1])
})
