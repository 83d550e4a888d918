import { limits, type MessageView } from '@askline/contracts'
import { messages, type RowOf, types, users } from '@askline/db'
import type { Actor } from '../actors.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { dateTime, lastUpdatedOf } from '../format/dates.ts'
import { htmlOf } from '../format/html.ts'
import { authorView, type ExpertRow, expertView } from '../people/author.ts'
import type { AvatarRules } from '../people/avatars.ts'

type PotentialExperts = {
  experts: ExpertRow[]
  lastResponseTimeInMillis: string
  estimatedResponseTimeInMillis?: number | null
  /** As Postgres prints it in JSON. */
  estimatedAnswerDate?: string | null
}

/** The columns of a MessageRow, from `messages m left join users u`. */
export const messageRow = {
  seq: messages.seq,
  id: messages.id,
  questionId: messages.questionId,
  responseId: messages.responseId,
  type: messages.type,
  body: messages.body,
  detail: types.nullable(types.json<PotentialExperts>()),
  externalIds: messages.externalIds,
  metadata: messages.metadata,
  isViewedByUser: messages.isViewedByUser,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
  authorId: messages.authorId,
  authorKind: messages.authorKind,
  authorName: types.nullable(users.name),
  authorAvatar: users.avatarUrl,
}
export type MessageRow = RowOf<typeof messageRow>

/** The select list of a MessageRow. */
export const messageColumns = `m.seq, m.id, m.question_id as "questionId", m.response_id as "responseId", m.type, m.body, m.detail,
  m.external_ids as "externalIds", m.metadata, m.is_viewed_by_user as "isViewedByUser", m.created_at as "createdAt",
  m.updated_at as "updatedAt", m.author_id as "authorId", m.author_kind as "authorKind", ${shownNameOf('u')} as "authorName",
  u.avatar_url as "authorAvatar"`

/** Settings and names that all views of one question share. */
export type ViewContext = {
  askerId: string
  companyName: string
  useMarkdown: boolean
  avatars: AvatarRules
  viewer: Actor['kind']
}

/** Returns a message as the API prints it (decisions/messages.md). */
export function messageView(row: MessageRow, context: ViewContext): MessageView {
  return {
    id: row.seq,
    uuid: row.id,
    type: row.type,
    dateCreated: dateTime(row.createdAt),
    lastUpdated: lastUpdatedOf(row.updatedAt),
    author: authorView(row, context.companyName, context.avatars),
    body: row.body,
    bodyHtml: htmlOf(row.body, context.useMarkdown),
    isViewedByUser: row.authorKind === 'USER' || row.isViewedByUser,
    actions: actionsOf(row),
    ...(row.type === 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE'
      ? {
          potentialExperts: {
            experts: (row.detail?.experts ?? [])
              .slice(0, limits.potentialExperts)
              .map((e) => expertView(e, context.askerId, context.avatars)),
            lastResponseTimeInMillis: row.detail?.lastResponseTimeInMillis ?? '0',
            estimatedResponseTimeInMillis: row.detail?.estimatedResponseTimeInMillis ?? null,
            estimatedAnswerDate: row.detail?.estimatedAnswerDate
              ? dateTime(new Date(row.detail.estimatedAnswerDate))
              : null,
          },
        }
      : {}),
    externalId: row.externalIds[0]?.id ?? null,
    externalIds: row.externalIds,
    ...(row.metadata ? { metadata: context.viewer === 'expert' ? withoutNested(row.metadata) : row.metadata } : {}),
    responseUuid: row.responseId,
    questionUuid: row.questionId,
  }
}

/** Returns the requests that a prompt offers to its reader. */
function actionsOf({ type, questionId, responseId }: MessageRow): MessageView['actions'] {
  const post = (name: string, path: string) => ({ name, method: 'POST', path })
  switch (type) {
    case 'ACCEPT_RESPONSE_SYSTEM_MESSAGE':
      return [post('accept', `/responses/${responseId}/accept`)]
    case 'RATE_RESPONSE_SYSTEM_MESSAGE':
      return [post('rate', `/responses/${responseId}/rate`)]
    case 'ADD_TESTIMONIAL_SYSTEM_MESSAGE':
      return [post('testimonial', `/responses/${responseId}/testimonial`)]
    case 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE':
      return [post('reroute', `/questions/${questionId}/reroute`)]
    case 'MARK_AS_RESOLVED_MESSAGE':
      return [post('reviewMarkAsResolved', `/questions/${questionId}/reviewMarkAsResolved`)]
    case 'AUTORESPONSE_MESSAGE':
      return [post('confirmAutoResponse', `/responses/${responseId}/confirmAutoResponse`)]
    default:
      return []
  }
}

/** Returns metadata as experts see it: nested objects are empty, because clients keep personal data there. */
export function withoutNested(metadata: Record<string, unknown>): Record<string, unknown> {
  const flat = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => typeof item !== 'object' || item === null)
    return typeof value === 'object' && value !== null ? {} : value
  }
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, flat(value)]))
}
