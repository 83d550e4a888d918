import { type Static, Type } from 'typebox'
import { feedEventTypes, webhookDisabledReasons } from '../words.ts'
import { DateTime, ExternalId, Nullable, Uuid } from './basics.ts'

/** The feed of changes: `GET /events` and `GET /events/stream`. A webhook sends the same events. */

/** The subject of an event, as ids. It has no text, because a copy elsewhere cannot be erased. */
export const FeedEventData = Type.Object({
  questionUuid: Type.Optional(Type.String({ ...Uuid, description: 'Present if the event is about a question.' })),
  version: Type.Optional(
    Type.Integer({ description: 'The version of the question after the change. Every change adds one.' }),
  ),
  lastUpdated: Type.Optional(DateTime),
  externalIds: Type.Optional(Type.Array(ExternalId)),
  correlationId: Type.Optional(
    Nullable(
      Type.String({
        description:
          'The `X-Correlation-Id` of the request that changed the question; null if no request did, for example a deadline.',
      }),
    ),
  ),
  userUuid: Type.Optional(Type.String({ ...Uuid, description: 'The person, with PERSON_FORGOTTEN.' })),
  receiptUuid: Type.Optional(Type.String({ ...Uuid, description: 'The receipt of the erasure.' })),
  knowledgeUuid: Type.Optional(Type.String({ ...Uuid, description: 'The known answer, with KNOWLEDGE_CHANGED.' })),
  expertUuid: Type.Optional(Type.String({ ...Uuid, description: 'The expert, with EXPERT_CHANGED.' })),
  categoryUuid: Type.Optional(Type.String({ ...Uuid, description: 'The category, with CATEGORY_CHANGED.' })),
  endpointUuid: Type.Optional(Type.String({ ...Uuid, description: 'The webhook, with WEBHOOK_DISABLED.' })),
  reason: Type.Optional(Type.Enum(webhookDisabledReasons)),
})

/** An event of the feed. `type`, `timestamp` and `data` are those of a webhook. */
export const FeedEvent = Type.Object(
  {
    cursor: Type.String({ description: 'The place after the event. Send it as `after` to read on from there.' }),
    type: Type.Enum(feedEventTypes),
    timestamp: Type.String({ ...DateTime, description: "The time of the event, in the company's time." }),
    data: FeedEventData,
  },
  {
    examples: [
      {
        cursor: 'AZLT8HscfgeaUz8PDB0uPwAAAAAAAAMgAAAAAAABz1Zc',
        type: 'QUESTION_APPROVED',
        timestamp: '2026-01-31T09:30:00Z',
        data: {
          questionUuid: '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f',
          version: 1,
          lastUpdated: '2026-01-31T09:30:00Z',
          externalIds: [{ id: 'ticket-4711', system: 'shop' }],
          correlationId: '0f7c1c1e-1d2e',
        },
      },
    ],
  },
)
export type FeedEvent = Static<typeof FeedEvent>

/** A page of the feed, oldest event first. */
export const FeedPage = Type.Object({
  events: Type.Array(FeedEvent),
  nextCursor: Type.String({
    examples: ['AZLT8HscfgeaUz8PDB0uPwAAAAAAAAMgAAAAAAABz1Zc'],
    description: 'The place to read on from, as `after`. It also advances over events that `types` left out.',
  }),
})
export type FeedPage = Static<typeof FeedPage>
