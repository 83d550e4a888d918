import { openStatuses, questionStatuses } from '@askline/contracts'
import { types } from '@askline/db'
import {
  after,
  askersTurn,
  awaitAsker,
  backToRouting,
  closed,
  endOpinion,
  expertsClocks,
  expertsTurn,
  hasAnswered,
  isExpertsTurn,
  isMarked,
  isOffered,
  mayGiveUp,
  newRound,
  noExperts,
  now,
  plus,
  retryRouting,
  startApproval,
  startEscalation,
  stopEscalation,
  stopSilence,
  toExpertsUnlessAnswered,
} from './clauses.ts'
import { close, expire, notifying, reroute, resolve, withAgents } from './endings.ts'
import type { Move } from './move-row.ts'

/**
 * Every change of a question after it was asked (decisions/moves.md). Only leases, timers, repairs and restored backups change a
 * question without a row in this table: see `timers.ts`, `routing/limbo.ts` and `recovery/raise-versions.ts`.
 */
export const moves = {
  claim: {
    from: ['UNRESOLVED'],
    values: [types.uuid],
    where: `q.type = 'ONE_TO_ONE' and q.holder_id is null and ${isOffered}`,
    set: `holder_id = $2, fence = q.fence + 1, ${expertsTurn}, wave_due_at = null, hold_due_at = null, lease_due_at = ${after('leaseMs')},
      reroute_reason = null, ${endOpinion}`,
    removes: [notifying],
    offers: 'withdrawn',
    ownOffer: 'taken',
    event: 'QUESTION_CLAIMED',
  },
  release: {
    from: ['UNRESOLVED'],
    values: [types.uuid],
    where: 'q.holder_id = $2',
    set: backToRouting,
    frees: true,
    routes: true,
    ownOffer: 'given up',
    event: 'QUESTION_RELEASED',
  },
  // The holder is gone, and their answer waits for the asker. If the asker writes on, routing looks for others at once.
  vacate: {
    from: ['UNRESOLVED'],
    values: [types.uuid],
    where: `q.holder_id = $2 and q.turn = 'asker'`,
    set: `holder_id = null, ${newRound}`,
    frees: true,
    event: 'QUESTION_RELEASED',
  },
  lapse: {
    from: ['UNRESOLVED'],
    where: `q.holder_id is not null and q.lease_due_at <= ${now}`,
    set: backToRouting,
    frees: true,
    routes: true,
    ownOffer: 'given up',
    event: 'QUESTION_RELEASED',
  },
  respond: {
    from: ['UNRESOLVED'],
    values: [types.uuid, types.nullable(types.int)],
    where: `not ${hasAnswered} and ($3::int is null or q.fence = $3)
      and ((q.type = 'ONE_TO_ONE' and q.holder_id = $2) or (q.type <> 'ONE_TO_ONE' and ${isOffered}))`,
    set: `num_responses = q.num_responses + 1, first_response_at = coalesce(q.first_response_at, ${now}),
      ${awaitAsker}`,
    removes: [notifying, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    turns: true,
    responds: true,
    writes: true,
    ownOffer: 'taken',
    event: 'QUESTION_RESPONSE',
  },
  // The answer of an offered expert claims the question too, as one move with one event.
  respondAndClaim: {
    from: ['UNRESOLVED'],
    values: [types.uuid],
    where: `q.type = 'ONE_TO_ONE' and q.holder_id is null and not ${hasAnswered} and ${isOffered}`,
    set: `holder_id = $2, fence = q.fence + 1, num_responses = q.num_responses + 1,
      first_response_at = coalesce(q.first_response_at, ${now}), ${awaitAsker}`,
    removes: [notifying, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    offers: 'withdrawn',
    responds: true,
    writes: true,
    ownOffer: 'taken',
    event: 'QUESTION_RESPONSE',
  },
  // During the experts' turn their clocks run on, so further messages of the asker do not postpone the escalation.
  askerWrites: {
    from: ['UNRESOLVED'],
    set: `${expertsTurn}, hold_due_at = null, ${expertsClocks},
      lease_due_at = case when q.holder_id is not null then ${after('leaseMs')} end,
      wave_due_at = case when q.holder_id is null then coalesce(q.wave_due_at, ${retryRouting}) end`,
    turns: true,
    keepsRights: true,
    writes: true,
    event: 'MESSAGE_ADDED',
  },
  askerWritesToAgents: {
    from: withAgents,
    set: `turn = 'agents'`,
    keepsRights: true,
    writes: true,
    event: 'MESSAGE_ADDED',
  },
  expertWrites: {
    from: ['UNRESOLVED'],
    values: [types.uuid, types.nullable(types.int)],
    where: `${hasAnswered} and (q.type = 'ONE_TO_MANY' or q.holder_id = $2) and ($3::int is null or q.fence = $3)`,
    set: awaitAsker,
    removes: ['CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    turns: true,
    keepsRights: true,
    writes: true,
    event: 'MESSAGE_ADDED',
  },
  editQuestion: {
    from: openStatuses,
    values: [types.text, types.text, types.nullable(types.jsonText), types.text],
    set: 'text = $2, subject = $3, folded = $5, metadata = coalesce($4::jsonb, q.metadata)',
    keepsRights: true,
    event: 'QUESTION_EDITED',
  },
  editMessage: { from: openStatuses, set: '', keepsRights: true, event: 'MESSAGE_EDITED' },
  markAsResolved: {
    from: ['UNRESOLVED'],
    values: [types.uuid, types.nullable(types.int)],
    where: `${hasAnswered} and (q.type = 'ONE_TO_MANY' or q.holder_id = $2) and ($3::int is null or q.fence = $3)`,
    set: `${askersTurn}, ${startApproval}`,
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
    turns: true,
    keepsRights: true,
    event: 'QUESTION_MARKED_AS_RESOLVED',
  },
  // The asker is silent. The next message of a person removes this prompt.
  markBySilence: {
    from: ['UNRESOLVED'],
    where: `q.turn = 'asker' and q.num_responses > 0 and q.silence_due_at <= ${now}`,
    set: startApproval,
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'MARK_AS_RESOLVED_MESSAGE', in: 'response', untilPersonWrites: true }],
    keepsRights: true,
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
    set: `${expertsTurn}, ${stopSilence}, ${startEscalation},
      lease_due_at = case when q.holder_id is not null then ${after('leaseMs')} end,
      wave_due_at = case when q.holder_id is null then ${retryRouting} end`,
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'CONTESTED_MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
    turns: true,
    keepsRights: true,
    event: 'RESOLUTION_CONTESTED',
  },
  accept: resolve('true', ['UNRESOLVED'], [{ type: 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', in: 'response' }]),
  // Once rerouted, only agents' responses can be accepted.
  acceptFromAgent: resolve('true', withAgents, [{ type: 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', in: 'response' }]),
  resolveByAgent: resolve('true', withAgents),
  acceptAutomatic: {
    ...resolve('true', ['UNRESOLVED'], [{ type: 'ACCEPTED_AUTORESPONSE_MESSAGE', in: 'response' }]),
    set: `status = 'RESOLVED', num_responses = q.num_responses + 1, ${closed}`,
  },
  // Experts are held back while the asker decides. NOTIFYING_EXPERTS stays, because they may still be asked.
  respondAutomatically: {
    from: ['UNRESOLVED'],
    values: [types.nullable(types.text)],
    where: `q.turn = 'experts' and q.holder_id is null and q.num_responses = 0 and q.hold_due_at is null and q.open_to_all_at is null
      and not exists (select 1 from offers o where o.question_id = q.id and o.company_id = q.company_id)
      and not exists (select 1 from responses r where r.question_id = q.id and r.company_id = q.company_id)`,
    // $2 is the class that was found in the text, or null if the question came with one.
    set: `predicted_class = coalesce(q.predicted_class, $2), turn = 'asker', ${stopEscalation}, wave_due_at = null, hold_due_at = ${after('autoHoldMs')}`,
    adds: [{ type: 'AUTORESPONSE_MESSAGE', in: 'response' }],
    responds: true,
    event: 'QUESTION_AUTO_RESPONSE',
  },
  openAutomatic: { from: openStatuses, set: '', keepsRights: true, event: 'AUTO_RESPONSE_OPENED' },
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
  rate: { from: questionStatuses, set: '', keepsRights: true, event: 'QUESTION_RATED' },
  addTestimonial: {
    from: ['RESOLVED'],
    set: '',
    removes: ['ADD_TESTIMONIAL_SYSTEM_MESSAGE'],
    adds: [{ type: 'ADDED_TESTIMONIAL_SYSTEM_MESSAGE', in: 'response' }],
    keepsRights: true,
    event: 'TESTIMONIAL_ADDED',
  },
  markAsRead: { from: questionStatuses, set: '', keepsRights: true, event: 'RESPONSE_READ' },
  promptReroute: {
    from: ['UNRESOLVED'],
    where: `q.turn = 'experts' and q.prompt_due_at <= ${now}`,
    set: 'prompt_due_at = null',
    removes: ['CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', in: 'conversation' }],
    keepsRights: true,
    event: 'CUSTOMER_REROUTE_PROMPT',
  },
  rerouteByPoster: {
    ...reroute(`'BY_POSTER'`, 'QUESTION_ESCALATED_BY_CUSTOMER', { reason: '$2::text' }),
    values: [types.nullable(types.text)],
  },
  // An expert gives the question up. Until the second opinion ends, another expert may take it; then the agents get it.
  seekOpinion: {
    from: ['UNRESOLVED'],
    values: [types.uuid, types.nullable(types.text)],
    where: `q.opinion_due_at is null and ${mayGiveUp}`,
    set: `opinion_of = $2, reroute_reason = coalesce($3::text, q.reroute_reason),
      opinion_due_at = ${after('secondOpinionMs')},
      holder_id = null, turn = 'experts', lease_due_at = null,
      round = case when q.holder_id is null then q.round else q.round + 1 end,
      wave = case when q.holder_id is null then q.wave else 0 end,
      open_to_all_at = case when q.holder_id is null then q.open_to_all_at end,
      wave_due_at = case when q.holder_id is null then coalesce(q.wave_due_at, ${retryRouting}) else ${retryRouting} end,
      ${expertsClocks}`,
    frees: true,
    routes: true,
    ownOffer: 'given up',
    event: 'QUESTION_RELEASED',
  },
  rerouteByExpert: {
    ...reroute(`'BY_EXPERT'`, 'QUESTION_ESCALATED_BY_EXPERT', { where: mayGiveUp, reason: '$3::text' }),
    values: [types.uuid, types.nullable(types.text)],
  },
  // No expert took it in time, or $2: no other expert is left.
  rerouteAfterOpinion: {
    ...reroute(`'BY_EXPERT'`, 'QUESTION_ESCALATED_BY_EXPERT', {
      where: `q.opinion_of is not null and (q.opinion_due_at <= ${now} or $2::boolean)`,
    }),
    values: [types.boolean],
  },
  rerouteByTime: reroute(`'BY_INACTIVITY'`, 'QUESTION_ESCALATED_BY_TIME', {
    where: `q.turn = 'experts' and q.escalation_due_at <= ${now}`,
  }),
  // Only before an expert claims the question: a human answer outranks the router's prediction.
  rerouteByLanguage: reroute(`'BY_UNSUPPORTED_LANGUAGE'`, 'QUESTION_ESCALATED_BY_LANGUAGE', {
    where: `q.turn = 'experts' and q.holder_id is null`,
  }),
  // The category sends questions that experts rarely resolve to agents at once, so only before an expert was asked.
  rerouteAsHopeless: reroute(`'BY_LACK_OF_EXPERTS'`, 'QUESTION_REJECTED_BY_PREDICTIVE_ROUTING', {
    where: `q.turn = 'experts' and q.holder_id is null and q.num_responses = 0 and q.open_to_all_at is null
      and not exists (select 1 from offers o where o.question_id = q.id and o.company_id = q.company_id)`,
  }),
  rerouteByLack: reroute(`'BY_LACK_OF_EXPERTS'`, 'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS', {
    where: `q.turn = 'experts' and q.holder_id is null`,
  }),
  // The agent holds the question from here. Their message is the first of a response of theirs, so it is the asker's turn.
  takeBack: {
    ...reroute(`'BY_EXPERT'`, 'TAKEBACK', { where: `q.type = 'ONE_TO_ONE'` }),
    values: [types.uuid],
    responds: true,
    set: `status = 'CLOSED_BY_ESCALATION', is_rerouted = true, reroute_type = case when q.fence > 0 then 'BY_EXPERT' else 'BY_AGENT' end, rerouted_at = ${now}, holder_id = $2, turn = 'asker', ${noExperts},
      num_responses = q.num_responses + 1, first_response_at = coalesce(q.first_response_at, ${now})`,
    adds: [
      { type: 'QUESTION_REROUTED_SYSTEM_MESSAGE', in: 'conversation' },
      { type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' },
    ],
  },
  agentResponds: {
    from: withAgents,
    values: [types.uuid],
    set: `holder_id = $2, turn = 'asker', num_responses = q.num_responses + 1, first_response_at = coalesce(q.first_response_at, ${now})`,
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    responds: true,
    event: 'QUESTION_RESPONSE',
  },
  agentWrites: {
    from: withAgents,
    values: [types.uuid],
    set: `holder_id = $2, turn = 'asker'`,
    event: 'MESSAGE_ADDED',
  },
  // An agent says that they will answer. Other agents may still answer, and the one who does holds the question from then on.
  agentTakes: {
    from: withAgents,
    values: [types.uuid],
    where: 'q.holder_id is null',
    set: 'holder_id = $2',
    event: 'QUESTION_TAKEN_BY_AGENT',
  },
  agentReleases: {
    from: withAgents,
    values: [types.uuid],
    where: 'q.holder_id = $2',
    set: 'holder_id = null',
    event: 'QUESTION_RELEASED_BY_AGENT',
  },
  // Routing writes waves in batches. `p` is a row of the plan (`routing/offer-statement.ts`).
  offer: {
    from: ['UNRESOLVED'],
    where: `${isExpertsTurn} and q.holder_id is null and q.wave = p."expectedWave" and q.round = p."expectedRound"`,
    set: `wave = q.wave + 1,
      open_to_all_at = case when p."isLast" then coalesce(q.open_to_all_at, p.now) else q.open_to_all_at end,
      open_language = case when p."isLast" then p.language else q.open_language end,
      open_requirement = case when p."isLast" then p.requirement else q.open_requirement end,
      wave_due_at = least(${plus('p.now', `least(p."dueMs", p."widensMs") * interval '1 millisecond'`)}, case when p."isLast" then (
        select min(o.due_at) from offers o where o.question_id = q.id and o.company_id = q.company_id and o.status || '' = 'pending' and o.due_at > p.now) end),
      widens_at = ${plus('p.now', `p."widensMs" * interval '1 millisecond'`)},
      predicted_class = coalesce(q.predicted_class, p."predictedClass"),
      first_offered_at = coalesce(q.first_offered_at, p.now),
      experts_available = case when q.first_offered_at is null then p.available else q.experts_available end,
      promised_ms = case when q.first_offered_at is null then p."promisedMs" else q.promised_ms end,
      language = coalesce(q.language, p.language),
      languages = case when q.language is null and p.language is not null then array[p.language] else q.languages end`,
    event: 'QUESTION_OFFERED',
  },
  // The two moves of a single offer: the question keeps its version, and only the expert is told (`close-offer.ts`).
  declineOffer: {
    from: ['UNRESOLVED'],
    set: '',
    offers: 'declined',
    routes: true,
    event: 'OFFER_CLOSED',
  },
  // The expert is away, offline or gone.
  withdrawOffer: {
    from: ['UNRESOLVED'],
    set: '',
    offers: 'withdrawn',
    routes: true,
    event: 'OFFER_CLOSED',
  },
  closeByCompany: close('CLOSED_BY_COMPANY'),
  withdraw: close('WITHDRAW'),
  // The asker was forgotten. Their texts are erased in every status.
  erase: {
    from: questionStatuses,
    values: [types.text],
    set: `text = $2, subject = $2, folded = '', metadata = '{}', language = null, languages = '{}', predicted_class = null,
      open_to_all_at = null, open_language = null,
      reroute_reason = case when q.reroute_type = 'BY_POSTER' then null else q.reroute_reason end`,
    event: 'QUESTION_EDITED',
  },
  expire: expire('true'),
  // Only a question without a response expires by itself.
  expireInTime: expire(`q.num_responses = 0 and q.expiry_due_at <= ${now}`),
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves
