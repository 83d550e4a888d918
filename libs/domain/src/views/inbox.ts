import { type InboxCounts, type InboxQuestionView, limits, offerReasonCode } from '@askline/contracts'
import { experts, offers, questions, type RowOf, statement, type Tx, types } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { withAgents } from '../changes/endings.ts'
import { quoted } from '../clauses.ts'
import { timeOf } from '../clock/company-time.ts'
import { settingIn } from '../companies/category-setting.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import {
  claimAfter,
  claimPosition,
  idAfter,
  offerAfter,
  offerPosition,
  type PageWish,
  pageOf,
  pageOfSearch,
  searchWindow,
} from '../format/page.ts'
import { isOpenToAll, meetsOpenRule, spokenBy } from '../people/open-to-all.ts'
import { isAtWork } from '../people/working-hours.ts'
import { condensedPage } from './list.ts'
import { claimOf, type QuestionRow, questionRow, questionViewColumns, questionViewTables } from './question-view.ts'
import { matchesSearch, searchPatterns } from './search-words.ts'

export type InboxFilter = PageWish & {
  view: 'offered' | 'claimed' | 'answered'
  /** Words and phrases that all occur in an answered question, or all in one message under it. */
  text?: string | undefined
}

const claimedRow = { ...questionRow, isWaiting: types.boolean }
const answeredRow = { ...questionRow, position: types.uuid }
const offeredRow = {
  ...questionRow,
  group: types.int,
  /** Microseconds since 1970. */
  sortedAt: types.int,
  offeredAt: offers.createdAt,
  dueAt: offers.dueAt,
  reasons: offers.reasons,
  /** The expert has too little capacity left to take it. */
  isTooHeavy: types.boolean,
}
type OfferedRow = RowOf<typeof offeredRow>
const inboxParams = [types.uuid, types.nullable(types.uuid), types.int] as const

/** Returns SQL: the question came to routing after the question `id`. Ages never change, so a cursor stays valid when questions move. */
const isBehind = (id: string) =>
  `(${id}::uuid is null or (q.queued_at, q.id) > ((select p.queued_at from questions p where p.id = ${id} and p.company_id = $company), ${id}))`

/** A part of a WITH: the expert $1 with their spoken languages. */
const me = `me as materialized (
    select e.*, ${spokenBy('e')} as spoken from experts e where e.user_id = $1 and e.company_id = $company
  )`

/**
 * SQL of the expert's pending offers `o` with their questions `q`. It has fences, because a plan that begins with the company's
 * questions reads all of them for an expert with few offers.
 */
const ownOffers = `(select * from offers o where o.company_id = $company and o.expert_id = $1 and o.status = 'pending' offset 0) o
  cross join lateral (select q.id, q.queued_at, q.type, q.category_id from questions q
    where q.id = o.question_id and q.company_id = $company and q.status = 'UNRESOLVED' offset 0) q`

/**
 * SQL: the expert `e` has too little capacity left for the question `q`. A fence of offset 0 keeps the order of the index, so that
 * a search stops at the limit.
 */
const isTooHeavy = `(q.type <> 'ONE_TO_MANY' and exists (select 1 from categories k where k.id = q.category_id and k.company_id = $company
      and e.load + ${settingIn('k.settings', 'weight')} > e.capacity offset 0))`

/** SQL of the questions `q` that are open to the expert `e`, who may take one more. Their offers are not among them. */
const openQuestions = `questions q
  where q.company_id = $company and e.capacity > 0 and ${isOpenToAll} and ${meetsOpenRule({ spoken: 'e.spoken' })}
    and not ${isTooHeavy}
    and not exists (select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.expert_id = e.user_id and o.status = 'pending' offset 0)`

/** SQL of the groups of offered questions, in their order. */
const [running, endless, open] = [0, 1, 2]

const at = `(timestamptz 'epoch' + $6::bigint * interval '1 microsecond')`
/** SQL of the position after which open questions are listed. A comparison without OR lets Postgres begin there in the index. */
const afterOpen = `(case when $5::int = ${open} then ${at} else '-infinity' end,
  case when $5::int = ${open} then $7::uuid else '00000000-0000-0000-0000-000000000000' end)`

/**
 * Own offers by the time left, own offers without any time left, then open questions, oldest first. The expert is $1, the limit $2.
 * Open questions are listed if $3 says so. Offers are grouped by the time $4. The last question of the page before has the group,
 * time and id of $5 to $7.
 */
