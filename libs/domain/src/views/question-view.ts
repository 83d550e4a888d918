import {
  type CondensedQuestionView,
  companyDefaults,
  type MessageView,
  openStatuses,
  type QuestionView,
  type ResponseView,
} from '@askline/contracts'
import { categories, companies, questions, type RowOf, types, users } from '@askline/db'
import type { Actor } from '../actors.ts'
import { withAgents } from '../changes/endings.ts'
import { quoted } from '../clauses.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { dateTime, lastUpdatedOf } from '../format/dates.ts'
import { htmlOf } from '../format/html.ts'
import { authorView } from '../people/author.ts'
import { type Conversation, fitMessages, jsonBytes } from './conversation.ts'
import { type ViewContext, withoutNested } from './message.ts'
import type { ResponseRow } from './response-row.ts'

/** The columns of a QuestionRow, from the tables of `questionViewTables`. */
export const questionRow = {
  id: questions.id,
  companyId: questions.companyId,
  askerId: questions.askerId,
  type: questions.type,
  subject: questions.subject,
  text: questions.text,
  languages: questions.languages,
  companyTags: questions.companyTags,
  metadata: questions.metadata,
  status: questions.status,
  isRerouted: questions.isRerouted,
  rerouteType: questions.rerouteType,
  reroutedAt: questions.reroutedAt,
  rerouteReason: questions.rerouteReason,
  closedAt: questions.closedAt,
  numResponses: questions.numResponses,
  holderId: questions.holderId,
  fence: questions.fence,
  /** Null unless an agent holds the question. */
  agentName: types.nullable(users.name),
  leaseDueAt: questions.leaseDueAt,
  expiresAt: questions.expiresAt,
  version: questions.version,
  createdAt: questions.createdAt,
  updatedAt: questions.updatedAt,
  askerName: users.name,
  askerRole: users.role,
  companyName: companies.name,
  settings: companies.settings,
  category: categories.name,
  externalIds: types.json<{ id: string; system: string }[]>(),
}
export type QuestionRow = RowOf<typeof questionRow>

/** The select list of a QuestionRow. */
export const questionViewColumns = `q.id, q.company_id as "companyId", q.asker_id as "askerId", q.type, q.subject, q.text, q.languages,
  q.company_tags as "companyTags", q.metadata, q.status, q.is_rerouted as "isRerouted", q.reroute_type as "rerouteType",
  q.rerouted_at as "reroutedAt", q.reroute_reason as "rerouteReason", q.closed_at as "closedAt", q.num_responses as "numResponses", q.holder_id as "holderId",
  case when q.status in (${quoted(withAgents)}) then (select ${shownNameOf('h')} from users h where h.id = q.holder_id and h.company_id = $company) end as "agentName",
  q.fence, q.lease_due_at as "leaseDueAt", q.expires_at as "expiresAt", q.version, q.created_at as "createdAt",
  q.updated_at as "updatedAt", ${shownNameOf('a')} as "askerName", a.role as "askerRole", c.name as "companyName", c.settings,
  k.name as category,
  coalesce((select jsonb_agg(jsonb_build_object('id', x.external_id, 'system', x.system) order by x.system, x.external_id)
    from question_external_ids x where x.question_id = q.id and x.company_id = $company), '[]') as "externalIds"`

/** The joins of a QuestionRow. Each names the company of the transaction: in an outer join or a subquery, a planner cannot infer it. */
export const questionViewJoins = `join users a on a.id = q.asker_id and a.company_id = $company join companies c on c.id = $company
  join categories k on k.id = q.category_id and k.company_id = $company`

/** The tables of a QuestionRow. */
export const questionViewTables = `questions q ${questionViewJoins}`

/** Settings and names that the views of one question's parts need. */
export const contextOf = (
  row: Pick<QuestionRow, 'askerId' | 'companyName' | 'settings'>,
  publicUrl: string,
  viewer: Actor['kind'],
): ViewContext => ({
  askerId: row.askerId,
  companyName: row.companyName,
  useMarkdown: row.settings.markdown ?? false,
  avatars: { publicUrl, avatarHosts: row.settings.avatarHosts ?? [] },
  viewer,
})

