import { audienceKey, type EventType, type OfferStatus, type SystemMessageType } from '@askline/contracts'
import { systemTexts } from '@askline/domain/changes/system-texts'
import { fold } from '@askline/domain/text/fold'
import { v7 } from 'uuid'

/** Where the questions of the demo's past belong. */
export type HistoryPlace = {
  companyId: string
  companyTag: string
  integrationId: string
  /** The categories for one-to-one and for one-to-many questions. */
  oneToOneId: string
  oneToManyId: string
}

/** Rows by the names of the tables' columns. Times are ISO 8601. */
export type OfferRow = {
  id: string
  question_id: string
  company_id: string
  expert_id: string
  round: number
  wave: number
  status: OfferStatus
  due_at: string
  created_at: string
  closed_at: string | null
}
export type ResponseRow = {
  id: string
  question_id: string
  company_id: string
  type: 'EXPERT'
  author_id: string
  is_accepted: boolean
  accepted_at: string | null
  rating: string | null
  rating_system: object | null
  rated_at: string | null
  is_viewed_by_user: boolean
  created_at: string
  updated_at: string
}
export type MessageRow = {
  id: string
  question_id: string
  company_id: string
  response_id: string | null
  type: SystemMessageType | 'MESSAGE'
  author_id: string | null
  author_kind: 'USER' | 'EXPERT' | 'SYSTEM'
  body: string
  folded: string
  external_ids: []
  is_viewed_by_user: boolean
  created_at: string
  updated_at: string
}
export type EventRow = {
  question_id: string
  seq: number
  company_id: string
  type: EventType
  actor_kind: 'user' | 'expert' | 'system'
  actor_id: string | null
  audience: string[]
  detail: object | null
  at: string
}

/** The state of one past question while its rows are built. Times are ms since 1970. */
export type QuestionLife = {
  readonly id: string
  readonly askerId: string
  readonly place: HistoryPlace
  updatedAt: number
  changedAt: number
  closedAt: number | null
  holderId: string | null
  offers: OfferRow[]
  responses: ResponseRow[]
  messages: MessageRow[]
  events: EventRow[]
}

const offerMs = 90_000

export const iso = (at: number): string => new Date(at).toISOString()

/** Does the same as `next_stamp` of the database: the freshness rule of decisions/questions.md. */
export const nextStamp = (previous: number, at: number): number => Math.max(at, Math.ceil(previous / 1000) * 1000 + 1)

const rowOf = ({ id, place, changedAt }: QuestionLife) => ({
  id: v7({ msecs: changedAt }),
  question_id: id,
  company_id: place.companyId,
  created_at: iso(changedAt),
})

export function offerTo(life: QuestionLife, expertId: string): void {
  const dueAt = iso(life.changedAt + offerMs)
  const open = { status: 'pending', due_at: dueAt, closed_at: null } as const
  life.offers.push({ ...rowOf(life), expert_id: expertId, round: 0, wave: 1, ...open })
}

/** Closes open offers: that of `acceptedBy` as accepted, and the rest with the status `others`, if given. */
export function closeOffers(life: QuestionLife, others?: OfferStatus, acceptedBy?: string): void {
  for (const offer of life.offers) {
    const status = offer.expert_id === acceptedBy ? 'accepted' : others
    if (offer.status !== 'pending' || status === undefined) continue
    offer.status = status
    offer.closed_at = iso(life.changedAt)
  }
}

export function addResponse(life: QuestionLife, authorId: string): ResponseRow {
  const response: ResponseRow = {
    ...rowOf(life),
    type: 'EXPERT',
    author_id: authorId,
    is_accepted: false,
    accepted_at: null,
    rating: null,
    rating_system: null,
    rated_at: null,
    is_viewed_by_user: false,
    updated_at: iso(life.changedAt),
  }
  life.responses.push(response)
  return response
}

export function responseOf(life: QuestionLife, authorId: string): ResponseRow {
  const response = life.responses.find((row) => row.author_id === authorId)
  if (!response) throw new Error('A story refers to a response that does not exist')
  return response
}

export function write(
  life: QuestionLife,
  { id }: ResponseRow,
  author: { kind: 'USER' | 'EXPERT'; id: string },
  body: string,
): void {
  const written = { author_id: author.id, author_kind: author.kind, body, folded: fold(body) }
  life.messages.push({ ...messageOf(life, id), type: 'MESSAGE', ...written })
}

/** Adds a system message to a response or to the conversation. */
export function addSystemMessage(life: QuestionLife, type: SystemMessageType, response?: ResponseRow): void {
  const body = systemTexts[type]
  const author = { author_id: null, author_kind: 'SYSTEM' } as const
  life.messages.push({ ...messageOf(life, response?.id ?? null), type, ...author, body, folded: '' })
}

export function removeSystemMessage(life: QuestionLife, ...types: SystemMessageType[]): void {
  life.messages = life.messages.filter((message) => !types.some((type) => type === message.type))
}

const messageOf = (life: QuestionLife, responseId: string | null) => ({
  ...rowOf(life),
  response_id: responseId,
  external_ids: [] as [],
  is_viewed_by_user: false,
  updated_at: iso(life.changedAt),
})

/** Records an event for the latest change. Its audience includes engaged experts and those with an open offer. */
export function record(
  life: QuestionLife,
  type: EventType,
  actor: Pick<EventRow, 'actor_kind' | 'actor_id'>,
  detail: object | null = null,
): void {
  const { companyId } = life.place
  const people = new Set([
    ...(life.holderId === null ? [] : [life.holderId]),
    ...life.responses.map((response) => response.author_id),
    ...life.offers.filter((offer) => offer.status === 'pending').map((offer) => offer.expert_id),
  ])
  life.events.push({
    question_id: life.id,
    seq: life.events.length + 1,
    company_id: companyId,
    type,
    ...actor,
    audience: [
      audienceKey.company(companyId),
      audienceKey.staff(companyId),
      // Readers are not notified of their own read.
      ...(type === 'RESPONSE_READ' ? [] : [audienceKey.person(life.askerId)]),
      ...[...people].map(audienceKey.person),
    ],
    detail,
    at: iso(life.changedAt),
  })
}
