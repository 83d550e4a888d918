import { say } from './webhook-words.ts'

/** Returns the name of a type of event, or the type itself if the page does not know it yet. */
export const eventName = (type: string): string => say(`event.${type}` as 'event.TAKEBACK')
