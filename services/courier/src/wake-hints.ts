import { type Logger, notifierStreamOf, openPatientRedis } from '@askline/runtime'

/** Time for which a read waits, in ms. */
const blockMs = 30_000
const retryMs = 2_000

/**
 * Calls `wake` when the stream of the notifiers has a change. It only shortens the wait: a courier finds its work in Postgres, so
 * nothing is lost while Redis is away.
 */
export function openWakeHints(
  { redisUrl, queuePrefix }: { redisUrl: string; queuePrefix: string },
  wake: () => void,
  logger: Logger,
) {
  const redis = openPatientRedis(redisUrl, logger, 'hints')
  const key = notifierStreamOf(queuePrefix)
  let isClosed = false
  async function read(): Promise<void> {
    let after = '$'
    while (!isClosed) {
      try {
        const found = await redis.xread('COUNT', 1_000, 'BLOCK', blockMs, 'STREAMS', key, after)
        const last = found?.[0]?.[1].at(-1)
        if (!last) continue
        after = last[0]
        wake()
      } catch (err) {
        if (isClosed) return
        logger.debug({ err }, 'No hints of changes now')
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
  }
  void read()
  return {
    close() {
      isClosed = true
      redis.disconnect()
    },
  }
}
