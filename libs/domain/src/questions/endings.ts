import { type EventType, openStatuses, type QuestionStatus, type SystemMessageType } from '@askline/contracts'
import { closed, noExperts, now } from './clauses.ts'
import type { Move } from './move-row.ts'

/** Prompts about experts' responses that end with the question. The index `messages_open_prompts` lists the same types. */
export const expertPrompts = [
  'ACCEPT_RESPONSE_SYSTEM_MESSAGE',
  'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE',
  'MARK_AS_RESOLVED_MESSAGE',
] as const satisfies SystemMessageType[]
/** All prompts that end with the question. Rating and testimonial come after its end. */
const openPrompts = [...expertPrompts, 'AUTORESPONSE_MESSAGE'] as const satisfies SystemMessageType[]
export const notifying = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE' as const satisfies SystemMessageType

/** The statuses of questions in the agents' queue. */
export const withAgents = ['CLOSED_BY_ESCALATION', 'FLAGGED'] as const satisfies QuestionStatus[]

/** Whether a question is in the agents' queue. */
export const isWithAgents = ({ status }: { status: QuestionStatus }): boolean =>
  (withAgents as readonly QuestionStatus[]).includes(status)

// Moves that end the experts' turn. Each is used by several rows of the table of moves.

/** `reason`: SQL of what the person who reroutes gives as reason; null keeps the present one. Undefined: no reason is given. */
export const reroute = (
  type: string,
  event: EventType,
  { where = 'true', reason }: { where?: string; reason?: string },
): Move => ({
  from: ['UNRESOLVED'],
  where,
  set: `status = 'CLOSED_BY_ESCALATION', is_rerouted = true, reroute_type = ${type}, rerouted_at = ${now},${reason ? ` reroute_reason = coalesce(${reason}, q.reroute_reason),` : ''}
    holder_id = null, turn = 'agents', ${noExperts}`,
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
  from: openStatuses,
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
