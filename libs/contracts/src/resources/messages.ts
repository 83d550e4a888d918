import { type Static, Type } from 'typebox'
import { messageTypes } from '../words.ts'
import { DateTime, ExternalId, Metadata, Nullable, Uuid } from './basics.ts'
import { AuthorView, PotentialExperts } from './people.ts'

export const ActionView = Type.Object({
  name: Type.String({ description: 'What the reader may do about this message.' }),
  method: Type.String(),
  path: Type.String({ description: 'Relative to the base address.' }),
})

export const MessageView = Type.Object({
  id: Type.Integer({ description: 'Only grows within the company.' }),
  uuid: Uuid,
  type: Type.Enum(messageTypes),
  dateCreated: DateTime,
  lastUpdated: DateTime,
  author: AuthorView,
  body: Type.String(),
  bodyHtml: Type.String({ description: 'HTML rendering of `body`; holds no script.' }),
  isViewedByUser: Type.Boolean(),
  actions: Type.Array(ActionView),
  potentialExperts: Type.Optional(PotentialExperts),
  externalId: Nullable(Type.String()),
  externalIds: Type.Array(ExternalId),
  metadata: Type.Optional(Metadata),
  responseUuid: Nullable(Uuid),
  questionUuid: Uuid,
})
export type MessageView = Static<typeof MessageView>
