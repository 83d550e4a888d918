import type { EventType, WebhookFormat } from '@askline/contracts'

type CompanyEventType = 'WEBHOOK_DISABLED' | 'KNOWLEDGE_CHANGED' | 'EXPERT_CHANGED' | 'CATEGORY_CHANGED'

/** A type of event that a person can choose. The service always sends `PERSON_FORGOTTEN`, and never an `OFFER_CLOSED`. */
export type ChosenType = Exclude<EventType, 'OFFER_CLOSED'> | CompanyEventType

/** The types of events, in the order in which a question meets them. */
export const typeGroups = [
  {
    name: 'asked',
    types: [
      'QUESTION_APPROVED',
      'QUESTION_EDITED',
      'QUESTION_FLAGGED_EMERGENCY',
      'QUESTION_FLAGGED_PII',
      'QUESTION_REJECTED_BY_KEYWORD',
      'QUESTION_REJECTED_BY_DOMAIN',
      'QUESTION_REJECTED_BY_BLOCKED_USER',
      'QUESTION_REJECTED_BY_OPTED_OUT_USER',
      'QUESTION_REJECTED_BY_PREDICTIVE_ROUTING',
      'QUESTION_RESTORED',
    ],
  },
  {
    name: 'experts',
    types: ['QUESTION_OFFERED', 'QUESTION_CLAIMED', 'QUESTION_RELEASED', 'TAKEBACK'],
  },
  {
    name: 'answers',
    types: [
      'QUESTION_AUTO_RESPONSE',
      'AUTO_RESPONSE_OPENED',
      'AUTO_RESPONSE_REJECTED',
      'QUESTION_FIRST_RESPONSE',
      'QUESTION_RESPONSE',
      'MESSAGE_ADDED',
      'MESSAGE_EDITED',
      'RESPONSE_READ',
    ],
  },
  {
    name: 'agents',
    types: [
      'CUSTOMER_REROUTE_PROMPT',
      'QUESTION_ESCALATED_BY_CUSTOMER',
      'QUESTION_ESCALATED_BY_EXPERT',
      'QUESTION_ESCALATED_BY_TIME',
      'QUESTION_ESCALATED_BY_LANGUAGE',
      'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS',
      'QUESTION_TAKEN_BY_AGENT',
      'QUESTION_RELEASED_BY_AGENT',
    ],
  },
  {
    name: 'end',
    types: [
      'QUESTION_MARKED_AS_RESOLVED',
      'RESOLUTION_CONTESTED',
      'QUESTION_RESOLVED',
      'QUESTION_RATED',
      'TESTIMONIAL_ADDED',
      'QUESTION_EXPIRED',
      'QUESTION_CLOSED',
    ],
  },
  { name: 'company', types: ['KNOWLEDGE_CHANGED', 'EXPERT_CHANGED', 'CATEGORY_CHANGED', 'WEBHOOK_DISABLED'] },
] as const satisfies { name: string; types: readonly ChosenType[] }[]

export const allTypes: readonly ChosenType[] = typeGroups.flatMap(({ types }) => types)

/** The types that only few receivers need: steps of routing, prompts, and what people read. */
const seldom: readonly ChosenType[] = [
  'QUESTION_EDITED',
  'QUESTION_RESTORED',
  'QUESTION_OFFERED',
  'AUTO_RESPONSE_OPENED',
  'RESPONSE_READ',
  'CUSTOMER_REROUTE_PROMPT',
  'QUESTION_TAKEN_BY_AGENT',
  'QUESTION_RELEASED_BY_AGENT',
  'TESTIMONIAL_ADDED',
  'KNOWLEDGE_CHANGED',
  'EXPERT_CHANGED',
  'CATEGORY_CHANGED',
]

/** The types in which a person of the company should act. More of them would make a channel noisy. */
const urgent: readonly ChosenType[] = [
  'QUESTION_FLAGGED_EMERGENCY',
  'QUESTION_ESCALATED_BY_CUSTOMER',
  'QUESTION_ESCALATED_BY_EXPERT',
  'QUESTION_ESCALATED_BY_TIME',
  'QUESTION_ESCALATED_BY_LANGUAGE',
  'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS',
  'RESOLUTION_CONTESTED',
  'QUESTION_EXPIRED',
  'WEBHOOK_DISABLED',
]

/** Returns the types that are chosen at first. */
export const usualTypes = (format: WebhookFormat): readonly ChosenType[] =>
  format === 'STANDARD' ? allTypes.filter((type) => !seldom.includes(type)) : urgent
