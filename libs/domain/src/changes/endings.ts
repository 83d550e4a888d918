import {
  type EventType,
  openStatuses,
  type QuestionStatus,
  type RerouteType,
  type SystemMessageType,
} from '@askline/contracts'
import type { Facts } from './change.ts'
import type { Move } from './move.ts'
import { closed, noExperts } from './rules.ts'

/** Prompts about experts' responses that end with the question. The index `messages_open_prompts` lists the same types. */
export const expertPrompts = [
  'ACCEPT_RESPONSE_SYSTEM_MESSAGE',
  'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE',
  'MARK_AS_RESOLVED_MESSAGE',
] as const satisfies SystemMessageType[]
export const notifying = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE' as const satisfies SystemMessageType
/** All prompts that end with the question. Rating and testimonial come after its end. */
const endedPrompts = [notifying, ...expertPrompts, 'AUTORESPONSE_MESSAGE'] as const satisfies SystemMessageType[]

/** The statuses of questions in the agents' queue. */
export const withAgents = ['CLOSED_BY_ESCALATION', 'FLAGGED'] as const satisfies QuestionStatus[]

// Moves that end the experts' turn. Each is used by several rows of the table of moves.

type Reroute<Input> = {
  type: RerouteType
  event: EventType
  guard?: (facts: Facts, input: Input) => boolean
  /** Returns the reason of the person who reroutes; undefined keeps the present one. */
  reasonOf?: (input: Input) => string | undefined
}

export const reroute = <Input = unknown>({ type, event, guard, reasonOf }: Reroute<Input>): Move<Input> => ({
  from: ['UNRESOLVED'],
  ...(guard ? { guard } : {}),
  set: ({ question: q, now }, input) => ({
    status: 'CLOSED_BY_ESCALATION',
    isRerouted: true,
    rerouteType: type,
    reroutedAt: now,
    rerouteReason: reasonOf?.(input) ?? q.rerouteReason,
    holderId: null,
    turn: 'agents',
    ...noExperts,
  }),
  removes: endedPrompts,
  adds: [{ type: 'QUESTION_REROUTED_SYSTEM_MESSAGE', in: 'conversation' }],
  offers: 'withdrawn',
  event,
})

type Resolve = Pick<Move<unknown>, 'guard' | 'adds'> & { from?: readonly QuestionStatus[] }

export const resolve = ({ from = ['UNRESOLVED'], ...row }: Resolve): Move<unknown> => ({
  from,
  ...row,
  set: (facts) => ({ status: 'RESOLVED', ...closed(facts) }),
  removes: endedPrompts,
  offers: 'withdrawn',
  event: 'QUESTION_RESOLVED',
})

export const close = (status: QuestionStatus): Move<unknown> => ({
  from: openStatuses,
  set: (facts) => ({ status, ...closed(facts) }),
  removes: endedPrompts,
  adds: [{ type: 'QUESTION_CLOSED_SYSTEM_MESSAGE', in: 'conversation' }],
  offers: 'withdrawn',
  event: 'QUESTION_CLOSED',
})

export const expire = (guard?: (facts: Facts) => boolean): Move<unknown> => ({
  from: ['UNRESOLVED'],
  ...(guard ? { guard } : {}),
  set: (facts) => ({ status: 'EXPIRED', ...closed(facts) }),
  removes: endedPrompts,
  adds: [{ type: 'QUESTION_EXPIRED_SYSTEM_MESSAGE', in: 'conversation' }],
  offers: 'withdrawn',
  event: 'QUESTION_EXPIRED',
})
