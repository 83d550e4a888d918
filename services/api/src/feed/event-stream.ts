import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FeedEvent } from '@askline/contracts'
import { writeCursor } from '@askline/domain/feed/cursor'
import type { FastifyReply } from 'fastify'
import { protectiveHeaders } from '../http/headers.ts'
import type { Principal } from '../http/request-state.ts'
import { entriesAfter, type FeedFilter, type FeedSlice, laterOf } from './feed-reader.ts'
import type { FeedAccess } from './open-feed.ts'

/** Bytes that a client may leave unread. */
const mostUnread = 1_000_000
/** Rows of one read of a stream that is behind. */
const rows = 500

export const eventStreamHeaders = {
  ...protectiveHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // The connection is of no use afterwards, and would delay the end of the service.
  connection: 'close',
  // A proxy that collects the answer would delay it.
  'x-accel-buffering': 'no',
}

type Wanted = { first: FeedSlice; types: FeedFilter; beatMs: number }

/**
 * Answers with server-sent events until the client leaves or has 1 MB unread, the token ends, or the service stops. While the client is
 * behind, reads as fast as the client does. Throws 429 before the answer begins if the credential has no seat.
 */
export async function streamEvents(
  { reader, waits }: FeedAccess,
  reply: FastifyReply,
  { companyId, claims }: Principal,
  { first, types, beatMs }: Wanted,
): Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const end = () => ending.abort()
  const { raw } = reply
  const seat = waits.begin(claims, raw.req.socket, end)
  let place = first.next

  function send(text: string): void {
    if (seat.isExpired() || raw.destroyed) end()
    if (signal.aborted) return
    raw.write(text)
    if (raw.writableLength > mostUnread) end()
  }
  /** Sends what a slice has after the place. A slice of the tail may begin before it. */
  function sendSlice(slice: FeedSlice): void {
    const entries = entriesAfter(slice, place, types)
    place = laterOf(place, slice.next)
    if (entries.length > 0) send(entries.map(({ event }) => formatEvent(event)).join(''))
  }
  // The id without data also moves the client past events that the filter left out.
  const beat = () => send(`: \nid: ${writeCursor(companyId, { feedId: first.feed.id, place })}\n\n`)
  /** Resolves when the stream ends, or if other followers of the company have read further. */
  const follow = () =>
    new Promise<void>((resolve) => {
      const stop = reader.follow(companyId, place, sendSlice)
      if (!stop) return resolve()
      const leave = () => {
        stop()
        resolve()
      }
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave)
    })

  const timer = setInterval(beat, beatMs)
  try {
    reply.hijack()
    raw.on('error', end)
    reply.headers(eventStreamHeaders)
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200)
    if (first.entries.length > 0) send(first.entries.map(({ event }) => formatEvent(event)).join(''))
    beat()
    for (let { more } = first; !signal.aborted; ) {
      if (!more) await follow()
      else if (raw.writableNeedDrain) await once(raw, 'drain', { signal })
      if (signal.aborted) break
      const slice = await reader.read(companyId, { after: place, types, rows })
      sendSlice(slice)
      more = slice.more
    }
  } catch (err) {
    if (!signal.aborted) reply.log.debug({ err }, 'A stream of events ended')
  } finally {
    clearInterval(timer)
    seat.release()
    finish(raw)
  }
}

const formatEvent = (event: FeedEvent) =>
  `id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** Ends an answer. The client loses data that it has not read by then, and continues after its last id. */
function finish(raw: ServerResponse): void {
  if (raw.destroyed) return
  if (raw.writableLength > 0) raw.destroy()
  else raw.end()
}
