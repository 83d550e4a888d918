import { listMasters, openRedisOnce } from '@askline/runtime'
import { keyPatterns } from '@askline/runtime/queues'
import { RefusedError } from './command.ts'

/** Removes every key of the queues from Redis and returns their number. Throws RefusedError with Redis' reason if it fails. */
export async function emptyQueues({ redisUrl, prefix }: { redisUrl: string; prefix: string }): Promise<number> {
  const redis = openRedisOnce(redisUrl)
  // A refused command says only that the connection is closed. The event has the reason.
  let reason: NodeJS.ErrnoException | undefined
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    let removed = 0
    for (const pattern of keyPatterns(prefix)) {
      for (const node of listMasters(redis)) {
        for await (const keys of node.scanStream({ match: pattern, count: 1_000 }) as AsyncIterable<string[]>) {
          // One command per key, because a node of a cluster refuses keys of several slots in one.
          const counts = await Promise.all(keys.map((key) => node.unlink(key)))
          removed += counts.reduce((sum, count) => sum + count, 0)
        }
      }
    }
    return removed
  } catch (error) {
    const { message, code } = reason ?? (error as NodeJS.ErrnoException)
    throw new RefusedError(`Redis refused (${message || code}). Check REDIS_URL and whether the server is running.`)
  } finally {
    redis.disconnect()
  }
}
