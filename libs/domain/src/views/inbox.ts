import type { InboxQuestionView } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { dateTime } from './dates.ts'
import { condensed } from './list.ts'
import { idAfter, type PageWish, pageOf } from './page.ts'
import { claimOf, type QuestionRow, questionViewColumns, questionViewTables } from './question-view.ts'

export type InboxFilter = PageWish & { view: 'offered' | 'claimed' | 'answered' }

type InboxRow = QuestionRow & { position: string; offeredAt: Date | null; dueAt: Date | null; reasons: string[] | null }

const noOffer = 'null::timestamptz as "offeredAt", null::timestamptz as "dueAt", null::text[] as reasons'

/** Behind the question $2, by age: what came to routing after it. Its age never changes, so a page goes on wherever it is by now. */
const isBehind = `($2::uuid is null or (q.queued_at, q.id) > ((select p.queued_at from questions p where p.id = $2), $2))`

/** An inbox is a query over the truth, never a copy of it. $1 expert, $2 position, $3 limit. */
const inboxes: Record<InboxFilter['view'], Statement> = {
  // The page is cut before anything else of its questions is read: thousands may be offered to one expert.
  offered: {
    name: 'inbox-offered',
    text: `select ${questionViewColumns}, q.id as position, o.created_at as "offeredAt", o.due_at as "dueAt", o.reasons
      from (
        select o.* from offers o join questions q on q.id = o.question_id
        where o.expert_id = $1 and o.status = 'pending' and q.status = 'UNRESOLVED' and ${isBehind}
        order by q.queued_at, q.id limit $3
      ) o join ${questionViewTables.replace('questions q', 'questions q on q.id = o.question_id')}
      order by q.queued_at, q.id`,
  },
  claimed: {
    name: 'inbox-claimed',
    text: `select ${questionViewColumns}, q.id as position, ${noOffer} from ${questionViewTables}
      where q.holder_id = $1 and q.closed_at is null and not q.is_rerouted and ${isBehind}
      order by q.queued_at, q.id limit $3`,
  },
  answered: {
    name: 'inbox-answered',
    text: `select ${questionViewColumns}, r.id as position, ${noOffer}
      from responses r join ${questionViewTables.replace('questions q', 'questions q on q.id = r.question_id')}
      where r.author_id = $1 and r.type = 'EXPERT' and ($2::uuid is null or r.id < $2)
      order by r.id desc limit $3`,
  },
}

/**
 * The expert's questions, with what was said. What waits for the expert, offered or claimed, is listed as routing treats it: by its
 * age in the queue, oldest first; what was answered newest first. Throws InvalidValueError for a cursor that is not one of ours.
 */
export async function listInbox(
  tx: Tx,
  actor: Person,
  { view, ...wish }: InboxFilter,
  publicUrl: string,
): Promise<{ questions: InboxQuestionView[]; nextCursor: string | null }> {
  const rows = await tx.query<InboxRow>(inboxes[view], [actor.userId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ position }) => position)
  const questions = await condensed(tx, { ...actor, kind: 'expert' }, page, publicUrl, true)
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
        },
      }
    : {}

const queue: Statement = {
  name: 'agents-queue',
  text: `select ${questionViewColumns}, q.queued_at as "queuedAt" from ${questionViewTables}
    where q.company_id = $1 and q.status in ('CLOSED_BY_ESCALATION', 'FLAGGED')
      and ${isBehind}
    order by q.queued_at, q.id limit $3`,
}

/** What waits for the company's agents, or is in their hands: oldest first, with what was said. */
export async function listAgentQueue(
  tx: Tx,
  actor: Actor,
  wish: PageWish,
  publicUrl: string,
): Promise<{ questions: InboxQuestionView[]; nextCursor: string | null }> {
  const rows = await tx.query<QuestionRow>(queue, [actor.companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ id }) => id)
  return { questions: await condensed(tx, actor, page, publicUrl, true), nextCursor }
}
