import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { questionStatuses, questionTypes, rerouteTypes } from '../words.ts'
import { DateTime, ExternalId, Metadata, Nullable, Uuid } from './basics.ts'
import { MessageView } from './messages.ts'
import { AuthorView } from './people.ts'
import { RatingSystem, ResponseView } from './responses.ts'

const RerouteStatus = Type.Object({
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
      description: 'The reason that the person who rerouted it gave. Shown to staff and integrations only.',
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

const common = {
  uuid: Uuid,
  type: Type.Enum(questionTypes),
  dateCreated: DateTime,
  lastUpdated: DateTime,
  expirationDate: Nullable(
    Type.String({
      ...DateTime,
      description:
        'When the question closes by itself unless a person writes. Before the first response it expires then. Afterwards it is the last message plus `silenceMs` and `approvalMs` of the category: a silent asker is asked whether it is resolved, and silence confirms it. A rerouted or closed question keeps its last date. Null: never, because the category sets `silenceMs` to 0.',
    }),
  ),
  isClaimed: Type.Boolean({
    description:
      'Whether an expert holds the question now. False again once the expert releases or escalates it, the lease lapses, or the question is rerouted or closed.',
  }),
  isExpert: Type.Boolean({ description: 'Whether the author is an expert.' }),
  ratingSystem: RatingSystem,
  externalId: Nullable(Type.String()),
  externalIds: Type.Array(ExternalId),
  metadata: Metadata,
  languages: Type.Array(Type.String()),
  questionCategory: Nullable(Type.String()),
  companies: Type.Array(Type.String(), { minItems: 1 }),
  takenBy: Type.Optional(
    Type.Object(
      { uuid: Uuid, name: Type.String() },
      {
        description:
          'The agent who has taken a rerouted or flagged question, or answered it last. Absent if no agent has. Shown to staff and integrations only.',
      },
    ),
  ),
}

/** The claim of an expert, shown only to that expert. */
export const ClaimView = Type.Object({
  fence: Type.Integer({
    description: 'Send it with later writes. A fence of an earlier claim is refused as `claim_lost`.',
  }),
  leaseUntil: Nullable(DateTime),
})

const MessagesCursor = Type.Union([Type.String(), Type.Null()], {
  description:
    'Null if the conversation is complete. A conversation of about 1 MB or more has all system messages and the newest other ones. `GET /messages?questionUuid=…&cursor=…` with this value returns the messages before them.',
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
    messagesCursor: MessagesCursor,
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

/** A question in an inbox or the agents' queue: the list form with its conversation and the offer or claim, if any. */
export const InboxQuestionView = Type.Object({
  ...CondensedQuestionView.properties,
  claim: Type.Optional(ClaimView),
  offer: Type.Optional(
    Type.Object({
      hindrance: Nullable(
        Type.Enum(['at_capacity'], {
          description:
            'Why the expert cannot take it now: `at_capacity` if it takes more units than the capacity leaves. Null if the expert can.',
        }),
      ),
      isOpenToAll: Type.Boolean({
        description: 'Whether the question is open to every expert who may take it, instead of offered to this one.',
      }),
      dateOffered: DateTime,
      dateDue: Type.Union([DateTime, Type.Null()], {
        description: 'When the offer ends. Null if it lasts until somebody takes the question.',
      }),
      reasons: Type.Array(Type.String(), { description: 'Why this expert was chosen.' }),
      reasonCodes: Type.Array(Nullable(Type.String()), {
        description: 'The code of each of `reasons`, for translations; null if it has none.',
      }),
    }),
  ),
})
export type InboxQuestionView = Static<typeof InboxQuestionView>

export const InboxCounts = Type.Object(
  {
    own: Type.Integer({ description: 'Questions that are offered to this expert.' }),
    open: Type.Integer({ description: 'Questions that are open to every expert, and that this one may take.' }),
  },
  {
    description: `The sizes of both groups of offered questions. At most ${limits.inboxCount} of each are counted. On the first page of \`view=offered\` only.`,
  },
)
export type InboxCounts = Static<typeof InboxCounts>
