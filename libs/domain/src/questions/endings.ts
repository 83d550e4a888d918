import type { EventType, QuestionStatus, SystemMessageType } from '@askline/contracts'
import { closed, noExperts, now } from './clauses.ts'
import type { Move } from './moves.ts'

/** Prompts that end with the question's open life; RATE and the testimonial come after it. */
const openPrompts = [
  'ACCEPT_RESPONSE_SYSTEM_MESSAGE',
  'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE',
  'MARK_AS_RESOLVED_MESSAGE',
  'AUTORESPONSE_MESSAGE',
] as const satisfies SystemMessageType[]
export const notifying = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE' as const satisfies SystemMessageType

export const open = ['UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED'] as const satisfies QuestionStatus[]
export const withAgents = ['CLOSED_BY_ESCALATION', 'FLAGGED'] as const satisfies QuestionStatus[]

// Moves that take a question out of the experts' hands, each under several names in the table of moves.

export const reroute = (type: string, event: EventType, where = 'true'): Move => ({
  from: ['UNRESOLVED'],
  where,
  set: `status = 'CLOSED_BY_ESCALATION', is_rerouted = true, reroute_type = ${type}, rerouted_at = ${now}, holder_id = null, turn = 'agents', ${noExperts}`,
  removes: [notifying, ...openPrompts],
  adds: [{ type: 'QUESTION_REROUTED_SYSTEM_MESSAGE', in: 'conversation' }],
  offers: 'withdrawn',
  frees: true,
  event,
})

export const resolve = (where: string, from: readonly QuestionStatus[], adds: Move['adds'] = []): Move => ({
  from,
  where,
  set: `status = 'RESOLVED', ${closed}`,
  removes: [notifying, ...openPrompts],
  adds,
  offers: 'withdrawn',
  frees: true,
  event: 'QUESTION_RESOLVED',
})

export const close = (status: QuestionStatus): Move => ({
  from: open,
  set: `status = '${status}', ${closed}`,
  removes: [notifying, ...openPrompts],
  adds: [{ type: 'QUESTION_CLOSED_SYSTEM_MESSAGE', in: 'conversation' }],
  offers: 'withdrawn',
  frees: true,
  event: 'QUESTION_CLOSED',
})

export const expire = (where: string): Move => ({
  from: ['UNRESOLVED'],
  where,
  set: `status = 'EXPIRED', ${closed}`,
  removes: [notifying, ...openPrompts],
  adds: [{ type: 'QUESTION_EXPIRED_SYSTEM_MESSAGE', in: 'conversation' }],
  offers: 'withdrawn',
  frees: true,
  event: 'QUESTION_EXPIRED',
})
