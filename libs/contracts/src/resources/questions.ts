import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { questionStatuses, questionTypes, rerouteTypes } from '../words.ts'
import { DateTime, ExternalId, Metadata, Nullable, Uuid } from './basics.ts'
import { MessageView } from './messages.ts'
import { AuthorView } from './people.ts'
import { RatingSystem, ResponseView } from './responses.ts'

export const RerouteStatus = Type.Object({
  isRerouted: Type.Boolean(),
  dateRerouted: Nullable(DateTime),
  type: Type.Optional(
    Type.Enum(rerouteTypes, {
      description:
        'The cause of the reroute. `BY_AGENT`: an agent took a question that no expert had claimed or answered. Absent if the question was flagged.',
    }),
  ),
  reason: Type.Optional(
    Type.String({
      description: 'The reason given by the person who rerouted it. Visible to staff and integrations only.',
    }),
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

export const TakenBy = Type.Object(
  { uuid: Uuid, name: Type.String() },
  {
    description:
      'The agent who took a rerouted or flagged question, or answered it last. Absent without such an agent. Visible to staff and integrations only.',
  },
)

const common = {
  uuid: Uuid,
  type: Type.Enum(questionTypes),
  dateCreated: DateTime,
  lastUpdated: DateTime,
  expirationDate: Nullable(
    Type.String({
      ...DateTime,
      description:
        'The time at which the question closes unless a person writes. An unanswered question expires then. For an answered one it is the last message plus `silenceMs` and `approvalMs` of the category. The asker is first asked whether it is resolved, and silence confirms it. A rerouted or closed question keeps its last date. Null if the category sets `silenceMs` to 0.',
    }),
  ),
  isClaimed: Type.Boolean({
    description:
      'Whether an expert holds the question now. It ends when the expert releases or escalates it, the lease lapses, or the question is rerouted or closed.',
  }),
  isExpert: Type.Boolean({ description: 'Whether the author is an expert.' }),
  ratingSystem: RatingSystem,
  externalId: Nullable(Type.String()),
  externalIds: Type.Array(ExternalId),
  metadata: Metadata,
  languages: Type.Array(Type.String()),
  questionCategory: Nullable(Type.String()),
  companies: Type.Array(Type.String(), { minItems: 1 }),
  takenBy: Type.Optional(TakenBy),
}

/** The claim of an expert, shown only to that expert. */
export const ClaimView = Type.Object({
  fence: Type.Integer({
    description:
      'The fencing token of the claim. Send it with later writes. A write with the fence of an earlier claim is refused as `claim_lost`.',
  }),
  leaseUntil: Nullable(DateTime),
})

const MessagesCursor = Type.Union([Type.String(), Type.Null()], {
  description:
    'The cursor for older messages, or null if the conversation is complete. A conversation of more than about 1 MB contains all system messages and the newest other ones. `GET /messages?questionUuid=…&cursor=…` returns the messages before them.',
})

export const Conversation = Type.Object({
  subject: Type.String(),
  text: Type.String(),
  textHtml: Type.String(),
  author: AuthorView,
  messages: Type.Array(MessageView),
  responses: Type.Array(ResponseView),
  unreadMessageCount: Type.Integer(),
  messagesCursor: MessagesCursor,
})

export const QuestionState = Type.Object(state)
export const CondensedQuestionState = Type.Object({ ...state, isAnswered: Type.Boolean() })

export const QuestionView = Type.Object({
  ...common,
  conversation: Conversation,
  state: QuestionState,
  claim: Type.Optional(ClaimView),
})
export type QuestionView = Static<typeof QuestionView>

/** The list form: no conversation, and `isAnswered` beside `numResponses`. */
export const CondensedQuestionView = Type.Object({
  ...common,
  conversation: Type.Optional(Conversation),
  state: CondensedQuestionState,
})
export type CondensedQuestionView = Static<typeof CondensedQuestionView>

/** A question in an inbox or the agents' queue: the list form with its conversation and the offer or claim, if any. */
export const InboxQuestionView = Type.Object({
  ...CondensedQuestionView.properties,
  claim: Type.Optional(ClaimView),
  offer: Type.Optional(
    Type.Object({
      hindrance: Nullable(
        Type.Enum(['at_capacity'], {
          description:
            'The reason that the expert cannot take the question now, or null. `at_capacity`: it takes more units than the expert has left.',
        }),
      ),
      isOpenToAll: Type.Boolean({
        description: 'Whether the question is open to every eligible expert instead of offered to this one.',
      }),
      dateOffered: DateTime,
      dateDue: Type.Union([DateTime, Type.Null()], {
        description: 'The time at which the offer ends. Null if it lasts until another person takes the question.',
      }),
      reasons: Type.Array(Type.String(), { description: 'Reasons for choosing this expert, as phrases.' }),
      reasonCodes: Type.Array(Nullable(Type.String()), {
        description: 'The codes of `reasons`, for translations. Null for a reason without a code.',
      }),
    }),
  ),
})
export type InboxQuestionView = Static<typeof InboxQuestionView>

export const InboxCounts = Type.Object(
  {
    own: Type.Integer({ description: 'Questions that are offered to this expert.' }),
    open: Type.Integer({ description: 'Questions that are open to every expert and that this expert may take.' }),
  },
  {
    description: `The sizes of both groups of offered questions, each counted up to ${limits.inboxCount}. Only on the first page of \`view=offered\`.`,
  },
)
export type InboxCounts = Static<typeof InboxCounts>
