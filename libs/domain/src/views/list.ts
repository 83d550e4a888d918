import { type CondensedQuestionView, limits, type MessageView } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import type { Actor } from '../actors.ts'
import { findConversations, mayView, viewerOf } from './find.ts'
import { type MessageRow, messageColumns, messageView } from './message.ts'
import { idAfter, numberAfter, type PageWish, pageOf } from './page.ts'
import { condensedView, contextOf, type QuestionRow, questionViewColumns, questionViewTables } from './question-view.ts'

export type QuestionFilter = PageWish & {
  askerId?: string | undefined
  externalId?: { id?: string | undefined; system?: string | undefined } | undefined
  /** Only what changed after it, with an overlap: may repeat, never misses. */
  lastChecked?: Date | undefined
  offset?: number | undefined
  includeConversation?: boolean | undefined
}

/** Pages are cut by creation, newest first: a change elsewhere never makes a page skip an item. */
const list: Statement = {
  name: 'list-questions',
  text: `select ${questionViewColumns} from ${questionViewTables}
    where q.company_id = $1 and ${mayView('$2', '$3')}
      and ($4::uuid is null or q.asker_id = $4) and ($5::uuid is null or q.id < $5)
      and ($6::timestamptz is null or q.changed_at > $6::timestamptz - interval '${limits.listOverlapMs} milliseconds')
      and (($7::text is null and $8::text is null) or exists (select 1 from question_external_ids x where x.question_id = q.id
        and x.company_id = $1 and ($7::text is null or x.external_id = $7) and ($8::text is null or x.system = $8)))
    order by q.id desc limit $9 offset $10`,
}

/** Questions that `actor` may see, newest first. Throws InvalidValueError for a cursor that is not one of ours. */
export async function listQuestions(
  tx: Tx,
  actor: Actor,
  filter: QuestionFilter,
  publicUrl: string,
): Promise<{ questions: CondensedQuestionView[]; nextCursor: string | null }> {
  const rows = await tx.query<QuestionRow>(list, [
    actor.companyId,
    ...viewerOf(actor),
    filter.askerId ?? null,
    idAfter(filter),
    filter.lastChecked ?? null,
    filter.externalId?.id ?? null,
    filter.externalId?.system ?? null,
    filter.limit + 1,
    filter.offset ?? 0,
  ])
  const { page, nextCursor } = pageOf(rows, filter.limit, ({ id }) => id)
  return {
    questions: await condensed(tx, actor, page, publicUrl, filter.includeConversation ?? false),
    nextCursor,
  }
}

/** The list form of some rows, with their conversations (two statements for all of them) where wanted. */
export async function condensed(
  tx: Tx,
  actor: Actor,
  rows: QuestionRow[],
  publicUrl: string,
  withConversation: boolean,
): Promise<CondensedQuestionView[]> {
  if (!withConversation) return rows.map((row) => condensedView(row, contextOf(row, publicUrl, actor.kind)))
  const { responses, messages } = await findConversations(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) =>
    condensedView(row, contextOf(row, publicUrl, actor.kind), {
      responses: responses.filter((r) => r.questionId === row.id),
      messages: messages.filter((m) => m.questionId === row.id),
    }),
  )
}

export type MessageFilter = PageWish & {
  questionId?: string | undefined
  responseId?: string | undefined
  askerId?: string | undefined
  externalId?: { id?: string | undefined; system?: string | undefined } | undefined
  lastChecked?: Date | undefined
}

type ListedMessage = MessageRow & Pick<QuestionRow, 'askerId' | 'companyName' | 'settings'>

const listOfMessages: Statement = {
  name: 'list-messages',
  text: `select ${messageColumns}, q.asker_id as "askerId", c.name as "companyName", c.settings
    from messages m join questions q on q.id = m.question_id join companies c on c.id = q.company_id
      left join users u on u.id = m.author_id
    where m.company_id = $1 and ${mayView('$2', '$3')}
      and ($4::uuid is null or m.question_id = $4) and ($5::uuid is null or m.response_id = $5)
      and ($6::uuid is null or q.asker_id = $6) and ($7::bigint is null or m.seq > $7)
      and ($8::timestamptz is null or greatest(m.created_at, m.updated_at) > $8::timestamptz - interval '${limits.listOverlapMs} milliseconds')
      and (($9::text is null and $10::text is null) or exists (
        select 1 from jsonb_to_recordset(m.external_ids) as x(id text, system text)
        where ($9::text is null or x.id = $9) and ($10::text is null or x.system = $10)))
    order by m.seq limit $11`,
}

/** Messages that `actor` may see, oldest first. Throws InvalidValueError for a cursor that is not one of ours. */
export async function listMessages(
  tx: Tx,
  actor: Actor,
  filter: MessageFilter,
  publicUrl: string,
): Promise<{ messages: MessageView[]; nextCursor: string | null }> {
  const rows = await tx.query<ListedMessage>(listOfMessages, [
    actor.companyId,
    ...viewerOf(actor),
    filter.questionId ?? null,
    filter.responseId ?? null,
    filter.askerId ?? null,
    numberAfter(filter),
    filter.lastChecked ?? null,
    filter.externalId?.id ?? null,
    filter.externalId?.system ?? null,
    filter.limit + 1,
  ])
  const { page, nextCursor } = pageOf(rows, filter.limit, ({ seq }) => seq)
  const messages = page.map((row) =>
    messageView(row, {
      askerId: row.askerId,
      companyName: row.companyName,
      useMarkdown: row.settings.markdown ?? false,
      publicUrl,
      viewer: actor.kind,
    }),
  )
  return { messages, nextCursor }
}
