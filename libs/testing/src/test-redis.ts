import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

export type TestRedis = {
  url: string
  /** Begins every key and queue name of this caller and of nobody else. */
  prefix: string
  /** false for the stand-in: tests that need persistence, kills or speed then skip, and say so. */
  isReal: boolean
}

/** The run's Redis with a prefix of its own. Keys with the prefix are deleted when the run ends. */
export function testRedis(): TestRedis {
  const { run, redisUrl, redisIsReal } = inject('askline')
  return { url: redisUrl, prefix: `askline-test-${run}-${randomBytes(4).toString('hex')}`, isReal: redisIsReal }
}
