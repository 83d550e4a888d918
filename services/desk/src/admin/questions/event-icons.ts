import type { QuestionEvent } from '@askline/client'
import type { IconName } from '../../ui/icon.tsx'

/** The icon of each change of a question. */
export const eventIcons = {
  QUESTION_APPROVED: 'message-square',
  QUESTION_REJECTED_BY_KEYWORD: 'circle-alert',
  QUESTION_REJECTED_BY_DOMAIN: 'circle-alert',
  QUESTION_REJECTED_BY_BLOCKED_USER: 'circle-alert',
  QUESTION_REJECTED_BY_OPTED_OUT_USER: 'circle-alert',
  QUESTION_REJECTED_BY_PREDICTIVE_ROUTING: 'circle-alert',
  QUESTION_FLAGGED_EMERGENCY: 'triangle-alert',
  QUESTION_FLAGGED_PII: 'triangle-alert',
  QUESTION_OFFERED: 'users',
  OFFER_CLOSED: 'x',
  QUESTION_AUTO_RESPONSE: 'sparkles',
  AUTO_RESPONSE_OPENED: 'eye',
  AUTO_RESPONSE_REJECTED: 'undo-2',
  QUESTION_CLAIMED: 'hand',
  QUESTION_RELEASED: 'undo-2',
  QUESTION_FIRST_RESPONSE: 'send',
  QUESTION_RESPONSE: 'send',
  MESSAGE_ADDED: 'message-square',
  MESSAGE_EDITED: 'pencil',
  QUESTION_EDITED: 'pencil',
  QUESTION_MARKED_AS_RESOLVED: 'check-check',
  QUESTION_RESOLVED: 'circle-check',
  RESOLUTION_CONTESTED: 'undo-2',
  QUESTION_RATED: 'star',
  TESTIMONIAL_ADDED: 'pencil',
  CUSTOMER_REROUTE_PROMPT: 'life-buoy',
  QUESTION_ESCALATED_BY_CUSTOMER: 'life-buoy',
  QUESTION_ESCALATED_BY_EXPERT: 'life-buoy',
  QUESTION_ESCALATED_BY_TIME: 'life-buoy',
  QUESTION_ESCALATED_BY_LANGUAGE: 'life-buoy',
  QUESTION_ESCALATED_BY_LACK_OF_EXPERTS: 'life-buoy',
  QUESTION_TAKEN_BY_AGENT: 'hand',
  QUESTION_RELEASED_BY_AGENT: 'undo-2',
  TAKEBACK: 'undo-2',
  QUESTION_EXPIRED: 'clock',
  QUESTION_CLOSED: 'x',
  RESPONSE_READ: 'eye',
  QUESTION_RESTORED: 'undo-2',
} satisfies Record<QuestionEvent['type'], IconName>

const iconOf: Readonly<Partial<Record<string, IconName>>> = eventIcons

/** Returns the icon of a change of a question, also of one that a newer API added. */
export const eventIcon = (type: string): IconName => iconOf[type] ?? 'history'
