import { type Static, Type } from 'typebox'
import { DateTime, Uuid } from './basics.ts'
import { AuthorView } from './people.ts'

/** A note of an expert or agent about a question. Askers and integrations never see it. */
export const NoteView = Type.Object({
  uuid: Uuid,
  questionUuid: Uuid,
  author: AuthorView,
  text: Type.String(),
  textHtml: Type.String({ description: '`text` rendered as HTML without scripts.' }),
  dateCreated: DateTime,
})
export type NoteView = Static<typeof NoteView>
