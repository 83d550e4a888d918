import { afterAll, describe, expect, test } from 'vitest'
import { type Failure, processFailures, raiseStage, redisFailures, runFailure, socketFailures } from '../src/index.ts'

// A worker that stands still holds its jobs for 3 s, not 30: short forms are short.
const stage = await raiseStage({ apis: 2, workers: 2, notifiers: 2, env: { JOB_LOCK_MS: '3000' } })
afterAll(() => stage.stop())

const all = [...processFailures, ...socketFailures, ...redisFailures] as unknown as Failure<never>[]

describe.for(all)('$id: $title', (failure) => {
  const isPossible = stage.redis.isReal || !(redisFailures as readonly unknown[]).includes(failure)
  test.skipIf(!isPossible)(failure.promise, async () => {
    const outcome = await runFailure(failure, stage, failure.short)
    expect(outcome.broken).toEqual([])
    expect(outcome).toMatchObject({ lost: 0, limbo: 0 })
  })
})
