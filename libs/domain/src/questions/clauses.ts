import { standardTimes, standardWeight } from './standards.ts'

// What the guards and the changes of moves are put together from: SQL, in which `q` is the question and $2 the expert.

export const now = 'company_now(q.company_id)'
export const weight = `coalesce((select (settings ->> 'weight')::int from categories where id = q.category_id), ${standardWeight})`
export const after = (setting: 'leaseMs' | 'escalationMs' | 'approvalMs' | 'autoHoldMs') =>
  `${now} + category_ms(q.category_id, '${setting}', ${standardTimes[setting]})`

/**
 * A question that came to routing and was not routed is found by the sweeper after this long: the job may have been
 * lost with Redis. Well inside the five minutes in which the no-limbo rule wants a wave.
 */
const untilRoutedMs = 15_000
export const soon = `${now} + interval '${untilRoutedMs} milliseconds'`

/** Prompt and escalation run while the experts' turn lasts; an asker's word starts them, an expert's stops them. */
export const escalation = after('escalationMs')
export const prompt = `${now} + category_ms(q.category_id, 'escalationMs', ${standardTimes.escalationMs})
  * coalesce((select (settings ->> 'rerouteShare')::float8 from categories where id = q.category_id), ${standardTimes.rerouteShare})`
export const startEscalation = `escalation_due_at = ${escalation}, prompt_due_at = ${prompt}`
export const stopEscalation = 'escalation_due_at = null, prompt_due_at = null'
// Somebody took it, or nobody needs to any more: what the expert who gave it up said is then nobody's business.
export const endOpinion = 'opinion_due_at = null, opinion_of = null, opinion_held = false'
const stopRouting = `wave_due_at = null, lease_due_at = null, hold_due_at = null, ${endOpinion}`

export const askersTurn = `turn = 'asker', reroute_reason = null, ${stopEscalation}, ${stopRouting}`
export const noExperts = `${stopEscalation}, ${stopRouting}, approval_due_at = null, expiry_due_at = null`
export const closed = `turn = null, closed_at = ${now}, ${noExperts}`
export const backToRouting = `holder_id = null, turn = 'experts', round = q.round + 1, wave = 0, wave_due_at = ${soon}, lease_due_at = null,
  escalation_due_at = coalesce(q.escalation_due_at, ${after('escalationMs')})`

// Where an automatic answer did not settle it, and nobody has answered since, the experts' clocks start.
export const toExpertsUnlessAnswered = `turn = case when q.num_responses = 0 then 'experts' else q.turn end,
  wave_due_at = case when q.num_responses = 0 and q.holder_id is null then coalesce(q.wave_due_at, ${soon}) else q.wave_due_at end,
  escalation_due_at = case when q.num_responses = 0 and q.turn = 'asker' then ${escalation} else q.escalation_due_at end,
  prompt_due_at = case when q.num_responses = 0 and q.turn = 'asker' then ${prompt} else q.prompt_due_at end`

export const isMarked = `exists (select 1 from messages m where m.question_id = q.id and m.type = 'MARK_AS_RESOLVED_MESSAGE')`
// Another expert's answer does not take back what was marked: the asker's silence goes on approving it.
export const approvalWhereMarked = `approval_due_at = case when ${isMarked} then coalesce(q.approval_due_at, ${after('approvalMs')}) end`
export const isOffered = `exists (select 1 from offers o where o.question_id = q.id and o.expert_id = $2 and o.status = 'pending')`
export const hasAnswered = `exists (select 1 from responses r where r.question_id = q.id and r.author_id = $2 and r.type = 'EXPERT')`
/** Whoever holds it may give it up or, while nobody does, whoever is offered it or answered it. */
export const mayGiveUp = `(q.holder_id = $2 or (q.holder_id is null and (${isOffered} or ${hasAnswered})))`
