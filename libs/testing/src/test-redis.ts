import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

export type TestRedis = {
  url: string
  /** Prefix of all keys and queue names of this caller. */
  prefix: string
  /** `false` for the stand-in. Tests that need persistence, kills or speed are then skipped. */
  isReal: boolean
}

/** Returns the run's Redis with a separate prefix. Keys with the prefix are deleted when the run ends. */
export function testRedis(): TestRedis {
  const { run, redisUrl, redisIsReal } = inject('askline')
  return { url: redisUrl, prefix: `askline-test-${run}-${randomBytes(4).toString('hex')}`, isReal: redisIsReal }
}
