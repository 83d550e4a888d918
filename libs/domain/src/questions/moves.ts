import type { EventType, QuestionStatus, SystemMessageType } from '@askline/contracts'
import {
  after,
  approvalWhereMarked,
  askersTurn,
  backToRouting,
  closed,
  endOpinion,
  escalation,
  hasAnswered,
  isMarked,
  isOffered,
  mayGiveUp,
  noExperts,
  now,
  prompt,
  soon,
  startEscalation,
  stopEscalation,
  toExpertsUnlessAnswered,
  weight,
} from './clauses.ts'
import { close, expire, notifying, open, reroute, resolve, withAgents } from './endings.ts'
import { standardSecondOpinionMs } from './standards.ts'

const every = [
  ...open,
  'RESOLVED',
  'EXPIRED',
  'INAPPROPRIATE',
  'WITHDRAW',
  'CLOSED_BY_COMPANY',
] as const satisfies QuestionStatus[]

/**
 * `from`, `where`: the guard. `set`: what changes beside version and stamps; deadlines are columns, so timers are set and
 * cancelled here. In `where` and `set`, `q` is the question, $1 its id and $2 … the move's own values.
 * `removes`, `adds`: system messages; those added stand in the response the move is about (`response`), or in the conversation.
 * `offers`: what becomes of pending ones. `frees`: an expert who held the question has room again. `quiet`: when it holds, of `q`
 * before, nothing changes in what the asker sees: the stamps stay, and only experts and staff are told.
 */
export type Move = {
  from: readonly QuestionStatus[]
  where?: string
  set: string
  removes?: readonly SystemMessageType[]
  adds?: readonly { type: SystemMessageType; in: 'conversation' | 'response' }[]
  offers?: 'withdrawn'
  frees?: true
  routes?: true
  quiet?: string
  event: EventType
}

