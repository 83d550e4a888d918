import { type Static, Type } from 'typebox'
import { DateTime, Nullable, Uuid } from './basics.ts'

export const replyOwners = ['ME', 'COMPANY'] as const
export type ReplyOwner = (typeof replyOwners)[number]

/** A saved reply: a text that its owner, or everybody at the company, inserts into answers. */
export const ReplyView = Type.Object({
  uuid: Uuid,
  title: Type.String({ examples: ['Reset a PIN'] }),
  shortcut: Nullable(Type.String({ description: 'The text that a person types to find the reply.' })),
  text: Type.String({
    description: 'The text, plain or Markdown. Clients replace `{asker}`, `{me}`, `{company}` and `{subject}`.',
  }),
  owner: Type.Enum(replyOwners),
  dateCreated: DateTime,
  lastUpdated: DateTime,
})
export type ReplyView = Static<typeof ReplyView>

/** The caller's unsent text for one question. Without a draft `text` is empty. */
export const DraftView = Type.Object({
  uuid: Type.String({ description: 'The uuid of the question.' }),
  text: Type.String(),
  lastUpdated: Nullable(DateTime),
})
export type DraftView = Static<typeof DraftView>
