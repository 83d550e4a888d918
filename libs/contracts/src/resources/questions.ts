import { type Static, Type } from 'typebox'
import { questionStatuses, questionTypes, rerouteTypes } from '../words.ts'
import { DateTime, ExternalId, Metadata, Nullable, Uuid } from './basics.ts'
import { MessageView } from './messages.ts'
import { AuthorView } from './people.ts'
import { ResponseView } from './responses.ts'

const RerouteStatus = Type.Object({
  isRerouted: Type.Boolean(),
  dateRerouted: Nullable(DateTime),
  type: Type.Optional(Type.Enum(rerouteTypes)),
  reason: Type.Optional(
    Type.String({ description: 'Why, in the words of whoever rerouted it: for staff and integrations.' }),
  ),
})

const state = {
  status: Type.Enum(questionStatuses),
  numResponses: Type.Integer(),
  isClosed: Type.Boolean(),
  dateClosed: Nullable(DateTime),
  isInteractionAllowed: Type.Boolean(),
  rerouteStatus: RerouteStatus,
}

export const RatingSystem = Type.Object({
  name: Type.String(),
  order: Type.String(),
  values: Type.Array(Type.String(), { description: 'The accepted values of `rating`, best first.' }),
})

const common = {
  uuid: Uuid,
  type: Type.Enum(questionTypes),
  dateCreated: DateTime,
  lastUpdated: DateTime,
  expirationDate: DateTime,
  isClaimed: Type.Boolean(),
  isExpert: Type.Boolean({ description: 'Whether the author is an expert.' }),
  ratingSystem: RatingSystem,
  externalId: Nullable(Type.String()),
  externalIds: Type.Array(ExternalId),
  metadata: Metadata,
  languages: Type.Array(Type.String()),
  questionCategory: Nullable(Type.String()),
  companies: Type.Array(Type.String(), { minItems: 1 }),
}

/** Shown to an expert only: the lease under which they hold the question. */
export const ClaimView = Type.Object({
  fence: Type.Integer({ description: 'Send it with later writes: an older fence is refused as `claim_lost`.' }),
  leaseUntil: Nullable(DateTime),
})

export const QuestionView = Type.Object({
  ...common,
  conversation: Type.Object({
    subject: Type.String(),
    text: Type.String(),
    textHtml: Type.String(),
    author: AuthorView,
    messages: Type.Array(MessageView),
    responses: Type.Array(ResponseView),
    unreadMessageCount: Type.Integer(),
  }),
  state: Type.Object(state),
  claim: Type.Optional(ClaimView),
})
export type QuestionView = Static<typeof QuestionView>

/** The list form: no conversation, and `isAnswered` beside `numResponses`. */
export const CondensedQuestionView = Type.Object({
  ...common,
  conversation: Type.Optional(QuestionView.properties.conversation),
  state: Type.Object({ ...state, isAnswered: Type.Boolean() }),
})
export type CondensedQuestionView = Static<typeof CondensedQuestionView>

/** A question in an expert's inbox or the agents' queue: the list form with its conversation and, while offered or claimed, the offer or claim. */
export const InboxQuestionView = Type.Object({
  ...CondensedQuestionView.properties,
  claim: Type.Optional(ClaimView),
  offer: Type.Optional(
    Type.Object({
      dateOffered: DateTime,
      dateDue: Nullable(DateTime),
      reasons: Type.Array(Type.String(), { description: 'Why this expert, in plain words.' }),
    }),
  ),
})
export type InboxQuestionView = Static<typeof InboxQuestionView>
