import { afterAll, describe, expect, test } from 'vitest'
import { clocksOff, raiseStage, timerFailures } from '../src/index.ts'

const stage = await raiseStage({ ...clocksOff.needs, notifiers: 0 })
afterAll(() => stage.stop())

describe.for(timerFailures)('$id: $title', (failure) => {
  test(failure.promise, async () => {
    const outcome = await failure.run(stage, 'short')
    expect(outcome.broken).toEqual([])
    expect(outcome).toMatchObject({ lost: 0, limbo: 0 })
  })
})
