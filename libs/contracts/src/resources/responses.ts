import { type Static, Type } from 'typebox'
import { quickReplies, ratingOrders, responseTypes } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'
import { MessageView } from './messages.ts'
import { AuthorView } from './people.ts'

export const RatingSystem = Type.Object({
  name: Type.String({ examples: ['FIVE_POINT'] }),
  order: Type.Enum(ratingOrders, {
    description: 'DESCENDING: `values` are listed best first. ASCENDING: worst first.',
  }),
  values: Type.Array(Type.String(), { description: 'The accepted values of `rating`.' }),
})

export type RatingSystem = Static<typeof RatingSystem>

export const ResponseView = Type.Object({
  uuid: Uuid,
  questionUuid: Uuid,
  type: Type.Enum(responseTypes),
  dateCreated: DateTime,
  lastUpdated: DateTime,
  author: AuthorView,
  messages: Type.Array(MessageView),
  isAccepted: Type.Boolean(),
  rating: Nullable(Type.String()),
  ratingSystem: Type.Union([RatingSystem, Type.Null()], {
    description: 'The scale of `rating`, which the company may have changed since. Null without a rating.',
  }),
  isViewedByUser: Type.Boolean(),
  quickReply: Nullable(Type.Enum(quickReplies)),
})
export type ResponseView = Static<typeof ResponseView>
