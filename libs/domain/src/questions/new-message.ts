import { newId } from '@askline/db'
import type { Person } from '../actors.ts'
import type { NewMessage } from '../changes/change.ts'
import { fold } from '../text/fold.ts'

/** The content of a message by a person. */
export type Text = {
  text: string
  externalIds?: { id: string; system: string }[] | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Returns a message of a person, in a response or in the conversation itself. */
export const newMessage = (
  actor: Person,
  authorKind: 'USER' | 'EXPERT' | 'AGENT',
  responseId: string | null,
  { text, externalIds, metadata }: Text,
): NewMessage => ({
  id: newId(),
  type: 'MESSAGE',
  responseId,
  authorId: actor.userId,
  authorKind,
  body: text,
  folded: fold(text),
  externalIds,
  metadata,
})
