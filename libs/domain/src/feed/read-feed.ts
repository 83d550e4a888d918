import type { CompanyEventType, EventType, FeedEventType } from '@askline/contracts'
import { feeds, questionEvents, statement, type Tx, types } from '@askline/db'
import type { CompanyEventDetail } from './company-events.ts'
import { oldestTx } from './reach.ts'

/** A place in a feed: after this transaction, and after this position in it. Both are numbers of up to 64 bits. */
export type FeedPlace = { tx: string; position: number }

type Placed = {
  /** The place after the event. */
  place: FeedPlace
  /** The company's time of the event. */
  at: Date
}

export type QuestionFeedEvent = Placed & {
  type: EventType
  questionId: string
  /** The version that the change gave the question. */
  seq: number
  actorKind: string
  actorId: string | null
  correlationId: string | null
}

export type CompanyFeedEvent = Placed & { type: CompanyEventType; detail: CompanyEventDetail }

export type FeedEvent = QuestionFeedEvent | CompanyFeedEvent

/** The feed of this database. */
export type Feed = {
  /** A restored database has another one, because a place of the former feed means other events in it. */
  id: string
  /** The place before the oldest event that can be read. */
  oldest: FeedPlace
  /** The place now: every event before it is committed and can be read. */
  end: FeedPlace
}

const findFeedStatement = statement({
  name: 'find-feed',
  row: { id: feeds.id, oldest: types.text, end: types.text },
  text: `select id, ${oldestTx}::text as oldest, pg_snapshot_xmin(pg_current_snapshot())::text as end from feeds`,
})

/** SQL: the event was committed after $1 and $2, and no transaction in progress can still precede it. One range of an index. */
const isNext = `company_id = $company and (tx, position) > ($1::text::xid8, $2::bigint)
        and tx >= ${oldestTx} and tx < pg_snapshot_xmin(pg_current_snapshot())`

const read = statement({
  name: 'read-feed',
  params: [types.text, types.int, types.int],
  row: {
    tx: types.text,
    position: types.int,
    type: types.textOf<FeedEventType>(),
    at: types.instant,
    questionId: types.nullable(types.uuid),
    seq: types.nullable(types.int),
    actorKind: types.nullable(types.text),
    actorId: questionEvents.actorId,
    correlationId: questionEvents.correlationId,
    detail: types.nullable(types.json<CompanyEventDetail>()),
  },
  text: `select tx::text, position, type, at, question_id as "questionId", seq, actor_kind as "actorKind", actor_id as "actorId",
      correlation_id as "correlationId", detail
    from (
      (select tx, position, type, at, question_id, seq, actor_kind, actor_id, correlation_id, null::jsonb as detail
        from question_events where ${isNext} and audience @> array['company:' || $company::text]
        order by tx, position limit $3)
      union all
      (select tx, position, type, at, null, null, null, null, null, detail
        from company_events where ${isNext}
        order by tx, position limit $3)
    ) e order by e.tx, e.position limit $3`,
})

/** Returns the feed of this database and its places now. */
export async function findFeed(tx: Tx): Promise<Feed> {
  const [feed] = await tx.query(findFeedStatement, [])
  if (!feed) throw new Error('The table feeds has no row')
  return { id: feed.id, oldest: { tx: feed.oldest, position: 0 }, end: { tx: feed.end, position: 0 } }
}

/** Returns a negative number if `a` comes before `b`, 0 if they are the same place, and a positive number otherwise. */
export function comparePlaces(a: FeedPlace, b: FeedPlace): number {
  const [one, other] = [BigInt(a.tx), BigInt(b.tx)]
  return one === other ? a.position - b.position : one < other ? -1 : 1
}

export type FeedPage = {
  events: FeedEvent[]
  /** The place to read on from. It also advances over events that `types` leaves out, and to the end of the feed. */
  next: FeedPlace
  /** Whether `limit` rows were read, so that more may follow at once. */
  more: boolean
  feed: Feed
}

/**
 * Reads at most `limit` events of a company after a place, in an order in which no event of a transaction that commits late can
 * be missed. A transaction that writes anywhere in the server delays the events of later ones until it ends. `types` leaves out other
 * types, except PERSON_FORGOTTEN. Starts at the oldest readable event if `after` is older. Takes one round trip.
 */
export async function readFeed(
  tx: Tx,
  {
    companyId,
    after,
    types: wanted,
    limit,
  }: { companyId: string; after: FeedPlace; types?: readonly FeedEventType[] | undefined; limit: number },
): Promise<FeedPage> {
  const own = tx.of(companyId)
  // The end is read first. Every transaction before it had ended by then, so the second statement finds its events.
  const [feed, rows] = await Promise.all([findFeed(own), own.query(read, [after.tx, after.position, limit])])
  const more = rows.length === limit
  const last = rows.at(-1)
  const passed = [after, ...(last ? [{ tx: last.tx, position: last.position }] : []), ...(more ? [] : [feed.end])]
  return {
    events: rows.filter(({ type }) => isWanted(type, wanted)).map(eventOf),
    next: passed.reduce((one, other) => (comparePlaces(one, other) < 0 ? other : one)),
    more,
    feed,
  }
}

/** Returns whether a filter lets an event pass. A reader that stores names must learn that a person was forgotten. */
export const isWanted = (type: FeedEventType, wanted: readonly FeedEventType[] | undefined) =>
  wanted === undefined || type === 'PERSON_FORGOTTEN' || wanted.includes(type)

type Row = {
  tx: string
  position: number
  type: FeedEventType
  at: Date
  questionId: string | null
  seq: number | null
  actorKind: string | null
  actorId: string | null
  correlationId: string | null
  detail: CompanyEventDetail | null
}

function eventOf({ tx, position, type, at, detail, questionId, seq, actorKind, ...rest }: Row): FeedEvent {
  const place = { tx, position }
  if (questionId === null || seq === null || actorKind === null)
    return { place, type: type as CompanyEventType, at, detail: detail ?? {} }
  return { place, type: type as EventType, at, questionId, seq, actorKind, ...rest }
}
