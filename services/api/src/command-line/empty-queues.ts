import { Redis } from 'ioredis'
import { RefusedError } from './command.ts'

/** Removes every key of the queues from Redis and returns their number. Throws RefusedError with Redis' reason if it fails. */
export async function emptyQueues({ redisUrl, prefix }: { redisUrl: string; prefix: string }): Promise<number> {
  const redis = new Redis(redisUrl, { retryStrategy: () => null, maxRetriesPerRequest: 0, lazyConnect: true })
  // A refused command says only that the connection is closed. The event has the reason.
  let reason: NodeJS.ErrnoException | undefined
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    let removed = 0
    const pattern = `${prefix.replace(/[*?[\]\\]/g, '\\$&')}:*`
    for await (const keys of redis.scanStream({ match: pattern, count: 1_000 }) as AsyncIterable<string[]>) {
      if (keys.length > 0) removed += await redis.unlink(...keys)
    }
    return removed
  } catch (error) {
    const { message, code } = reason ?? (error as NodeJS.ErrnoException)
    throw new RefusedError(`Redis refused (${message || code}). Check REDIS_URL and whether the server is running.`)
  } finally {
    redis.disconnect()
  }
}
