import { type InboxQuestionView, offerReasonCode } from '@askline/contracts'
import { experts, offers, questions, type RowOf, statement, type Tx, types } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { timeOf } from '../clock/company-time.ts'
import { settingIn } from '../companies/category-setting.ts'
import { isAtWork } from '../people/working-hours.ts'
import { quoted } from '../questions/clauses.ts'
import { withAgents } from '../questions/endings.ts'
import { isOpenToAll, meetsOpenRule, spokenBy } from '../questions/open-to-all.ts'
import { dateTime } from './dates.ts'
import { condensedPage } from './list.ts'
import { idAfter, type PageWish, pageOf } from './page.ts'
import { patternOf } from './patterns.ts'
import { claimOf, type QuestionRow, questionRow, questionViewColumns, questionViewTables } from './question-view.ts'

export type InboxFilter = PageWish & {
  view: 'offered' | 'claimed' | 'answered'
  /** Words that an answered question, its subject or one of its messages contains. */
  text?: string | undefined
}

const claimedRow = {
  ...questionRow,
  position: types.uuid,
  offeredAt: types.nullable(types.instant),
  dueAt: types.nullable(types.instant),
  reasons: types.nullable(types.array(types.text)),
}
type InboxRow = RowOf<typeof claimedRow>
const offeredRow = {
  ...questionRow,
  position: types.uuid,
  offeredAt: offers.createdAt,
  dueAt: offers.dueAt,
  reasons: offers.reasons,
}
const inboxParams = [types.uuid, types.nullable(types.uuid), types.int] as const

const noOffer = 'null::timestamptz as "offeredAt", null::timestamptz as "dueAt", null::text[] as reasons'

/** Returns SQL: the question came to routing after the question `id`. Ages never change, so a cursor stays valid when questions move. */
const isBehind = (id: string) =>
  `(${id}::uuid is null or (q.queued_at, q.id) > ((select p.queued_at from questions p where p.id = ${id} and p.company_id = $company), ${id}))`

/**
 * Queries of the inbox, which is never stored. $1 is the expert, $2 the position, $3 the limit, and $4 whether open questions are
 * listed.
 */
const inboxes = {
  // Each page is cut before other columns are read, because one expert may have thousands of offers and open questions.
  offered: statement({
    name: 'inbox-offered',
    params: [...inboxParams, types.boolean],
    row: offeredRow,
    text: `with me as materialized (
        select e.*, ${spokenBy('e')} as spoken from experts e where e.user_id = $1 and e.company_id = $company
      ), offered as (
        -- Fences, because a plan that begins with the company's questions reads all of them for an expert with few offers.
        select o.question_id, o.created_at, o.due_at, o.reasons, q.queued_at
        from (select * from offers o where o.company_id = $company and o.expert_id = $1 and o.status = 'pending' offset 0) o
          cross join lateral (select q.id, q.queued_at from questions q
            where q.id = o.question_id and q.company_id = $company and q.status = 'UNRESOLVED' and ${isBehind('$2')} offset 0) q
        order by q.queued_at, q.id limit $3
      ), listed as (
        select f.* from me e cross join lateral (
          select q.id as question_id, q.open_to_all_at as created_at, null::timestamptz as due_at, null::text[] as reasons, q.queued_at
          from questions q
          where q.company_id = $company and $4 and e.capacity > 0 and ${isOpenToAll} and ${isBehind('$2')} and ${meetsOpenRule({ spoken: 'e.spoken' })}
            -- A fence of offset 0 keeps the order of the index, so that the search stops at the limit.
            and exists (select 1 from categories k where k.id = q.category_id and k.company_id = $company
              and e.load + case q.type when 'ONE_TO_MANY' then 0 else ${settingIn('k.settings', 'weight')} end <= e.capacity offset 0)
            and not exists (select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.expert_id = e.user_id and o.status = 'pending' offset 0)
          order by q.queued_at, q.id limit $3
        ) f
      )
      select ${questionViewColumns}, q.id as position, o.created_at as "offeredAt", o.due_at as "dueAt", o.reasons
      from (
        select * from offered union all select * from listed order by queued_at, question_id limit $3
      ) o join ${questionViewTables.replace('questions q', 'questions q on q.id = o.question_id and q.company_id = $company')}
      order by q.queued_at, q.id`,
  }),
  claimed: statement({
    name: 'inbox-claimed',
    params: inboxParams,
    row: claimedRow,
    text: `select ${questionViewColumns}, q.id as position, ${noOffer} from ${questionViewTables}
      where q.company_id = $company and q.holder_id = $1 and q.closed_at is null and not q.is_rerouted and ${isBehind('$2')}
      order by q.queued_at, q.id limit $3`,
  }),
}