const offered = statement({
  name: 'inbox-offered',
  params: [
    types.uuid,
    types.int,
    types.boolean,
    types.instant,
    types.nullable(types.int),
    types.nullable(types.int),
    types.nullable(types.uuid),
  ],
  row: offeredRow,
  // The page is cut before other columns are read, because one expert may have thousands of offers and open questions.
  text: `with ${me}, own as (
      select o.question_id, o.created_at, o.due_at, o.reasons, s.*, ${isTooHeavy} as too_heavy from ${ownOffers} cross join me e
        cross join lateral (select case when o.due_at > $4 then ${running} else ${endless} end as place,
          case when o.due_at > $4 then o.due_at else q.queued_at end as sorted_at) s
      where $5::int is null or (s.place, s.sorted_at, o.question_id) > ($5, ${at}, $7)
      order by s.place, s.sorted_at, o.question_id limit $2
    ), listed as (
      select f.* from me e cross join lateral (
        select q.id as question_id, q.open_to_all_at as created_at, null::timestamptz as due_at, null::text[] as reasons,
          ${open} as place, q.queued_at as sorted_at, false as too_heavy
        from ${openQuestions} and $3 and (q.queued_at, q.id) > ${afterOpen}
        order by q.queued_at, q.id limit $2
      ) f
    )
    select ${questionViewColumns}, o.place as "group", (extract(epoch from o.sorted_at) * 1000000)::bigint as "sortedAt",
      o.created_at as "offeredAt", o.due_at as "dueAt", o.reasons, o.too_heavy as "isTooHeavy"
    from (
      select * from own union all select * from listed order by place, sorted_at, question_id limit $2
    ) o join ${questionViewTables.replace('questions q', 'questions q on q.id = o.question_id and q.company_id = $company')}
    order by o.place, o.sorted_at, q.id`,
})

const counted = statement({
  name: 'inbox-counts',
  params: [types.uuid, types.boolean],
  row: { own: types.int, open: types.int },
  text: `with ${me} select
    (select count(*) from (select from ${ownOffers} limit ${limits.inboxCount}) o) as own,
    (select count(*) from me e cross join lateral (select from ${openQuestions} and $2 limit ${limits.inboxCount}) f) as open`,
})

/**
 * Questions that wait for the expert $1, then questions that wait for the asker, each oldest first. $4: whether question $2
 * waited for the asker.
 */
const claimed = statement({
  name: 'inbox-claimed',
  params: [...inboxParams, types.nullable(types.boolean)],
  row: claimedRow,
  text: `select ${questionViewColumns}, q.turn = 'asker' as "isWaiting" from ${questionViewTables}
    where q.company_id = $company and q.holder_id = $1 and q.closed_at is null and not q.is_rerouted
      and ($4::boolean is null or q.turn = 'asker' and not $4 or (q.turn = 'asker') = $4 and ${isBehind('$2')})
    order by q.turn = 'asker', q.queued_at, q.id limit $3`,
})

const hours = statement({
  name: 'hours-of-expert',
  params: [types.uuid],
  row: { workingHours: experts.workingHours, now: types.float },
  text: `select working_hours as "workingHours", extract(epoch from ${timeOf('company_id')})::float8 * 1000 as now
    from experts where user_id = $1 and company_id = $company`,
})

/** Returns the company's time, and whether open questions are listed to an expert: only during working hours, as waves go out. */
async function findHours(tx: Tx, expertId: string): Promise<{ now: Date; isListening: boolean }> {
  const [found] = await tx.query(hours, [expertId])
  if (!found) throw new NotFoundError('expert', expertId)
  return { now: new Date(found.now), isListening: isAtWork(found.workingHours, found.now) }
}

/** SQL: the answers of the expert $1 after the position $2, the newest first. */
const ownAnswers = `from responses r where r.company_id = $company and r.author_id = $1 and r.type = 'EXPERT'
  and ($2::uuid is null or r.id < $2) order by r.id desc`

/** $1 is the expert, $2 the position, $3 the limit, and $4 has the patterns of the search. */
const answered = statement({
  name: 'inbox-answered',
  plannedFor: 'values',
  params: [...inboxParams, types.nullable(types.array(types.text))],
  row: answeredRow,
  // The page is cut before other columns are read. The inner limit makes the planner read the index in its order instead of sorting
  // everything that the expert has answered. Each answer is judged by itself, so that a full page ends the search.
  text: `with page as materialized (
      select r.id, r.question_id from (
        select r.id, r.question_id ${ownAnswers} limit case when $4::text[] is null then $3::bigint else ${searchWindow} end
      ) r
      where $4::text[] is null or exists (
        select 1 from questions q where q.id = r.question_id and q.company_id = $company and (${matchesSearch('q.folded', '$4')} or exists (
          select 1 from messages m where m.question_id = q.id and m.company_id = $company and m.type = 'MESSAGE' and ${matchesSearch('m.folded', '$4')} offset 0)) offset 0)
      order by r.id desc limit $3
    )
    select ${questionViewColumns}, r.id as position
    from page r join ${questionViewTables.replace('questions q', 'questions q on q.id = r.question_id and q.company_id = $company')}
    order by r.id desc`,
})

const endOfAnswered = statement({
  name: 'end-of-answered-window',
  plannedFor: 'values',
  params: [types.uuid, types.nullable(types.uuid)],
  row: { position: types.uuid },
  text: `select r.id as position ${ownAnswers} offset ${searchWindow - 1} limit 1`,
})

type InboxPage = { questions: InboxQuestionView[]; nextCursor: string | null; counts?: InboxCounts }

