import { afterAll, describe, expect, test } from 'vitest'
import { processFailures, raiseStage, redisFailures, shortEnv, socketFailures } from '../src/index.ts'

const stage = await raiseStage({ apis: 2, workers: 2, notifiers: 2, env: shortEnv, crashesAtNotice: true })
afterAll(() => stage.stop())

describe.for([...processFailures, ...socketFailures, ...redisFailures])('$id: $title', (failure) => {
  const isPossible = stage.redis.isReal || !redisFailures.includes(failure)
  test.skipIf(!isPossible)(failure.promise, async () => {
    const outcome = await failure.run(stage, 'short')
    expect(outcome.broken).toEqual([])
    expect(outcome).toMatchObject({ lost: 0, limbo: 0 })
  })
})
