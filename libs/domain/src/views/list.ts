import { type CondensedQuestionView, limits, type MessageView } from '@askline/contracts'
import { companies, questions, statement, type Tx, types } from '@askline/db'
import type { Actor } from '../actors.ts'
import { cursorOf, idAfter, messagePosition, type PageWish, pageOf } from '../format/page.ts'
import { type Conversation, findConversations, jsonBytes, mostBytesOf } from './conversation.ts'
import { mayView, seenByExpert, viewerOf } from './may-view.ts'
import { messageColumns, messageRow, messageView } from './message.ts'
import {
  condensedView,
  contextOf,
  type QuestionRow,
  questionRow,
  questionViewColumns,
  questionViewTables,
} from './question-view.ts'

export type QuestionFilter = PageWish & {
  askerId?: string | undefined
  externalId?: { id?: string | undefined; system?: string | undefined } | undefined
  /** Only questions that changed after it. The overlap may repeat some, and none is missed. */
  lastChecked?: Date | undefined
  offset?: number | undefined
  includeConversation?: boolean | undefined
}

/** The kind and the user id of a viewer, as `mayView` compares them. */
const viewer = [types.textOf<Actor['kind']>(), types.nullable(types.uuid)] as const

/** Pages are ordered by creation, newest first, so that a change of a question never makes a page skip another one. */
const list = statement({
  name: 'list-questions',
  plannedFor: 'values',
  params: [
    types.uuid,
    ...viewer,
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.nullable(types.instant),
    types.nullable(types.text),
    types.nullable(types.text),
    types.int,
    types.int,
  ],
  row: questionRow,
  // The page is cut before other tables are joined: Postgres expects fewer rows of a join than there are, and would sort all of them.
  text: `with page as materialized (
      select q.id from questions q
      where q.company_id = $1 and ${mayView('$2', '$3')}
        and ($4::uuid is null or q.asker_id = $4) and ($5::uuid is null or q.id < $5)
        and ($6::timestamptz is null or q.changed_at > $6::timestamptz - interval '${limits.listOverlapMs} milliseconds')
        -- Found first: Postgres would otherwise walk through all questions in the hope of an early match.
        and ($7::text is null or q.id = any(array(select x.question_id from question_external_ids x
          where x.company_id = $1 and x.external_id = $7 and ($8::text is null or x.system = $8))))
        and ($7::text is not null or $8::text is null or exists (
          select 1 from question_external_ids x where x.question_id = q.id and x.company_id = q.company_id and x.system = $8 offset 0))
      order by q.id desc limit $9 offset $10
    )
    select ${questionViewColumns}
    from page p join ${questionViewTables.replace('questions q', 'questions q on q.id = p.id and q.company_id = $company')}
    order by q.id desc`,
})

/**
 * Lists the questions of a user, or of an integration's company, newest first. Experts and agents list theirs by the inbox.
 * Throws InvalidValueError for a foreign cursor.
 */
