import { type Static, Type } from 'typebox'
import { quickReplies, ratingOrders, responseTypes } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'
import { MessageView } from './messages.ts'
import { AuthorView } from './people.ts'

export const RatingSystem = Type.Object({
  name: Type.String(),
  order: Type.Enum(ratingOrders, {
    description: '`DESCENDING`: `values` begin with the best one. `ASCENDING`: with the worst.',
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
    description: 'The scale of `rating`. The company may use another one since. Null without a rating.',
  }),
  isViewedByUser: Type.Boolean(),
  quickReply: Nullable(Type.Enum(quickReplies)),
})
export type ResponseView = Static<typeof ResponseView>