const hours = statement({
  name: 'hours-of-expert',
  params: [types.uuid],
  row: { workingHours: experts.workingHours, now: types.float },
  text: `select working_hours as "workingHours", extract(epoch from ${timeOf('company_id')})::float8 * 1000 as now
    from experts where user_id = $1 and company_id = $company`,
})

/** Returns whether open questions are listed to an expert now: only during working hours, because waves go out only then. */
async function isListening(tx: Tx, expertId: string): Promise<boolean> {
  const [found] = await tx.query(hours, [expertId])
  return found !== undefined && isAtWork(found.workingHours, found.now)
}

/** As `inboxes`. $4 is the pattern of the searched words. */
const answered = statement({
  name: 'inbox-answered',
  plannedFor: 'values',
  params: [...inboxParams, types.nullable(types.text)],
  row: claimedRow,
  // The page is cut before other columns are read. The inner limit makes the planner read the index in its order instead of sorting
  // everything that the expert has answered. A search may have to read all of it.
  text: `with page as materialized (
      select r.id, r.question_id from (
        select r.id, r.question_id from responses r
        where r.company_id = $company and r.author_id = $1 and r.type = 'EXPERT' and ($2::uuid is null or r.id < $2)
        order by r.id desc limit case when $4::text is null then $3::bigint end
      ) r
      where $4::text is null or exists (
        select 1 from questions q where q.id = r.question_id and q.company_id = $company and (q.subject ilike $4 or q.text ilike $4 or exists (
          select 1 from messages m where m.question_id = q.id and m.company_id = $company and m.type = 'MESSAGE' and m.body ilike $4 offset 0)) offset 0)
      order by r.id desc limit $3
    )
    select ${questionViewColumns}, r.id as position, ${noOffer}
    from page r join ${questionViewTables.replace('questions q', 'questions q on q.id = r.question_id and q.company_id = $company')}
    order by r.id desc`,
})

/**
 * Returns the expert's questions with their conversations. Offered and claimed questions are sorted by age in the queue, oldest
 * first; answered ones newest first. Throws InvalidValueError for an invalid cursor.
 */
export async function listInbox(
  tx: Tx,
  actor: Person,
  { view, text, ...wish }: InboxFilter,
  publicUrl: string,
): Promise<{ questions: InboxQuestionView[]; nextCursor: string | null }> {
  const values = [actor.userId, idAfter(wish), wish.limit + 1] as const
  const pattern = text === undefined ? null : patternOf(text)
  const rowsOf: Record<typeof view, () => Promise<InboxRow[]>> = {
    answered: () => tx.query(answered, [...values, pattern]),
    claimed: () => tx.query(inboxes.claimed, values),
    offered: async () => tx.query(inboxes.offered, [...values, await isListening(tx, actor.userId)]),
  }
  const rows = await rowsOf[view]()
  const positionOf = ({ position }: InboxRow) => position
  const { page, nextCursor: pageCursor } = pageOf(rows, wish.limit, positionOf)
  const wanted = { page, nextCursor: pageCursor, positionOf, mayShorten: true }
  const { questions, nextCursor } = await condensedPage(tx, { ...actor, kind: 'expert' }, wanted, publicUrl)
  return {
    questions: questions.map((question, i) => {
      const row = page[i]
      return { ...question, ...offerOf(row), ...(row?.holderId === actor.userId ? claimOf(row) : {}) }
    }),
    nextCursor,
  }
}

const offerOf = (row: InboxRow | undefined) =>
  row?.offeredAt
    ? {
        offer: {
          dateOffered: dateTime(row.offeredAt),
          dateDue: row.dueAt && dateTime(row.dueAt),
          reasons: row.reasons ?? [],
          reasonCodes: (row.reasons ?? []).map(offerReasonCode),
        },
      }
    : {}

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
