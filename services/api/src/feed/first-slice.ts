import { inCompany } from '@askline/db'
import { findCursorFault, readCursor, writeCursor } from '@askline/domain/feed/cursor'
import { type Feed, findFeed } from '@askline/domain/feed/read-feed'
import type { Context } from '../context.ts'
import { RequestFault } from '../http/request-faults.ts'
import type { FeedFilter, FeedSlice } from './feed-reader.ts'

/** Where a client begins: after a cursor, which the named field holds, or now without one. */
type FeedStart = { field: string; cursor: string | undefined; types: FeedFilter; rows: number }

/** Reads the first events after a cursor. Throws 400 `cursor_invalid`, and 410 `cursor_gone` with the oldest valid cursor. */
export async function readFirstSlice(
  { db, feed: { reader } }: Pick<Context, 'db' | 'feed'>,
  companyId: string,
  { field, cursor: text, types, rows }: FeedStart,
): Promise<FeedSlice> {
  if (text === undefined) {
    const feed = await inCompany(db, companyId, findFeed)
    return { entries: [], next: feed.end, more: false, feed }
  }
  const cursor = readCursor(companyId, text)
  if (!cursor) throw invalidCursor(field, 'is no cursor of this feed')
  const check = (feed: Feed) => {
    const fault = findCursorFault(cursor, feed)
    if (fault === 'gone') throw goneCursor(field, writeCursor(companyId, { feedId: feed.id, place: feed.oldest }))
    if (fault === 'future') throw invalidCursor(field, 'is after the end of the feed')
  }
  return reader.read(companyId, { after: cursor.place, types, rows, check })
}

function invalidCursor(field: string, why: string): RequestFault {
  const message = `${field} ${why}. Send a \`cursor\` or \`nextCursor\` as you received it.`
  return new RequestFault(400, 'cursor_invalid', message, { details: [{ field, rule: 'cursor', message }] })
}

function goneCursor(field: string, suggestion: string): RequestFault {
  const message = `${field} is older than 30 days, or from before a restore. Read everything again, and then on from the oldest cursor in \`details\`.`
  return new RequestFault(410, 'cursor_gone', message, { details: [{ field, rule: 'gone', message, suggestion }] })
}
