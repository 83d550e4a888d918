import type { Message } from '@askline/client'

/**
 * Whether the author changed the message later. The API rounds `dateCreated` down and `lastUpdated` up to whole seconds, so
 * both of an unchanged message may be one second apart.
 */
export const wasEdited = ({ dateCreated, lastUpdated }: Pick<Message, 'dateCreated' | 'lastUpdated'>): boolean =>
  Date.parse(lastUpdated) - Date.parse(dateCreated) > 1_000