/**
 * Returns the expert's questions with their conversations. Offered questions are sorted as in `offered`, and their first page has
 * `counts`. Claimed ones are sorted as in `claimed`; answered ones newest first. A page of a search may be short or empty although
 * `nextCursor` continues. Throws InvalidValueError for an invalid cursor.
 */
export async function listInbox(
  tx: Tx,
  actor: Person,
  { view, text, ...wish }: InboxFilter,
  publicUrl: string,
): Promise<InboxPage> {
  if (view === 'offered') return listOffered(tx, actor, wish, publicUrl)
  if (view === 'answered') return listAnswered(tx, actor, { text, ...wish }, publicUrl)
  const after = claimAfter(wish)
  const rows = await tx.query(claimed, [actor.userId, after?.id ?? null, wish.limit + 1, after?.isWaiting ?? null])
  return listHeld(tx, actor, { ...pageOf(rows, wish.limit, claimPosition), positionOf: claimPosition }, publicUrl)
}

async function listAnswered(
  tx: Tx,
  actor: Person,
  { text, ...wish }: Omit<InboxFilter, 'view'>,
  publicUrl: string,
): Promise<InboxPage> {
  const begin = [actor.userId, idAfter(wish)] as const
  const patterns = searchPatterns(text)
  const rows = await tx.query(answered, [...begin, wish.limit + 1, patterns])
  const positionOf = ({ position }: { position: string }) => position
  const page = patterns
    ? await pageOfSearch(rows, wish.limit, positionOf, () => tx.query(endOfAnswered, begin))
    : pageOf(rows, wish.limit, positionOf)
  return listHeld(tx, actor, { ...page, positionOf }, publicUrl)
}

/** Returns a page of questions, with the claims that the expert holds. */
async function listHeld<Row extends QuestionRow>(
  tx: Tx,
  actor: Person,
  wanted: { page: Row[]; nextCursor: string | null; positionOf: (row: Row) => string },
  publicUrl: string,
): Promise<InboxPage> {
  const listed = { ...wanted, mayShorten: true }
  const { questions, nextCursor } = await condensedPage(tx, { ...actor, kind: 'expert' }, listed, publicUrl)
  const claims = wanted.page.map((row) => (row.holderId === actor.userId ? claimOf(row) : {}))
  return { questions: questions.map((question, i) => ({ ...question, ...claims[i] })), nextCursor }
}

async function listOffered(tx: Tx, actor: Person, wish: PageWish, publicUrl: string): Promise<InboxPage> {
  const after = offerAfter(wish)
  const { now, isListening } = await findHours(tx, actor.userId)
  // All pages of a list group the offers by the time of the first one. Otherwise an offer that lapses would be listed twice.
  const groupedAt = after?.groupedAt ?? now
  const rows = await tx.query(offered, [
    actor.userId,
    wish.limit + 1,
    isListening,
    groupedAt,
    after?.group ?? null,
    after?.sortedAt ?? null,
    after?.id ?? null,
  ])
  const positionOf = (row: OfferedRow) => offerPosition({ ...row, groupedAt })
  const { page, nextCursor: pageCursor } = pageOf(rows, wish.limit, positionOf)
  const wanted = { page, nextCursor: pageCursor, positionOf, mayShorten: true }
  const { questions, nextCursor } = await condensedPage(tx, { ...actor, kind: 'expert' }, wanted, publicUrl)
  const [counts] = after ? [] : await tx.query(counted, [actor.userId, isListening])
  return {
    questions: questions.map((question, i) => {
      const row = page[i]
      return row ? { ...question, offer: offerOf(row) } : question
    }),
    nextCursor,
    ...(counts ? { counts } : {}),
  }
}

const offerOf = ({ group, offeredAt, dueAt, reasons, isTooHeavy }: OfferedRow) => ({
  isOpenToAll: group === open,
  hindrance: isTooHeavy ? ('at_capacity' as const) : null,
  dateOffered: dateTime(offeredAt),
  dateDue: dueAt && dateTime(dueAt),
  reasons: reasons ?? [],
  reasonCodes: (reasons ?? []).map(offerReasonCode),
})

const queue = statement({
  name: 'agents-queue',
  params: [types.nullable(types.uuid), types.int],
  row: { ...questionRow, queuedAt: questions.queuedAt },
  text: `select ${questionViewColumns}, q.queued_at as "queuedAt" from ${questionViewTables}
    where q.company_id = $company and q.status in (${quoted(withAgents)})
      and ${isBehind('$1')}
    order by q.queued_at, q.id limit $2`,
})

/** Returns the questions in the company's agents' queue with their conversations, oldest first. */
export async function listAgentQueue(
  tx: Tx,
  actor: Actor,
  wish: PageWish,
  publicUrl: string,
): Promise<{ questions: InboxQuestionView[]; nextCursor: string | null }> {
  const rows = await tx.query(queue, [idAfter(wish), wish.limit + 1])
  const positionOf = ({ id }: QuestionRow) => id
  return condensedPage(tx, actor, { ...pageOf(rows, wish.limit, positionOf), positionOf, mayShorten: true }, publicUrl)
}
