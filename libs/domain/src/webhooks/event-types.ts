import { companyEventTypes, eventTypes, seldomEventTypes } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'
import type { FeedEventType } from '../feed/read-feed.ts'

/** The type of the event that a test sends. It is not in the feed. */
export const testType = 'WEBHOOK_TEST'

/** Every type that an endpoint may ask for. A lost offer's OFFER_CLOSED is no change of the question, and not in the feed. */
const webhookTypes: readonly FeedEventType[] = [...eventTypes, ...companyEventTypes].filter(
  (type) => type !== 'OFFER_CLOSED',
)

/** The types of an endpoint that names none: what most systems show or count. */
export const defaultWebhookTypes: readonly FeedEventType[] = webhookTypes.filter(
  (type) => !seldomEventTypes.includes(type),
)

/** Returns the types as they are stored: without duplicates, PERSON_FORGOTTEN included. Throws InvalidValueError for an unknown type. */
export function webhookTypesOf(wanted: readonly string[]): FeedEventType[] {
  const unknown = wanted.findIndex((type) => !(webhookTypes as readonly string[]).includes(type))
  if (unknown >= 0) {
    const message = `types must be types of events such as QUESTION_RESOLVED; got \`${wanted[unknown]}\`.`
    throw new InvalidValueError('invalid_request', `types.${unknown}`, 'enum', message)
  }
  return [...new Set([...(wanted as FeedEventType[]), 'PERSON_FORGOTTEN' as const])]
}
