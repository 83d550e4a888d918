import type { MessageView, QuestionView, ResponseView } from '@askline/contracts'
import { companies, messages, questions, statement, type Tx, together, types } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { NotFoundError } from '../errors.ts'
import { findConversations, findMessagesOfResponses, fitMessages, jsonBytes } from './conversation.ts'
import { mayView, viewerOf } from './may-view.ts'
import { messageColumns, messageRow, messageView } from './message.ts'
import {
  contextOf,
  type QuestionRow,
  questionRow,
  questionView,
  questionViewColumns,
  questionViewJoins,
  questionViewTables,
  responseView,
} from './question-view.ts'
import { responseRow, responseViewColumns } from './response-row.ts'

const whetherSeen = statement({
  name: 'whether-seen',
  params: [
    types.textOf<Actor['kind']>(),
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.nullable(types.uuid),
  ],
  row: { id: questions.id },
  text: `select q.id from questions q
    where q.id = coalesce((select question_id from responses where id = $4 and company_id = $company), $3) and q.company_id = $company
      and ${mayView('$1', '$2')}
      and ($5::uuid is null or q.asker_id = $5)
      and ($4::uuid is null or exists (select 1 from responses r where r.id = $4 and r.question_id = q.id and r.company_id = $company))
      and ($3::uuid is null or q.id = $3)`,
})

/**
 * Throws NotFoundError unless the viewer may see the question, and the response if one is given. With `askerId`, also
 * unless that person asked the question.
 */
export async function mustSee(
  tx: Tx,
  actor: Actor,
  part: { questionId?: string | undefined; responseId?: string | undefined; askerId?: string | undefined },
): Promise<void> {
  const { questionId, responseId, askerId } = part
  const [kind, viewerId] = viewerOf(actor)
  const seen = await tx.query(whetherSeen, [kind, viewerId, questionId ?? null, responseId ?? null, askerId ?? null])
  if (seen.length > 0) return
  throw responseId === undefined
    ? new NotFoundError('question', questionId ?? '')
    : new NotFoundError('response', responseId)
}

const ownQuestion = statement({
  name: 'is-own-question',
  params: [types.uuid, types.uuid],
  row: { id: questions.id },
  text: 'select id from questions where id = $1 and company_id = $company and asker_id = $2',
})

/** Throws NotFoundError if the expert or agent may not see the question, or asked it: askers never learn what staff share. */
export async function mustSeeAsStaff(tx: Tx, actor: Person, questionId: string): Promise<void> {
  await mustSee(tx, actor, { questionId })
  const own = await tx.query(ownQuestion, [questionId, actor.userId])
  if (own.length > 0) throw new NotFoundError('question', questionId)
}

/** Returns the question of a message. Throws NotFoundError unless the message exists and the viewer may see its question. */
export async function mustSeeMessage(tx: Tx, actor: Actor, messageId: string): Promise<string> {
  const [message] = await tx.query(questionOfMessage, [messageId])
  const row = message && (await findQuestionRow(tx, actor, message.questionId))
  if (!row) throw new NotFoundError('message', messageId)
  return row.id
}

const questionOfMessage = statement({
  name: 'question-of-message',
  params: [types.uuid],
  row: { questionId: messages.questionId },
  text: 'select question_id as "questionId" from messages where id = $1 and company_id = $company',
})

const oneQuestion = statement({
  name: 'view-question',
  params: [types.uuid, types.textOf<Actor['kind']>(), types.nullable(types.uuid)],
  row: questionRow,
  text: `select ${questionViewColumns} from ${questionViewTables} where q.id = $1 and q.company_id = $company and ${mayView('$2', '$3')}`,
})

async function findQuestionRow(tx: Tx, actor: Actor, questionId: string): Promise<QuestionRow | undefined> {
  const [row] = await tx.query(oneQuestion, [questionId, ...viewerOf(actor)])
  return row
}

/**
 * Returns the question as this viewer sees it, in three statements. A large conversation lacks its oldest messages.
 * Throws NotFoundError if the question does not exist or the viewer may not see it.
 */
export async function viewQuestion(tx: Tx, actor: Actor, questionId: string, publicUrl: string): Promise<QuestionView> {
  return (await viewQuestionAndVersion(tx, actor, questionId, publicUrl)).view
}

/** As `viewQuestion`, with the version of the question for its ETag. */
export async function viewQuestionAndVersion(tx: Tx, actor: Actor, questionId: string, publicUrl: string) {
  const { row, conversation } = await findWhole(tx, actor, questionId)
  if (!row || !conversation) throw new NotFoundError('question', questionId)
  return { view: questionView(row, conversation, contextOf(row, publicUrl, actor.kind)), version: row.version }
}

const questionsOfViewers = statement({
  name: 'view-questions',
  params: [types.array(types.uuid), types.array(types.textOf<Actor['kind']>()), types.array(types.uuid)],
  row: questionRow,
  text: `select ${questionViewColumns}
    from unnest($1::uuid[], $2::text[], $3::uuid[]) as v(id, kind, viewer_id)
      cross join lateral (select * from questions where id = v.id and company_id = $company offset 0) q ${questionViewJoins}
    where ${mayView('v.kind', 'v.viewer_id')}`,
})