export async function listQuestions(
  tx: Tx,
  actor: Extract<Actor, { kind: 'user' | 'integration' }>,
  filter: QuestionFilter,
  publicUrl: string,
): Promise<{ questions: CondensedQuestionView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [
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
  const page = pageOf(rows, filter.limit, ({ id }) => id)
  if (!filter.includeConversation) {
    const questions = page.page.map((row) => condensedView(row, contextOf(row, publicUrl, actor.kind)))
    return { questions, nextCursor: page.nextCursor }
  }
  // A client that pages by `offset` would skip the questions that a shortened page lacks.
  const mayShorten = filter.offset === undefined
  return condensedPage(tx, actor, { ...page, positionOf: ({ id }) => id, mayShorten }, publicUrl)
}

/**
 * Returns the list form of a page with conversations, in two statements. If `mayShorten`, the page ends when its questions
 * take more than `limits.listBytes`, and `nextCursor` continues after the last one. It has at least one question.
 */
export async function condensedPage<Row extends QuestionRow>(
  tx: Tx,
  actor: Actor,
  wanted: { page: Row[]; nextCursor: string | null; positionOf: (row: Row) => string; mayShorten: boolean },
  publicUrl: string,
): Promise<{ questions: CondensedQuestionView[]; nextCursor: string | null }> {
  const { page, nextCursor, positionOf, mayShorten } = wanted
  const ids = page.map(({ id }) => id)
  const conversations = await findConversations(tx, ids, mayShorten ? limits.listBytes : null)
  const bound = page.reduce((sum, row) => sum + mostBytesOfRow(row, conversations.get(row.id)), 0)
  const mustMeasure = mayShorten && bound > limits.listBytes
  const questions: CondensedQuestionView[] = []
  let bytes = 0
  for (const [place, row] of page.entries()) {
    const conversation = conversations.get(row.id)
    const question = conversation && condensedView(row, contextOf(row, publicUrl, actor.kind), conversation)
    if (question && mustMeasure) bytes += jsonBytes(question)
    const last = page[place - 1]
    if (!question || (last && bytes > limits.listBytes)) {
      return { questions, nextCursor: last ? cursorOf(positionOf(last)) : nextCursor }
    }
    questions.push(question)
  }
  return { questions, nextCursor }
}

const mostBytesOfRow = (row: QuestionRow, conversation: Conversation | undefined): number =>
  row.text.length * 30 + limits.metadataBytes + (conversation ? mostBytesOf(conversation) : 0)

export type MessageFilter = PageWish & {
  questionId?: string | undefined
  responseId?: string | undefined
  askerId?: string | undefined
  externalId?: { id?: string | undefined; system?: string | undefined } | undefined
  lastChecked?: Date | undefined
}

/** `position` compares the number of a message with $7, `order` is the direction in which the list continues. */
const messagesFrom = (name: string, position: string, order: string) =>
  statement({
    name,
    plannedFor: 'values',
    params: [
      types.uuid,
      ...viewer,
      types.nullable(types.uuid),
      types.nullable(types.uuid),
      types.nullable(types.uuid),
      types.nullable(types.int),
      types.nullable(types.instant),
      types.nullable(types.text),
      types.nullable(types.text),
      types.int,
    ],
    row: {
      ...messageRow,
      askerId: questions.askerId,
      companyName: companies.name,
      settings: companies.settings,
    },
    text: `select ${messageColumns}, q.asker_id as "askerId", c.name as "companyName", c.settings
    from messages m join questions q on q.id = m.question_id and q.company_id = m.company_id join companies c on c.id = q.company_id
      left join users u on u.id = m.author_id and u.company_id = m.company_id
    where m.company_id = $1
      -- Unless another filter finds few messages, those of an expert's questions are found first, because they may be old.
      and case when $2::text = 'expert' and coalesce($4::uuid, $5::uuid, $6::uuid) is null and $9::text is null then m.question_id = any(${seenByExpert('$3')})
        else ${mayView('$2', '$3')} end
      and ($4::uuid is null or m.question_id = $4) and ($5::uuid is null
        or (m.response_id = $5 and m.question_id = (select question_id from responses where id = $5 and company_id = $company)))
      and ($7::bigint is null or m.seq ${position} $7)
      -- The same holds for an asker.
      and ($6::uuid is null or m.question_id = any(array(select o.id from questions o where o.company_id = $1 and o.asker_id = $6)))
      and ($2::text <> 'user' or m.question_id = any(array(select o.id from questions o where o.company_id = $1 and o.asker_id = $3)))
      and ($8::timestamptz is null or greatest(m.created_at, m.updated_at) > $8::timestamptz - interval '${limits.listOverlapMs} milliseconds')
      -- Found first, as in the list of questions.
      and ($9::text is null or m.seq = any(array(select x.seq from message_external_ids x
        where x.company_id = $1 and x.external_id = $9 and ($10::text is null or x.system = $10))))
      and ($9::text is not null or $10::text is null or exists (
        select 1 from jsonb_to_recordset(m.external_ids) as x(system text) where x.system = $10))
    order by m.seq ${order} limit $11`,
  })
const messagesAfter = messagesFrom('list-messages', '>', 'asc')
const messagesBefore = messagesFrom('list-messages-before', '<', 'desc')

/**
 * Lists messages that `actor` may see, each page oldest first. Without a filter by question, response, asker or external id, those
 * that `seenByExpert` leaves out are missing.
 *
 * A `messagesCursor` goes back: its page has the messages just before those shown, and `nextCursor` leads to older ones. Throws
 * InvalidValueError for a foreign cursor.
 */
export async function listMessages(
  tx: Tx,
  actor: Actor,
  filter: MessageFilter,
  publicUrl: string,
): Promise<{ messages: MessageView[]; nextCursor: string | null }> {
  const { seq, isBackward } = messagePosition(filter)
  const rows = await tx.query(isBackward ? messagesBefore : messagesAfter, [
    actor.companyId,
    ...viewerOf(actor),
    filter.questionId ?? null,
    filter.responseId ?? null,
    filter.askerId ?? null,
    seq,
    filter.lastChecked ?? null,
    filter.externalId?.id ?? null,
    filter.externalId?.system ?? null,
    filter.limit + 1,
  ])
  const { page, nextCursor } = pageOf(rows, filter.limit, ({ seq }) => (isBackward ? `before ${seq}` : seq))
  if (isBackward) page.reverse()
  const messages = page.map((row) =>
    messageView(row, {
      askerId: row.askerId,
      companyName: row.companyName,
      useMarkdown: row.settings.markdown ?? false,
      avatars: { publicUrl, avatarHosts: row.settings.avatarHosts ?? [] },
      viewer: actor.kind,
    }),
  )
  return { messages, nextCursor }
}
