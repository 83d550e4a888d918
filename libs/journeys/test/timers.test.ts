import { afterAll, describe, expect, test } from 'vitest'
import { clocksOff, type Failure, raiseStage, runFailure, timerFailures } from '../src/index.ts'

const stage = await raiseStage({ ...clocksOff.needs, notifiers: 0 })
afterAll(() => stage.stop())

describe.for(timerFailures as unknown as Failure<never>[])('$id: $title', (failure) => {
  test(failure.promise, async () => {
    const outcome = await runFailure(failure, stage, failure.short)
    expect(outcome.broken).toEqual([])
    expect(outcome).toMatchObject({ lost: 0, limbo: 0 })
  })
})
