import type {
  Availability,
  AwayReason,
  CategorySettings,
  CompanySettings,
  companyDefaults,
  EventType,
  OfferStatus,
  OutboxJob,
  QuickReply,
  RatingSystem,
  ResponseType,
  Role,
  SystemMessageType,
} from '@askline/contracts'
import type { Actor } from '../actors.ts'
import type { DomainError } from '../errors.ts'
import type { State, Writable } from './state.ts'

/** A change that somebody asks for. A list of changes of one company is made together, in one transaction. */
export type Change = {
  actor: Actor
  /** The question, by its own id or by the id of one of its responses. */
  of: { questionId: string } | { responseId: string }
  /**
   * Whether the change may write the row of the expert who holds the question. The row of an acting expert is always locked. Both are
   * locked after the questions, in the order of their ids.
   */
  locksHolder?: boolean
  /** Further people whose offers and rights the decision asks for. */
  about?: string[]
  /** Decides by the facts alone. Throws a DomainError to refuse; then nothing is written for this change. */
  decide: (facts: Facts) => Decision
}

/** Everything that a decision may know, read under the lock of the question. */
export type Facts = {
  question: State
  /** The company's time, in whole milliseconds. */
  now: Date
  company: { id: string; name: string; settings: CompanySettings & typeof companyDefaults }
  /** The settings of the question's category. */
  category: Required<CategorySettings>
  /** Units of the heaviest category of the company. */
  heaviest: number
  /** Oldest first. */
  responses: ResponseFact[]
  /** Pending offers of the question, and all its offers to people of the list of changes. Oldest first. */
  offers: OfferFact[]
  /** Whether the question was ever offered. */
  wasOffered: boolean
  /** System messages that stand, oldest first. */
  prompts: PromptFact[]
  /** Number of messages by people. */
  length: number
  /** Returns an actor of the list of changes, or the holder of one of its questions. */
  person: (id: string | null) => PersonFact | undefined
}

export type ResponseFact = {
  id: string
  type: ResponseType
  authorId: string | null
  rating: string | null
  /** The scale of `rating`. */
  ratingSystem: RatingSystem | null
  quickReply: QuickReply | null
}

export type OfferFact = {
  id: string
  expertId: string
  status: OfferStatus
  /** 0: the expert gave the question up, or their lease ran out. */
  wave: number
  round: number
  reason: string | null
  dueAt: Date | null
}

export type PromptFact = {
  id: string
  type: SystemMessageType
  responseId: string | null
  /** The next message of a person removes it. */
  untilPersonWrites: boolean
}

export type PersonFact = {
  id: string
  /** As views show it. */
  name: string
  avatarUrl: string | null
  role: Role
  isBlocked: boolean
  /** Undefined for a person who is no expert. */
  expert: ExpertFact | undefined
}

export type ExpertFact = {
  load: number
  capacity: number
  isActive: boolean
  availability: Availability
  awayReason: AwayReason | null
  missedOffers: number
  /** The last activity was noted more than a minute ago. */
  isIdle: boolean
  languages: string[]
  topicLevels: Record<string, number>
  categoryIds: string[]
  isCertified: boolean
  isElite: boolean
}

/** The effect of one change. It names rows by id, so that nothing is left to decide for SQL. */
export type Decision = {
  /**
   * `OFFER_CLOSED`: only the end of offers is told, and only to their experts; the question keeps its version. Undefined: only
   * timers change; the question keeps its version, and nobody is told.
   */
  event: EventType | undefined
  set: Partial<Writable>
  /** Raises version and stamp at least to these, above those that a restored database lost. */
  raises?: { version: number; updatedAt: Date }
  /** A new text of the question. Omitted metadata stay. */
  text?: { text: string; subject: string; folded: string; metadata?: Record<string, unknown> | undefined }
  /** Ids of messages to delete. */
  removes: string[]
  adds: NewMessage[]
  response?: NewResponse | undefined
  /** Changes of existing responses. */
  answers: ResponseChange[]
  /** Pending offers that end. */
  closes: ClosedOffer[]
  offers: NewOffer[]
  /** Answers that the acting expert gave. Notes their activity too. Undefined: the change is no claim and no answer. */
  works?: { expertId: string; answers: number } | undefined
  jobs: OutboxJob[]
  /** Stored with the event: ids and words of the lists in contracts, never text. */
  detail?: Record<string, unknown> | undefined
}

export type NewMessage = {
  id: string
  type: 'MESSAGE' | SystemMessageType
  responseId: string | null
  authorId: string | null
  authorKind: 'USER' | 'EXPERT' | 'AGENT' | 'AUTOMATIC' | 'SYSTEM'
  body: string
  folded?: string | undefined
  externalIds?: { id: string; system: string }[] | undefined
  metadata?: Record<string, unknown> | undefined
  detail?: Record<string, unknown> | undefined
}

export type NewResponse = {
  id: string
  type: ResponseType
  authorId: string | null
  quickReply?: 'PENDING' | undefined
}

/** Omitted fields stay. */
export type ResponseChange = {
  id: string
  isAccepted?: true
  rating?: string
  ratingSystem?: RatingSystem
  quickReply?: QuickReply
  knowledgeId?: string | undefined
}

/** Without `reason` the offer keeps the one that it has. */
export type ClosedOffer = {
  id: string
  expertId: string
  status: Exclude<OfferStatus, 'pending'>
  reason?: string | null
}

export type NewOffer = {
  id: string
  expertId: string
  round: number
  wave: number
  status: OfferStatus
  reason?: string | undefined
  dueAt?: Date | null
  createdAt: Date
  closedAt: Date | null
  score?: number
  reasons?: string[]
}

/** A change that was made. */
export type Done = {
  is: 'done'
  facts: Facts
  decision: Decision
  /** The question after the change. */
  after: State
  /** The numbers of the added messages, by their ids. Empty until the change is written. */
  numbers: ReadonlyMap<string, number>
}

export type Outcome =
  | Done
  | { is: 'refused'; error: DomainError }
  /** Another transaction, or an earlier change of the list, has the question. */
  | { is: 'busy' }
