import { type Static, Type } from 'typebox'
import { DateTime, Nullable, Uuid } from './basics.ts'

export const replyOwners = ['ME', 'COMPANY'] as const
export type ReplyOwner = (typeof replyOwners)[number]

/** A saved reply: a text that its owner, or everybody at the company, inserts into answers. */
export const ReplyView = Type.Object({
  uuid: Uuid,
  title: Type.String(),
  shortcut: Nullable(Type.String({ description: 'What a person types to find it.' })),
  text: Type.String({
    description: 'Plain text or Markdown. Clients replace `{asker}`, `{me}`, `{company}` and `{subject}`.',
  }),
  owner: Type.Enum(replyOwners),
  dateCreated: DateTime,
  lastUpdated: DateTime,
})
export type ReplyView = Static<typeof ReplyView>

/** The caller's unsent text for one question. Without a draft `text` is empty. */
export const DraftView = Type.Object({
  uuid: Type.String({ description: 'The question.' }),
  text: Type.String(),
  lastUpdated: Nullable(DateTime),
})
export type DraftView = Static<typeof DraftView>
