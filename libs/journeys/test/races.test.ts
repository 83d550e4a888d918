import { afterAll, describe, expect, test } from 'vitest'
import { raceFailures, raiseStage } from '../src/index.ts'

const stage = await raiseStage({ apis: 2, notifiers: 0 })
afterAll(() => stage.stop())

describe.for(raceFailures)('$id: $title', (failure) => {
  test(failure.promise, async () => {
    const outcome = await failure.run(stage, 'short')
    expect(outcome.broken).toEqual([])
    expect(outcome).toMatchObject({ lost: 0, limbo: 0 })
  })
})
