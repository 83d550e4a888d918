import { type Static, Type } from 'typebox'
import { quickReplies, responseTypes } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'
import { MessageView } from './messages.ts'
import { AuthorView } from './people.ts'

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
  isViewedByUser: Type.Boolean(),
  quickReply: Nullable(Type.Enum(quickReplies)),
})
export type ResponseView = Static<typeof ResponseView>
