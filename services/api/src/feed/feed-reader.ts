import type { FeedEvent, FeedEventType } from '@askline/contracts'
import { type Database, inCompany } from '@askline/db'
import { writeCursor } from '@askline/domain/feed/cursor'
import { describeEvents } from '@askline/domain/feed/event-bodies'
import { comparePlaces, type Feed, type FeedPlace, isWanted, readFeed } from '@askline/domain/feed/read-feed'
import type { Logger } from '@askline/runtime'
import type { ChangeBell } from './change-bell.ts'

type FeedEntry = { place: FeedPlace; event: FeedEvent & { type: FeedEventType } }

/** Events that follow each other in the feed of a company. */
export type FeedSlice = {
  entries: FeedEntry[]
  /** The place to read on from. */
  next: FeedPlace
  /** Whether more may follow at once. */
  more: boolean
  feed: Feed
}

export type FeedFilter = readonly FeedEventType[] | undefined
type Follower = (slice: FeedSlice) => void

/** Rows of one read by a tail. */
const tailRows = 500
/** ms until a look after a ring. Rings until then share it. */
const soonMs = 25

export type FeedReader = {
  /** Reads at most `rows` rows after a place. `check` may refuse the place by the feed of the database. */
  read(companyId: string, wanted: ReadWish): Promise<FeedSlice>
  /**
   * Calls `take` with all events after a place as they can be read. Returns a function that stops it. Returns `undefined` if other
   * followers of the company have read further: read on from the place, then follow.
   */
  follow(companyId: string, after: FeedPlace, take: Follower): (() => void) | undefined
}
type ReadWish = { after: FeedPlace; types?: FeedFilter; rows: number; check?: (feed: Feed) => void }

/**
 * Opens the reader of feeds. Followers of one company share one look at Postgres: soon after the bell, and after `lookMs` at the
 * latest. Between looks they hold no connection.
 */
export function openFeedReader({
  db,
  bell,
  logger,
  lookMs,
}: {
  db: Database
  bell: ChangeBell
  logger: Logger
  lookMs: number
}): FeedReader {
  const tails = new Map<string, Tail>()

  const read = (companyId: string, { after, types, rows, check }: ReadWish): Promise<FeedSlice> =>
    inCompany(db, companyId, async (tx) => {
      const { events, ...page } = await readFeed(tx, { companyId, after, types, limit: rows })
      check?.(page.feed)
      const bodies = await describeEvents(tx, events)
      const entries = events.flatMap(({ place }, at) => {
        const body = bodies[at]
        const cursor = writeCursor(companyId, { feedId: page.feed.id, place })
        return body ? [{ place, event: { cursor, ...body } as FeedEvent }] : []
      })
      return { ...page, entries }
    })

  function startTail(companyId: string, after: FeedPlace): Tail {
    const followers = new Set<Follower>()
    let place = after
    let pauseMs = soonMs
    let isLooking = false
    let timer: NodeJS.Timeout | undefined
    let dueAt = 0
    const lookIn = (ms: number) => {
      clearTimeout(timer)
      dueAt = performance.now() + ms
      timer = setTimeout(look, ms)
    }
    function look() {
      isLooking = true
      // An event can be read only after all transactions in progress at its time, so the next looks are soon.
      pauseMs = Math.min(pauseMs * 2, lookMs)
      void lookOnce()
        .catch((err) => {
          pauseMs = lookMs
          logger.debug({ err }, 'A feed could not be read')
          return false
        })
        .then((more) => {
          isLooking = false
          if (followers.size > 0) lookIn(more ? 0 : pauseMs)
        })
    }
    async function lookOnce(): Promise<boolean> {
      const slice = await read(companyId, { after: place, rows: tailRows })
      place = slice.next
      for (const follower of [...followers]) follower(slice)
      return slice.more
    }
    const stopBell = bell.listen(companyId, () => {
      pauseMs = soonMs
      if (!isLooking && dueAt - performance.now() > soonMs) lookIn(soonMs)
    })
    lookIn(soonMs)
    return {
      followers,
      isBefore: (other) => comparePlaces(place, other) <= 0,
      stop() {
        clearTimeout(timer)
        stopBell()
      },
    }
  }

  return {
    read,
    follow(companyId, after, take) {
      const found = tails.get(companyId)
      if (found && !found.isBefore(after)) return undefined
      const tail = found ?? startTail(companyId, after)
      tails.set(companyId, tail)
      tail.followers.add(take)
      return () => {
        tail.followers.delete(take)
        if (tail.followers.size > 0 || tails.get(companyId) !== tail) return
        tails.delete(companyId)
        tail.stop()
      }
    },
  }
}

type Tail = { followers: Set<Follower>; isBefore(place: FeedPlace): boolean; stop(): void }

/** Returns the entries of a slice after a place that a filter lets pass, because a slice may begin before the place. */
export const entriesAfter = ({ entries }: FeedSlice, place: FeedPlace, types: FeedFilter): FeedEntry[] =>
  entries.filter((entry) => comparePlaces(entry.place, place) > 0 && isWanted(entry.event.type, types))

export const laterOf = (one: FeedPlace, other: FeedPlace): FeedPlace => (comparePlaces(one, other) < 0 ? other : one)
