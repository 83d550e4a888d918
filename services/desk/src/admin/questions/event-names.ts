import type { QuestionEvent } from '@askline/client'
import type { IconName } from '../../ui/icon.tsx'
import type { AdminKey } from '../words.ts'

const events = {
  QUESTION_APPROVED: ['message-square', 'event.QUESTION_APPROVED'],
  QUESTION_REJECTED_BY_KEYWORD: ['circle-alert', 'event.QUESTION_REJECTED_BY_KEYWORD'],
  QUESTION_REJECTED_BY_DOMAIN: ['circle-alert', 'event.QUESTION_REJECTED_BY_DOMAIN'],
  QUESTION_REJECTED_BY_BLOCKED_USER: ['circle-alert', 'event.QUESTION_REJECTED_BY_BLOCKED_USER'],
  QUESTION_REJECTED_BY_OPTED_OUT_USER: ['circle-alert', 'event.QUESTION_REJECTED_BY_OPTED_OUT_USER'],
  QUESTION_REJECTED_BY_PREDICTIVE_ROUTING: ['circle-alert', 'event.QUESTION_REJECTED_BY_PREDICTIVE_ROUTING'],
  QUESTION_FLAGGED_EMERGENCY: ['triangle-alert', 'event.QUESTION_FLAGGED_EMERGENCY'],
  QUESTION_FLAGGED_PII: ['triangle-alert', 'event.QUESTION_FLAGGED_PII'],
  QUESTION_OFFERED: ['users', 'event.QUESTION_OFFERED'],
  OFFER_CLOSED: ['x', 'event.OFFER_CLOSED'],
  QUESTION_AUTO_RESPONSE: ['sparkles', 'event.QUESTION_AUTO_RESPONSE'],
  AUTO_RESPONSE_OPENED: ['eye', 'event.AUTO_RESPONSE_OPENED'],
  AUTO_RESPONSE_REJECTED: ['undo-2', 'event.AUTO_RESPONSE_REJECTED'],
  QUESTION_CLAIMED: ['hand', 'event.QUESTION_CLAIMED'],
  QUESTION_RELEASED: ['undo-2', 'event.QUESTION_RELEASED'],
  QUESTION_FIRST_RESPONSE: ['send', 'event.QUESTION_FIRST_RESPONSE'],
  QUESTION_RESPONSE: ['send', 'event.QUESTION_RESPONSE'],
  MESSAGE_ADDED: ['message-square', 'event.MESSAGE_ADDED'],
  MESSAGE_EDITED: ['pencil', 'event.MESSAGE_EDITED'],
  QUESTION_EDITED: ['pencil', 'event.QUESTION_EDITED'],
  QUESTION_MARKED_AS_RESOLVED: ['check-check', 'event.QUESTION_MARKED_AS_RESOLVED'],
  QUESTION_RESOLVED: ['circle-check', 'event.QUESTION_RESOLVED'],
  RESOLUTION_CONTESTED: ['undo-2', 'event.RESOLUTION_CONTESTED'],
  QUESTION_RATED: ['star', 'event.QUESTION_RATED'],
  TESTIMONIAL_ADDED: ['pencil', 'event.TESTIMONIAL_ADDED'],
  CUSTOMER_REROUTE_PROMPT: ['life-buoy', 'event.CUSTOMER_REROUTE_PROMPT'],
  QUESTION_ESCALATED_BY_CUSTOMER: ['life-buoy', 'event.QUESTION_ESCALATED_BY_CUSTOMER'],
  QUESTION_ESCALATED_BY_EXPERT: ['life-buoy', 'event.QUESTION_ESCALATED_BY_EXPERT'],
  QUESTION_ESCALATED_BY_TIME: ['life-buoy', 'event.QUESTION_ESCALATED_BY_TIME'],
  QUESTION_ESCALATED_BY_LANGUAGE: ['life-buoy', 'event.QUESTION_ESCALATED_BY_LANGUAGE'],
  QUESTION_ESCALATED_BY_LACK_OF_EXPERTS: ['life-buoy', 'event.QUESTION_ESCALATED_BY_LACK_OF_EXPERTS'],
  QUESTION_TAKEN_BY_AGENT: ['hand', 'event.QUESTION_TAKEN_BY_AGENT'],
  QUESTION_RELEASED_BY_AGENT: ['undo-2', 'event.QUESTION_RELEASED_BY_AGENT'],
  TAKEBACK: ['undo-2', 'event.TAKEBACK'],
  QUESTION_EXPIRED: ['clock', 'event.QUESTION_EXPIRED'],
  QUESTION_CLOSED: ['x', 'event.QUESTION_CLOSED'],
  RESPONSE_READ: ['eye', 'event.RESPONSE_READ'],
  QUESTION_RESTORED: ['undo-2', 'event.QUESTION_RESTORED'],
} as const satisfies Record<QuestionEvent['type'], readonly [IconName, AdminKey]>

/** Returns the icon of a change of a question. */
export const eventIcon = (type: QuestionEvent['type']): IconName => events[type][0]

/** Returns the key of what a change of a question is called. */
export const eventName = (type: QuestionEvent['type']): AdminKey => events[type][1]
