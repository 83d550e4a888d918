import { type Static, Type } from 'typebox'
import { messageTypes } from '../words.ts'
import { DateTime, ExternalId, Metadata, Nullable, Uuid } from './basics.ts'
import { AuthorView, PotentialExperts } from './people.ts'

export const ActionView = Type.Object({
  name: Type.String({ description: 'The action that the reader can take on this message.', examples: ['accept'] }),
  method: Type.String(),
  path: Type.String({ description: 'The path relative to the base address.' }),
})

export const MessageView = Type.Object({
  id: Type.Integer({
    description: 'The sequence number of the message in the company. Later messages have larger numbers.',
  }),
  uuid: Uuid,
  type: Type.Enum(messageTypes),
  dateCreated: DateTime,
  lastUpdated: DateTime,
  author: AuthorView,
  body: Type.String(),
  bodyHtml: Type.String({ description: '`body` rendered as HTML without scripts.' }),
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