/** Returns a response with the messages under it as the API prints it (decisions/messages.md). */
export function responseView(row: ResponseRow, messages: MessageView[], context: ViewContext): ResponseView {
  const kind = row.type === 'EXPERT' ? 'EXPERT' : row.type === 'AGENT' ? 'AGENT' : 'AUTOMATIC'
  return {
    uuid: row.id,
    questionUuid: row.questionId,
    type: row.type,
    dateCreated: dateTime(row.createdAt),
    lastUpdated: lastUpdatedOf(row.updatedAt),
    author: authorView({ ...row, authorKind: kind }, context.companyName, context.avatars),
    messages: messages.filter((message) => message.responseUuid === row.id),
    isAccepted: row.isAccepted,
    rating: row.rating,
    ratingSystem: row.rating === null ? null : row.ratingSystem,
    isViewedByUser: row.isViewedByUser,
    quickReply: row.quickReply,
  }
}

/** Returns the whole question. Members are written out and never spread, so a new column is not published by accident. */
export function questionView(row: QuestionRow, conversation: Conversation, context: ViewContext): QuestionView {
  return {
    ...commonOf(row, context),
    conversation: conversationOf(row, conversation, context),
    state: stateOf(row, context),
    ...(context.viewer === 'expert' ? claimOf(row) : {}),
  }
}

/** The claim under which a question is held, for the experts who are shown it; nothing while no lease runs. */
export const claimOf = ({ holderId, fence, leaseDueAt }: QuestionRow) =>
  holderId !== null && leaseDueAt !== null ? { claim: { fence, leaseUntil: dateTime(leaseDueAt) } } : {}

/** The agent who has the question, for those who work beside that agent. */
const takenByOf = ({ holderId, agentName }: QuestionRow, { viewer }: ViewContext) =>
  holderId !== null && agentName !== null && (viewer === 'agent' || viewer === 'integration')
    ? { takenBy: { uuid: holderId, name: agentName } }
    : {}

/** Returns the list form of a question: `isAnswered` beside `numResponses`, and the conversation only if it is given. */
export function condensedView(
  row: QuestionRow,
  context: ViewContext,
  conversation?: Conversation,
): CondensedQuestionView {
  return {
    ...commonOf(row, context),
    ...(conversation ? { conversation: conversationOf(row, conversation, context) } : {}),
    state: { ...stateOf(row, context), isAnswered: row.numResponses > 0 },
  }
}

const commonOf = (row: QuestionRow, context: ViewContext) => ({
  uuid: row.id,
  type: row.type,
  dateCreated: dateTime(row.createdAt),
  lastUpdated: lastUpdatedOf(row.updatedAt),
  expirationDate: row.expiresAt && dateTime(row.expiresAt),
  isClaimed: row.holderId !== null && row.status === 'UNRESOLVED',
  isExpert: row.askerRole === 'expert',
  ratingSystem: row.settings.ratingSystem ?? companyDefaults.ratingSystem,
  externalId: row.externalIds[0]?.id ?? null,
  externalIds: row.externalIds,
  metadata: context.viewer === 'expert' ? withoutNested(row.metadata) : row.metadata,
  languages: row.languages,
  questionCategory: row.category,
  companies: row.companyTags,
  ...takenByOf(row, context),
})

function conversationOf(row: QuestionRow, conversation: Conversation, context: ViewContext) {
  const { responses, unreadCount } = conversation
  const build = (messages: MessageView[], messagesCursor: string | null) => ({
    subject: row.subject,
    text: row.text,
    textHtml: htmlOf(row.text, context.useMarkdown),
    author: authorView(
      { authorId: row.askerId, authorKind: 'USER', authorName: row.askerName, authorAvatar: null },
      context.companyName,
      context.avatars,
    ),
    messages: messages.filter(({ responseUuid }) => responseUuid === null),
    responses: responses.map((response) => responseView(response, messages, context)),
    unreadMessageCount: unreadCount,
    messagesCursor,
  })
  const { messages, messagesCursor } = fitMessages(conversation, context, (system) => jsonBytes(build(system, null)))
  return build(messages, messagesCursor)
}

const stateOf = (row: QuestionRow, { viewer }: ViewContext) => ({
  status: row.status,
  numResponses: row.numResponses,
  isClosed: row.closedAt !== null,
  dateClosed: row.closedAt && dateTime(row.closedAt),
  isInteractionAllowed: row.closedAt === null && (openStatuses as readonly string[]).includes(row.status),
  rerouteStatus: {
    isRerouted: row.isRerouted,
    dateRerouted: row.reroutedAt && dateTime(row.reroutedAt),
    ...(row.rerouteType ? { type: row.rerouteType } : {}),
    // For those who go on with it: what an expert wrote is not meant for the asker.
    ...(row.isRerouted && row.rerouteReason && (viewer === 'agent' || viewer === 'integration')
      ? { reason: row.rerouteReason }
      : {}),
  },
})
