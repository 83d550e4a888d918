import type { Database } from '@askline/db'
import type { Logger, TokenVerifier } from '@askline/runtime'
import { openChangeBell } from './change-bell.ts'
import { type FeedReader, openFeedReader } from './feed-reader.ts'
import { openWaits, type Waits } from './waits.ts'

/** The feed of changes, and the requests that wait for it. */
export type FeedAccess = {
  reader: FeedReader
  waits: Waits
  /** ms between two comments of a stream. */
  beatMs: number
  close(): void
}

type FeedOptions = {
  db: Database
  verifier: TokenVerifier
  redisUrl: string
  prefix: string
  logger: Logger
  /** ms until a request that waits looks again if the bell tells of no change. */
  lookMs?: number
  /** ms between two comments of a stream, by which clients and proxies know that it is open. */
  beatMs?: number
}

/** Opens the feed of changes. `close` ends all requests that wait and all streams. */
export function openFeed({
  db,
  verifier,
  redisUrl,
  prefix,
  logger,
  lookMs = 2_000,
  beatMs = 15_000,
}: FeedOptions): FeedAccess {
  const bell = openChangeBell({ db, redisUrl, prefix, logger })
  const waits = openWaits(verifier)
  return {
    reader: openFeedReader({ db, bell, logger, lookMs }),
    waits,
    beatMs,
    close() {
      waits.close()
      bell.close()
    },
  }
}
