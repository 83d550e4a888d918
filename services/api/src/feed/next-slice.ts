import type { FeedPlace } from '@askline/domain/feed/read-feed'
import { entriesAfter, type FeedFilter, type FeedReader, type FeedSlice, laterOf } from './feed-reader.ts'

/** Waits for the next events after a place that a filter lets pass, until `signal` aborts. It then returns how far the feed was read. */
export function waitForSlice(
  reader: FeedReader,
  companyId: string,
  { after, types, signal }: { after: FeedPlace; types: FeedFilter; signal: AbortSignal },
): Promise<Pick<FeedSlice, 'entries' | 'next' | 'more'>> {
  let next = after
  return new Promise((resolve) => {
    const stop = reader.follow(companyId, after, (slice) => {
      const entries = entriesAfter(slice, next, types)
      next = laterOf(next, slice.next)
      if (entries.length > 0) end({ entries, next, more: slice.more })
    })
    const giveUp = () => end({ entries: [], next, more: false })
    function end(slice: Pick<FeedSlice, 'entries' | 'next' | 'more'>) {
      stop?.()
      signal.removeEventListener('abort', giveUp)
      resolve(slice)
    }
    if (!stop) return end({ entries: [], next, more: true })
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp)
  })
}
