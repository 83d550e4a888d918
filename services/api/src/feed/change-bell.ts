import { setTimeout as pause } from 'node:timers/promises'
import { audienceKey } from '@askline/contracts'
import type { Database } from '@askline/db'
import { findNewestCompanyEvents } from '@askline/domain/feed/company-events'
import { type Logger, notifierStreamOf, openPatientRedis, type Redis } from '@askline/runtime'

export type ChangeBell = {
  /** Calls `ring` soon after a change of the company was committed. Returns a function that stops it. */
  listen(companyId: string, ring: () => void): () => void
  close(): void
}

type BellOptions = { db: Database; redisUrl: string; prefix: string; logger: Logger }

/** ms for which a read of the stream waits for an entry. */
const blockMs = 2_000
/** ms between two reads of the stream, so that many changes cost few reads. */
const gatherMs = 20
/** ms between two looks for events of companies. */
const lookMs = 250
const retryMs = 1_000
const mostEntries = 500

/**
 * Opens a bell that hears of changes of questions through the stream of the notifiers in Redis, and looks in Postgres for other events,
 * for all companies at once. It does so only while someone listens. It may miss a change, for example while Redis is away.
 */
export function openChangeBell({ db, redisUrl, prefix, logger }: BellOptions): ChangeBell {
  const rings = new Map<string, Set<() => void>>()
  let redis: Redis | undefined
  let isClosed = false

  function ringFor(companyId: string): void {
    for (const ring of rings.get(companyId) ?? []) ring()
  }
  /** Returns a function that repeats a turn while someone listens. `begin` returns the turn. A failed one is repeated later. */
  function openLoop(begin: () => () => Promise<void>) {
    let isRunning = false
    return async () => {
      if (isRunning) return
      isRunning = true
      const turn = begin()
      while (rings.size > 0 && !isClosed) {
        try {
          await turn()
        } catch (err) {
          if (isClosed) break
          logger.debug({ err }, 'Changes could not be heard')
          await pause(retryMs)
        }
      }
      isRunning = false
    }
  }

  const hearQuestions = openLoop(() => {
    redis ??= openPatientRedis(redisUrl, logger, 'feed')
    const stream = redis
    // Only entries from now on.
    let last = '$'
    return async () => {
      const key = notifierStreamOf(prefix)
      const found = await stream.xread('COUNT', mostEntries, 'BLOCK', blockMs, 'STREAMS', key, last)
      const entries = found?.[0]?.[1] ?? []
      last = entries.at(-1)?.[0] ?? last
      for (const companyId of rings.keys()) {
        const name = audienceKey.company(companyId)
        // The keys of the audience are in the text, so it need not be parsed.
        if (entries.some(([, fields]) => fields[1]?.includes(name))) ringFor(companyId)
      }
      if (entries.length > 0) await pause(gatherMs)
    }
  })
  const lookForOthers = openLoop(() => {
    let known = new Map<string, string>()
    return async () => {
      const found = await findNewestCompanyEvents(db, [...rings.keys()])
      for (const [companyId, newest] of found) if (known.get(companyId) !== newest) ringFor(companyId)
      known = found
      await pause(lookMs)
    }
  })

  return {
    listen(companyId, ring) {
      const own = rings.get(companyId) ?? new Set()
      rings.set(companyId, own.add(ring))
      void hearQuestions()
      void lookForOthers()
      return () => {
        own.delete(ring)
        if (own.size === 0 && rings.get(companyId) === own) rings.delete(companyId)
      }
    },
    close() {
      isClosed = true
      redis?.disconnect()
    },
  }
}
