import type { CompanyEventType, EventType, WebhookFormat } from '@askline/contracts'
import { eventGroups, seldomEventTypes } from '@askline/contracts/words'

/** A type of event that a person can choose. The service always sends `PERSON_FORGOTTEN`, and never an `OFFER_CLOSED`. */
export type ChosenType = Exclude<EventType, 'OFFER_CLOSED'> | Exclude<CompanyEventType, 'PERSON_FORGOTTEN'>

const ofCompany = ['KNOWLEDGE_CHANGED', 'EXPERT_CHANGED', 'CATEGORY_CHANGED', 'WEBHOOK_DISABLED'] as const
const isChosen = (type: EventType): type is Exclude<EventType, 'OFFER_CLOSED'> => type !== 'OFFER_CLOSED'

type TypeGroup = { name: (typeof eventGroups)[number]['name'] | 'company'; types: readonly ChosenType[] }
export const typeGroups: readonly TypeGroup[] = [
  ...eventGroups.map(({ name, types }) => ({ name, types: types.filter(isChosen) })),
  { name: 'company', types: ofCompany },
]

export const allTypes: readonly ChosenType[] = typeGroups.flatMap(({ types }) => types)

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
  format === 'STANDARD' ? allTypes.filter((type) => !seldomEventTypes.includes(type)) : urgent