/** The whole life of a question after it was asked (decisions §5). What is not in this table cannot happen. */
export const moves = {
  claim: {
    from: ['UNRESOLVED'],
    where: `q.type = 'ONE_TO_ONE' and q.holder_id is null and ${isOffered}`,
    set: `holder_id = $2, fence = q.fence + 1, units = ${weight}, turn = 'experts', wave_due_at = null, hold_due_at = null, lease_due_at = ${after('leaseMs')},
      reroute_reason = null, ${endOpinion}`,
    quiet: 'q.opinion_held',
    removes: [notifying],
    offers: 'withdrawn',
    event: 'QUESTION_CLAIMED',
  },
  release: {
    from: ['UNRESOLVED'],
    where: 'q.holder_id = $2',
    set: backToRouting,
    frees: true,
    routes: true,
    event: 'QUESTION_RELEASED',
  },
  // Whoever holds it is gone, and an answer of theirs waits for the asker: should the asker write on, others are sought at once.
  vacate: {
    from: ['UNRESOLVED'],
    where: `q.holder_id = $2 and q.turn = 'asker'`,
    set: 'holder_id = null, round = q.round + 1, wave = 0',
    frees: true,
    event: 'QUESTION_RELEASED',
  },
  lapse: {
    from: ['UNRESOLVED'],
    where: `q.holder_id is not null and q.lease_due_at <= ${now}`,
    set: backToRouting,
    frees: true,
    routes: true,
    event: 'QUESTION_RELEASED',
  },
  respond: {
    from: ['UNRESOLVED'],
    where: `not ${hasAnswered} and ($3::int is null or q.fence = $3)
      and case q.type when 'ONE_TO_ONE' then q.holder_id = $2 else ${isOffered} end`,
    set: `num_responses = q.num_responses + 1, first_response_at = coalesce(q.first_response_at, ${now}),
      ${askersTurn}, ${approvalWhereMarked}`,
    removes: [notifying, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    event: 'QUESTION_RESPONSE',
  },
  // An offered expert's answer claims implicitly: one move, one event.
  respondAndClaim: {
    from: ['UNRESOLVED'],
    where: `q.type = 'ONE_TO_ONE' and q.holder_id is null and not ${hasAnswered} and ${isOffered}`,
    set: `holder_id = $2, fence = q.fence + 1, units = ${weight}, num_responses = q.num_responses + 1,
      first_response_at = coalesce(q.first_response_at, ${now}), ${askersTurn}, ${approvalWhereMarked}`,
    removes: [notifying, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    offers: 'withdrawn',
    event: 'QUESTION_RESPONSE',
  },
  // While the experts' turn lasts their clock runs on: impatience does not postpone the escalation.
  askerWrites: {
    from: ['UNRESOLVED'],
    set: `turn = 'experts', approval_due_at = null, hold_due_at = null,
      escalation_due_at = case when q.turn = 'experts' then q.escalation_due_at else ${escalation} end,
      prompt_due_at = case when q.turn = 'experts' then q.prompt_due_at else ${prompt} end,
      lease_due_at = case when q.holder_id is not null then ${after('leaseMs')} end,
      wave_due_at = case when q.holder_id is null then coalesce(q.wave_due_at, ${soon}) end`,
    event: 'MESSAGE_ADDED',
  },
  askerWritesToAgents: { from: withAgents, set: `turn = 'agents'`, event: 'MESSAGE_ADDED' },
  expertWrites: {
    from: ['UNRESOLVED'],
    where: `${hasAnswered} and (q.type = 'ONE_TO_MANY' or q.holder_id = $2) and ($3::int is null or q.fence = $3)`,
    set: `${askersTurn}, approval_due_at = case when ${isMarked} then ${after('approvalMs')} end`,
    removes: ['CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    event: 'MESSAGE_ADDED',
  },
  editQuestion: {
    from: open,
    set: 'text = $2, subject = case when q.subject = $5 then $3 else q.subject end, metadata = coalesce($4::jsonb, q.metadata)',
    event: 'QUESTION_EDITED',
  },
  editMessage: { from: open, set: '', event: 'MESSAGE_EDITED' },
  markAsResolved: {
    from: ['UNRESOLVED'],
    where: `${hasAnswered} and (q.type = 'ONE_TO_MANY' or q.holder_id = $2) and ($3::int is null or q.fence = $3)`,
    set: `${askersTurn}, approval_due_at = ${after('approvalMs')}`,
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
    event: 'QUESTION_MARKED_AS_RESOLVED',
  },
  approve: resolve(isMarked, ['UNRESOLVED'], [{ type: 'APPROVED_MARK_AS_RESOLVED_MESSAGE', in: 'response' }]),
  approveBySilence: resolve(
    `${isMarked} and q.approval_due_at <= ${now}`,
    ['UNRESOLVED'],
    [{ type: 'APPROVED_MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
  ),
  contest: {
    from: ['UNRESOLVED'],
    where: isMarked,
    set: `turn = 'experts', approval_due_at = null, ${startEscalation},
      lease_due_at = case when q.holder_id is not null then ${after('leaseMs')} end,
      wave_due_at = case when q.holder_id is null then ${soon} end`,
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'CONTESTED_MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
    event: 'RESOLUTION_CONTESTED',
  },
  accept: resolve('true', ['UNRESOLVED'], [{ type: 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', in: 'response' }]),
  // A rerouted question is the agents': of its responses only theirs can still be accepted.
  acceptFromAgent: resolve('true', withAgents, [{ type: 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', in: 'response' }]),
  resolveByAgent: resolve('true', withAgents),
  acceptAutomatic: {
    ...resolve('true', ['UNRESOLVED'], [{ type: 'ACCEPTED_AUTORESPONSE_MESSAGE', in: 'response' }]),
    set: `status = 'RESOLVED', num_responses = q.num_responses + 1, ${closed}`,
  },
  // A known answer fits: experts are held back while the asker decides. NOTIFYING_EXPERTS stands, they may yet be asked.
  respondAutomatically: {
    from: ['UNRESOLVED'],
    where: `q.turn = 'experts' and q.holder_id is null and q.num_responses = 0 and q.hold_due_at is null
      and not exists (select 1 from offers o where o.question_id = q.id)
      and not exists (select 1 from responses r where r.question_id = q.id)`,
    // $2: the class that was found in its text; null: it came with one.
    set: `predicted_class = coalesce(q.predicted_class, $2), turn = 'asker', ${stopEscalation}, wave_due_at = null, hold_due_at = ${after('autoHoldMs')}`,
    adds: [{ type: 'AUTORESPONSE_MESSAGE', in: 'response' }],
    event: 'QUESTION_AUTO_RESPONSE',
  },
  openAutomatic: { from: open, set: '', event: 'AUTO_RESPONSE_OPENED' },
  rejectAutomatic: {
    from: ['UNRESOLVED'],
    set: `hold_due_at = null, ${toExpertsUnlessAnswered}`,
    adds: [{ type: 'REJECTED_AUTORESPONSE_MESSAGE', in: 'response' }],
    routes: true,
    event: 'AUTO_RESPONSE_REJECTED',
  },
  endHold: {
    from: ['UNRESOLVED'],
    where: `q.hold_due_at <= ${now}`,
    set: `hold_due_at = null, ${toExpertsUnlessAnswered}`,
    routes: true,
    event: 'QUESTION_APPROVED',
  },
  rate: { from: every, set: '', event: 'QUESTION_RATED' },
  addTestimonial: {
    from: ['RESOLVED'],
    set: '',
    removes: ['ADD_TESTIMONIAL_SYSTEM_MESSAGE'],
    adds: [{ type: 'ADDED_TESTIMONIAL_SYSTEM_MESSAGE', in: 'response' }],
    event: 'TESTIMONIAL_ADDED',
  },
  markAsRead: { from: every, set: '', event: 'RESPONSE_READ' },
  promptReroute: {
    from: ['UNRESOLVED'],
    where: `q.turn = 'experts' and q.prompt_due_at <= ${now}`,
    set: 'prompt_due_at = null',
    removes: ['CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', in: 'conversation' }],
    event: 'CUSTOMER_REROUTE_PROMPT',
  },
  rerouteByPoster: reroute(`'BY_POSTER'`, 'QUESTION_ESCALATED_BY_CUSTOMER'),
  // An expert gives it up: for a while another may take it instead of the agents, and the asker notices nothing.
  seekOpinion: {
    from: ['UNRESOLVED'],
    where: `q.opinion_due_at is null and ${mayGiveUp}`,
    set: `opinion_of = $2, opinion_held = q.holder_id is not null,
      opinion_due_at = ${now} + category_ms(q.category_id, 'secondOpinionMs', ${standardSecondOpinionMs}),
      holder_id = null, turn = 'experts', lease_due_at = null,
      round = case when q.holder_id is null then q.round else q.round + 1 end,
      wave = case when q.holder_id is null then q.wave else 0 end,
      wave_due_at = case when q.holder_id is null then coalesce(q.wave_due_at, ${soon}) else ${soon} end,
      escalation_due_at = coalesce(q.escalation_due_at, ${after('escalationMs')})`,
    quiet: 'true',
    frees: true,
    routes: true,
    event: 'SECOND_OPINION_SOUGHT',
  },
  rerouteByExpert: reroute(`'BY_EXPERT'`, 'QUESTION_ESCALATED_BY_EXPERT', mayGiveUp),
  // Nobody took it in time or, where $2 says so, nobody is left who could.
  rerouteAfterOpinion: reroute(
    `'BY_EXPERT'`,
    'QUESTION_ESCALATED_BY_EXPERT',
    `q.opinion_of is not null and (q.opinion_due_at <= ${now} or $2::boolean)`,
  ),
  rerouteByTime: reroute(
    `'BY_INACTIVITY'`,
    'QUESTION_ESCALATED_BY_TIME',
    `q.turn = 'experts' and q.escalation_due_at <= ${now}`,
  ),
  // Only before any expert engaged: an answer on its way wins over a router's doubts.
  rerouteByLanguage: reroute(
    `'BY_UNSUPPORTED_LANGUAGE'`,
    'QUESTION_ESCALATED_BY_LANGUAGE',
    `q.turn = 'experts' and q.holder_id is null`,
  ),
  // The company asked not to trouble experts with what they hardly ever resolve: only before any of them was.
  rerouteAsHopeless: reroute(
    `'BY_LACK_OF_EXPERTS'`,
    'QUESTION_REJECTED_BY_PREDICTIVE_ROUTING',
    `q.turn = 'experts' and q.holder_id is null and q.num_responses = 0
      and not exists (select 1 from offers o where o.question_id = q.id)`,
  ),
  rerouteByLack: reroute(
    `'BY_LACK_OF_EXPERTS'`,
    'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS',
    `q.turn = 'experts' and q.holder_id is null`,
  ),
  // No type says "by an agent"; the nearest is that staff, not the poster or a clock, rerouted it. The event tells them apart.
  // The agent holds it from here, and the agent's message is the first of a response of theirs: it waits for the asker.
  takeBack: {
    ...reroute(`'BY_EXPERT'`, 'TAKEBACK', `q.type = 'ONE_TO_ONE'`),
    set: `status = 'CLOSED_BY_ESCALATION', is_rerouted = true, reroute_type = 'BY_EXPERT', rerouted_at = ${now}, holder_id = $2, turn = 'asker', ${noExperts},
      num_responses = q.num_responses + 1, first_response_at = coalesce(q.first_response_at, ${now})`,
    adds: [
      { type: 'QUESTION_REROUTED_SYSTEM_MESSAGE', in: 'conversation' },
      { type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' },
    ],
  },
  agentResponds: {
    from: withAgents,
    set: `holder_id = $2, turn = 'asker', num_responses = q.num_responses + 1, first_response_at = coalesce(q.first_response_at, ${now})`,
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    event: 'QUESTION_RESPONSE',
  },
  agentWrites: { from: withAgents, set: `holder_id = $2, turn = 'asker'`, event: 'MESSAGE_ADDED' },
  closeByCompany: close('CLOSED_BY_COMPANY'),
  withdraw: close('WITHDRAW'),
  // The asker was forgotten: of their words nothing is left, in whatever state the question is.
  erase: {
    from: every,
    set: `text = $2, subject = $2, metadata = '{}', language = null, languages = '{}', predicted_class = null,
      reroute_reason = case when q.reroute_type = 'BY_POSTER' then null else q.reroute_reason end`,
    event: 'QUESTION_EDITED',
  },
  expire: expire('true'),
  expireInTime: expire(`q.expiry_due_at <= ${now}`),
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves
