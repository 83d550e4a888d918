import { type FeedEventType, FeedPage, findUnknownType, limits, refinement } from '@askline/contracts'
import { writeCursor } from '@askline/domain/feed/cursor'
import { InvalidTokenError } from '@askline/runtime'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../context.ts'
import { eventStreamHeaders, streamEvents } from '../feed/event-stream.ts'
import type { FeedFilter, FeedSlice } from '../feed/feed-reader.ts'
import { readFirstSlice } from '../feed/first-slice.ts'
import { waitForSlice } from '../feed/next-slice.ts'
import type { WaitEnd } from '../feed/waits.ts'
import { forFeeds } from '../http/callers.ts'
import { principalOf } from '../http/request-state.ts'

const listOf = (types: string) => types.split(',').map((type) => type.trim())
const faultOf = (types: string) => {
  const fault = findUnknownType(listOf(types))
  return fault && { ...fault, path: undefined }
}
const start = {
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'A `cursor` or `nextCursor`. Events after it are returned. Without it the feed begins now.',
    }),
  ),
  types: Type.Optional(
    Type.Refine(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'Types of events, separated by commas; all by default. PERSON_FORGOTTEN is never left out.',
        examples: ['QUESTION_RESOLVED,QUESTION_RATED'],
      }),
      (types) => faultOf(types) === undefined,
      (types) => refinement(faultOf(types) ?? { rule: 'enum', message: 'is not valid' }),
    ),
  ),
}
const filterOf = (types: string | undefined): FeedFilter =>
  types === undefined ? undefined : (listOf(types) as FeedEventType[])

const Start = Type.Object(start)
const Query = Type.Object({
  ...start,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.feedPageSizeMax,
      default: limits.feedPageSize,
      description: 'The maximum number of events of the page.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.feedWaitSeconds,
      default: 0,
      description: 'Seconds to wait if there is no event yet. The answer comes with the next event.',
    }),
  ),
})

/** Rows that a request with a filter reads, because the filter may leave most of them out. */
const filteredRows = limits.feedPageSizeMax

/** Routes of the feed of changes, for integrations and admins. */
export const eventRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { endpoint, feed } = context

    app.route({
      ...endpoint({
        name: 'listEvents',
        method: 'GET',
        path: '/events',
        ...forFeeds,
        summary: 'Return the events after a cursor, oldest first',
        description:
          'Store `nextCursor` when you have processed the events, and send it as `after`. No event is missed or returned twice. The feed reaches 30 days back.',
        query: Query,
        answer: FeedPage,
        waitSeconds: limits.feedWaitSeconds,
        errors: { 400: ['cursor_invalid'], 410: ['cursor_gone'] },
      }),
      handler: async (request, reply) => {
        const { after: cursor, types: named, limit = limits.feedPageSize, wait = 0 } = request.query
        const { companyId, claims } = principalOf(request)
        const types = filterOf(named)
        const rows = types ? filteredRows : limit
        let slice = await readFirstSlice(context, companyId, { field: 'query.after', cursor, types, rows })
        if (slice.entries.length > 0 || wait === 0) return pageOf(companyId, slice, limit)

        const ending = new AbortController()
        const { signal } = ending
        const seat = feed.waits.begin(claims, request.raw.socket, (why) => ending.abort(why))
        const timer = setTimeout(() => ending.abort(), wait * 1_000)
        try {
          while (slice.entries.length === 0 && !signal.aborted) {
            const after = slice.next
            const found = slice.more
              ? await feed.reader.read(companyId, { after, types, rows })
              : await waitForSlice(feed.reader, companyId, { after, types, signal })
            slice = { ...slice, ...found }
          }
        } finally {
          clearTimeout(timer)
          seat.release()
        }
        const why: WaitEnd | undefined = signal.aborted ? signal.reason : undefined
        if (why === 'revoked') throw new InvalidTokenError('revoked', 'The token has been revoked')
        if (why === 'stopping') reply.header('connection', 'close')
        return pageOf(companyId, slice, limit)
      },
    })

    app.route({
      ...endpoint({
        name: 'streamEvents',
        method: 'GET',
        path: '/events/stream',
        ...forFeeds,
        summary: 'Stream the events after a cursor as server-sent events',
        description:
          '`id` is the cursor, `event` the type, and `data` a FeedEvent as JSON. After a reconnect, `Last-Event-ID` counts instead of `after`. A comment comes every 15 seconds. The stream ends before its token expires, or if more than 1 MB is unread. A credential may have 20 streams and waiting requests.',
        query: Start,
        answer: Type.String({ description: 'Server-sent events.' }),
        answerType: 'text/event-stream',
        errors: { 400: ['cursor_invalid'], 410: ['cursor_gone'] },
      }),
      handler: async (request, reply) => {
        const principal = principalOf(request)
        const types = filterOf(request.query.types)
        const shown = request.headers['last-event-id']?.toString()
        const from = shown
          ? { field: 'header.Last-Event-ID', cursor: shown }
          : { field: 'query.after', cursor: request.query.after }
        const first = await readFirstSlice(context, principal.companyId, { ...from, types, rows: filteredRows })
        if (reply.sent) return reply
        if (request.method === 'HEAD') return reply.headers(eventStreamHeaders).send('')
        await streamEvents(feed, reply, principal, { first, types, beatMs: context.feed.beatMs })
        return reply
      },
    })
  }

/** Returns at most `limit` events of a slice, and the place after them. */
function pageOf(companyId: string, { entries, next, feed }: FeedSlice, limit: number): FeedPage {
  const events = entries.slice(0, limit).map(({ event }) => event)
  const last = entries.length > limit ? events.at(-1) : undefined
  return { events, nextCursor: last?.cursor ?? writeCursor(companyId, { feedId: feed.id, place: next }) }
}
