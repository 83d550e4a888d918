import { setTimeout as pause } from 'node:timers/promises'
import { audienceKey } from '@askline/contracts'
import { type Logger, notifierStreamOf, openPatientRedis, type Redis } from '@askline/runtime'

export type ChangeBell = {
  /** Calls `ring` soon after changes of questions of a company were committed. Returns a function that stops it. */
  listen(companyId: string, ring: () => void): () => void
  close(): void
}

/** ms for which a read waits for an entry. */
const blockMs = 2_000
/** ms between two reads, so that many changes cost few reads. */
const gatherMs = 20
const retryMs = 1_000
const mostEntries = 500

/**
 * Opens a bell that hears of changes through the stream of the notifiers in Redis. It reads only while someone listens. It may miss
 * a change, and hears nothing while Redis is away or of changes that concern no question.
 */
export function openChangeBell({ redisUrl, prefix, logger }: { redisUrl: string; prefix: string; logger: Logger }) {
  const rings = new Map<string, Set<() => void>>()
  let reader: Redis | undefined
  let isReading = false
  let isClosed = false

  async function read(redis: Redis): Promise<void> {
    // Only entries from now on.
    let last = '$'
    while (rings.size > 0 && !isClosed) {
      try {
        const key = notifierStreamOf(prefix)
        const found = await redis.xread('COUNT', mostEntries, 'BLOCK', blockMs, 'STREAMS', key, last)
        const entries = found?.[0]?.[1] ?? []
        last = entries.at(-1)?.[0] ?? last
        for (const [companyId, own] of rings) {
          const name = audienceKey.company(companyId)
          // The keys of the audience are in the text, so it need not be parsed.
          if (entries.some(([, fields]) => fields[1]?.includes(name))) for (const ring of own) ring()
        }
        if (entries.length > 0) await pause(gatherMs)
      } catch (err) {
        if (isClosed) return
        logger.debug({ err }, 'The stream of changes could not be read')
        await pause(retryMs)
      }
    }
  }

  const bell: ChangeBell = {
    listen(companyId, ring) {
      const own = rings.get(companyId) ?? new Set()
      rings.set(companyId, own.add(ring))
      if (!isReading) {
        isReading = true
        reader ??= openPatientRedis(redisUrl, logger, 'feed')
        void read(reader).finally(() => {
          isReading = false
        })
      }
      return () => {
        own.delete(ring)
        if (own.size === 0 && rings.get(companyId) === own) rings.delete(companyId)
      }
    },
    close() {
      isClosed = true
      reader?.disconnect()
    },
  }
  return bell
}
