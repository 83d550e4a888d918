import { type FeedEventType, feedEventTypes, findUnknownType, seldomEventTypes } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'

/** The type of the event that a test sends. It is not in the feed. */
export const testType = 'WEBHOOK_TEST'

/** The types of an endpoint that names none: what most systems show or count. */
export const defaultWebhookTypes = feedEventTypes.filter((type) => !seldomEventTypes.includes(type))

/** Returns the types as they are stored: without duplicates, PERSON_FORGOTTEN included. Throws InvalidValueError for an unknown type. */
export function webhookTypesOf(wanted: readonly string[]): FeedEventType[] {
  const fault = findUnknownType(wanted)
  if (fault) throw new InvalidValueError('invalid_request', `types.${fault.path}`, fault.rule, `types ${fault.message}`)
  return [...new Set([...(wanted as FeedEventType[]), 'PERSON_FORGOTTEN' as const])]
}