/** Returns questions as these viewers see them, in the order of the list. Throws as `viewQuestion` does. */
export async function viewQuestions(
  tx: Tx,
  wanted: { actor: Actor; questionId: string }[],
  publicUrl: string,
): Promise<QuestionView[]> {
  if (wanted.length === 0) return []
  const ids = wanted.map(({ questionId }) => questionId)
  const [rows, conversations] = await together(
    tx.query(questionsOfViewers, [ids, ...viewersOf(wanted)]),
    findConversations(tx, ids),
  )
  return wanted.map(({ actor, questionId }) => {
    const row = rows.find(({ id }) => id === questionId)
    const conversation = conversations.get(questionId)
    if (!row || !conversation) throw new NotFoundError('question', questionId)
    return questionView(row, conversation, contextOf(row, publicUrl, actor.kind))
  })
}

/** The id of a viewer who is no person. Rules that compare it are never true. */
const noPerson = '00000000-0000-0000-0000-000000000000'

const viewersOf = (wanted: { actor: Actor }[]): [Actor['kind'][], string[]] => [
  wanted.map(({ actor }) => actor.kind),
  wanted.map(({ actor }) => viewerOf(actor)[1] ?? noPerson),
]

/** Reads a question and its conversation in one round trip. Without `row` the viewer must not see the conversation. */
async function findWhole(tx: Tx, actor: Actor, questionId: string) {
  const [row, conversations] = await together(
    findQuestionRow(tx, actor, questionId),
    findConversations(tx, [questionId]),
  )
  return { row, conversation: conversations.get(questionId) }
}

/**
 * SQL for whether a viewer may see a part of a question `q` that they have just written or changed. An expert must be the `author`.
 * Much smaller than `mayView`, which also has the rules of offers and of open questions.
 */
const mayViewOwn = (kind: string, id: string, author: string) => `case ${kind}::text
  when 'user' then q.asker_id = ${id}::uuid
  when 'expert' then q.asker_id = ${id}::uuid or coalesce(${author} = ${id}::uuid, false)
  else true end`

/** The fields of the question and company that the view of a response or message needs. */
const contextRow = { askerId: questions.askerId, companyName: companies.name, settings: companies.settings } as const
const contextColumns = 'q.asker_id as "askerId", c.name as "companyName", c.settings'

const ownResponses = statement({
  name: 'view-own-responses',
  params: [
    types.array(types.uuid),
    types.array(types.uuid),
    types.array(types.textOf<Actor['kind']>()),
    types.array(types.uuid),
  ],
  row: { ...responseRow, ...contextRow },
  text: `select ${responseViewColumns}, ${contextColumns}
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) as v(id, question_id, kind, viewer_id)
      cross join lateral (select * from responses where id = v.id and company_id = $company offset 0) r
      join questions q on q.id = r.question_id and q.company_id = $company join companies c on c.id = $company
      left join users u on u.id = r.author_id and u.company_id = $company
    where q.id = v.question_id and ${mayViewOwn('v.kind', 'v.viewer_id', 'r.author_id')}`,
})

/**
 * Returns responses with their messages, in a large conversation the newest ones, in the order of the list. Their authors, the asker,
 * agents and integrations may see them. Throws NotFoundError for all others, for an unknown response, and for one of another question.
 */
export async function viewOwnResponses(
  tx: Tx,
  wanted: { actor: Actor; questionId: string; responseId: string }[],
  publicUrl: string,
): Promise<ResponseView[]> {
  if (wanted.length === 0) return []
  const ids = wanted.map(({ responseId }) => responseId)
  const questionIds = wanted.map(({ questionId }) => questionId)
  const [responses, messages] = await together(
    tx.query(ownResponses, [ids, questionIds, ...viewersOf(wanted)]),
    findMessagesOfResponses(tx, wanted),
  )
  return wanted.map(({ actor, responseId }) => {
    const response = responses.find(({ id }) => id === responseId)
    const own = messages.get(responseId)
    if (!response || !own) throw new NotFoundError('response', responseId)
    const context = contextOf(response, publicUrl, actor.kind)
    const measure = (system: MessageView[]) => jsonBytes(responseView(response, system, context))
    return responseView(response, fitMessages({ ...own, responses: [response] }, context, measure).messages, context)
  })
}

/** As `viewOwnResponses`, for one response. */
export async function viewOwnResponse(
  tx: Tx,
  actor: Actor,
  part: { questionId: string; responseId: string },
  publicUrl: string,
): Promise<ResponseView> {
  const [view] = await viewOwnResponses(tx, [{ actor, ...part }], publicUrl)
  if (!view) throw new NotFoundError('response', part.responseId)
  return view
}

const ownMessage = statement({
  name: 'view-own-message',
  params: [types.uuid, types.uuid, types.textOf<Actor['kind']>(), types.nullable(types.uuid)],
  row: { ...messageRow, ...contextRow },
  text: `select ${messageColumns}, ${contextColumns}
    from messages m join questions q on q.id = m.question_id and q.company_id = $company join companies c on c.id = $company
      left join users u on u.id = m.author_id and u.company_id = $company
    where m.id = $1 and m.company_id = $company and q.id = $2 and ${mayViewOwn('$3', '$4', 'm.author_id')}`,
})

/** Returns one message. Its author, the asker, agents and integrations may see it. Throws NotFoundError as `viewOwnResponse` does. */
export async function viewOwnMessage(
  tx: Tx,
  actor: Actor,
  { questionId, messageId }: { questionId: string; messageId: string },
  publicUrl: string,
): Promise<MessageView> {
  const [message] = await tx.query(ownMessage, [messageId, questionId, ...viewerOf(actor)])
  if (!message) throw new NotFoundError('message', messageId)
  return messageView(message, contextOf(message, publicUrl, actor.kind))
}
