import {
  type CondensedQuestionView,
  defaultRatingSystem,
  openStatuses,
  type QuestionStatus,
  type QuestionType,
  type QuestionView,
  type QuickReply,
  type RerouteType,
  type ResponseType,
  type ResponseView,
  type Role,
} from '@askline/contracts'
import type { CompanySettings } from '@askline/db'
import type { Actor } from '../actors.ts'
import { authorView } from './author.ts'
import { dateTime, lastUpdatedOf } from './dates.ts'
import { htmlOf } from './html.ts'
import { type MessageRow, messageView, type ViewContext, withoutNested } from './message.ts'

export type QuestionRow = {
  id: string
  companyId: string
  askerId: string
  type: QuestionType
  subject: string
  text: string
  languages: string[]
  companyTags: string[]
  metadata: Record<string, unknown>
  status: QuestionStatus
  isRerouted: boolean
  rerouteType: RerouteType | null
  reroutedAt: Date | null
  rerouteReason: string | null
  closedAt: Date | null
  numResponses: number
  holderId: string | null
  opinionHeld: boolean
  fence: number
  leaseDueAt: Date | null
  expiresAt: Date
  version: number
  createdAt: Date
  updatedAt: Date
  askerName: string
  askerRole: Role
  companyName: string
  settings: CompanySettings
  category: string
  externalIds: { id: string; system: string }[]
}

/** What `select` lists to read a QuestionRow from `questions q`, `users a`, `companies c`, `categories k`. */
export const questionViewColumns = `q.id, q.company_id as "companyId", q.asker_id as "askerId", q.type, q.subject, q.text, q.languages,
  q.company_tags as "companyTags", q.metadata, q.status, q.is_rerouted as "isRerouted", q.reroute_type as "rerouteType",
  q.rerouted_at as "reroutedAt", q.reroute_reason as "rerouteReason", q.closed_at as "closedAt", q.num_responses as "numResponses", q.holder_id as "holderId", q.opinion_held as "opinionHeld",
  q.fence, q.lease_due_at as "leaseDueAt", q.expires_at as "expiresAt", q.version, q.created_at as "createdAt",
  q.updated_at as "updatedAt", a.name as "askerName", a.role as "askerRole", c.name as "companyName", c.settings,
  k.name as category,
  coalesce((select jsonb_agg(jsonb_build_object('id', x.external_id, 'system', x.system) order by x.system, x.external_id)
    from question_external_ids x where x.question_id = q.id), '[]') as "externalIds"`

export const questionViewTables = `questions q join users a on a.id = q.asker_id join companies c on c.id = q.company_id
  join categories k on k.id = q.category_id`

export type ResponseRow = {
  id: string
  questionId: string
  type: ResponseType
  authorId: string | null
  authorName: string | null
  authorAvatar: string | null
  isAccepted: boolean
  rating: string | null
  isViewedByUser: boolean
  quickReply: QuickReply | null
  createdAt: Date
  updatedAt: Date
}

/** What `select` lists to read a ResponseRow from `responses r left join users u`. */
export const responseViewColumns = `r.id, r.question_id as "questionId", r.type, r.author_id as "authorId", u.name as "authorName",
  u.avatar_url as "authorAvatar", r.is_accepted as "isAccepted", r.rating, r.is_viewed_by_user as "isViewedByUser",
  r.quick_reply as "quickReply", r.created_at as "createdAt", r.updated_at as "updatedAt"`

/** Settings and names that the views of one question's parts need. */
export const contextOf = (row: QuestionRow, publicUrl: string, viewer: Actor['kind']): ViewContext => ({
  askerId: row.askerId,
  companyName: row.companyName,
  useMarkdown: row.settings.markdown ?? false,
  publicUrl,
  viewer,
})

/** A response exactly as the specification and decisions §4 print it. */
export function responseView(row: ResponseRow, messages: MessageRow[], context: ViewContext): ResponseView {
  const kind = row.type === 'EXPERT' ? 'EXPERT' : row.type === 'AGENT' ? 'AGENT' : 'AUTOMATIC'
  return {
    uuid: row.id,
    questionUuid: row.questionId,
    type: row.type,
    dateCreated: dateTime(row.createdAt),
    lastUpdated: lastUpdatedOf(row.updatedAt),
    author: authorView({ ...row, authorKind: kind }, context.companyName, context.publicUrl),
    messages: messages.filter((m) => m.responseId === row.id).map((m) => messageView(m, context)),
    isAccepted: row.isAccepted,
    rating: row.rating,
    isViewedByUser: row.isViewedByUser,
    quickReply: row.quickReply,
  }
}

/** The whole question. Members are written out, never spread: a new column must not leak by itself. */
export function questionView(
  row: QuestionRow,
  responses: ResponseRow[],
  messages: MessageRow[],
  context: ViewContext,
): QuestionView {
  return {
    ...commonOf(row, context),
    conversation: conversationOf(row, responses, messages, context),
    state: stateOf(row, context),
    ...(context.viewer === 'expert' ? claimOf(row) : {}),
  }
}

/** The claim under which a question is held, for the experts who are shown it; nothing while no lease runs. */
export const claimOf = ({ holderId, fence, leaseDueAt }: QuestionRow) =>
  holderId !== null && leaseDueAt !== null ? { claim: { fence, leaseUntil: dateTime(leaseDueAt) } } : {}

/** The list form: no conversation unless it is asked for, and `isAnswered` beside `numResponses`. */
export function condensedView(
  row: QuestionRow,
  context: ViewContext,
  conversation?: { responses: ResponseRow[]; messages: MessageRow[] },
): CondensedQuestionView {
  return {
    ...commonOf(row, context),
    ...(conversation
      ? { conversation: conversationOf(row, conversation.responses, conversation.messages, context) }
      : {}),
    state: { ...stateOf(row, context), isAnswered: row.numResponses > 0 },
  }
}

const commonOf = (row: QuestionRow, context: ViewContext) => ({
  uuid: row.id,
  type: row.type,
  dateCreated: dateTime(row.createdAt),
  lastUpdated: lastUpdatedOf(row.updatedAt),
  expirationDate: dateTime(row.expiresAt),
  // While another expert is sought for what one gave up, only experts see that nobody holds it.
  isClaimed: (row.holderId !== null || (row.opinionHeld && context.viewer !== 'expert')) && !row.isRerouted,
  isExpert: row.askerRole === 'expert',
  ratingSystem: row.settings.ratingSystem ?? defaultRatingSystem,
  externalId: row.externalIds[0]?.id ?? null,
  externalIds: row.externalIds,
  metadata: context.viewer === 'expert' ? withoutNested(row.metadata) : row.metadata,
  languages: row.languages,
  questionCategory: row.category,
  companies: row.companyTags,
})

function conversationOf(row: QuestionRow, responses: ResponseRow[], messages: MessageRow[], context: ViewContext) {
  const unread = messages.filter((m) => ['EXPERT', 'AGENT', 'AUTOMATIC'].includes(m.authorKind) && !m.isViewedByUser)
  return {
    subject: row.subject,
    text: row.text,
    textHtml: htmlOf(row.text, context.useMarkdown),
    author: authorView(
      { authorId: row.askerId, authorKind: 'USER', authorName: row.askerName, authorAvatar: null },
      context.companyName,
      context.publicUrl,
    ),
    messages: messages.filter((m) => m.responseId === null).map((m) => messageView(m, context)),
    responses: responses.map((r) => responseView(r, messages, context)),
    unreadMessageCount: unread.length,
  }
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
