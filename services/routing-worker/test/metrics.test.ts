import { invariants } from '@askline/domain/routing/invariants'
import { expect, test } from 'vitest'
import { buildWorkerMetrics } from '../src/worker-metrics.ts'

test('each invariant is published with 0 before its first repair, so that the first repair is an increase', async () => {
  const { common, countRepairs } = buildWorkerMetrics()
  const series = async () =>
    [...(await common.registry.metrics()).matchAll(/^askline_limbo_total\{invariant="([^"]+)",[^}]*\} (\d+)$/gm)].map(
      ([, name, count]) => [name, Number(count)],
    )
  const untouched = Object.keys(invariants).map((name) => [name, 0])
  expect(await series()).toEqual(untouched)

  countRepairs({ 'load-is-what-is-held': 1 })

  expect((await series()).filter(([, count]) => count === 1)).toEqual([['load-is-what-is-held', 1]])
})
