import { standardTimes } from '../questions/standards.ts'
import { isAlive } from './due.ts'

const now = 'company_now(q.company_id)'
const lease = `category_ms(q.category_id, 'leaseMs', ${standardTimes.leaseMs})`
const escalation = `category_ms(q.category_id, 'escalationMs', ${standardTimes.escalationMs})`
const approval = `category_ms(q.category_id, 'approvalMs', ${standardTimes.approvalMs})`
const isMarked = `exists (select 1 from messages m where m.question_id = q.id and m.type = 'MARK_AS_RESOLVED_MESSAGE')`
const agentsAnswer = `exists (select 1 from responses r where r.question_id = q.id and r.type = 'AGENT')`
const responses = `(select count(*)::int from responses r where r.question_id = q.id and r.type <> 'AutoResponse')`
export const openStatus = `q.status in ('UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED')`
const noDeadlines = `wave_due_at = null, lease_due_at = null, prompt_due_at = null, escalation_due_at = null, approval_due_at = null,
  hold_due_at = null, expiry_due_at = null, opinion_due_at = null`
const liveOffer = `exists (select 1 from offers o where o.question_id = q.id and o.status = 'pending'
  and (o.due_at is null or o.due_at > ${now}))`

/**
 * What must hold of every open question `q` (decisions §5, "whose turn"), in the order in which it is mended: a later rule sees
 * what an earlier one set. `broken` finds the opposite, `repair` is the SET that mends it. Next to nothing of it is visible in
 * the question's views, so no version is counted; what a repair leads to (a wave, a reroute) is a move like any other.
 *
 * That two hold one question cannot be written: the holder is a column, and of two claims one UPDATE wins.
 */
export const ofQuestions = {
  'open-status-is-open': {
    says: 'What is settled is closed: it is nobody’s turn.',
    broken: `not ${openStatus}`,
    repair: `closed_at = ${now}, turn = null, ${noDeadlines}`,
  },
  'counts-its-responses': {
    says: 'A question counts the answers it has.',
    broken: `q.num_responses <> ${responses}`,
    repair: `num_responses = ${responses}, updated_at = next_stamp(q.updated_at, ${now}), changed_at = ${now}`,
  },
  'one-to-many-is-not-held': {
    says: 'Nobody holds a question that several experts answer.',
    broken: `q.type = 'ONE_TO_MANY' and q.status = 'UNRESOLVED' and q.holder_id is not null`,
    repair: `holder_id = null, lease_due_at = null`,
  },
  'experts-have-offer-or-wave': {
    says: 'While the experts’ turn lasts and nobody holds the question, an offer is open or a wave is due within five minutes.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is null and not ${liveOffer}
      and (q.wave_due_at is null or q.wave_due_at > ${now} + interval '5 minutes')`,
    repair: `wave_due_at = ${now}`,
  },
  'holder-has-lease': {
    says: 'While the experts’ turn lasts, whoever holds the question holds it under a lease.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is not null and q.lease_due_at is null`,
    repair: `lease_due_at = ${now} + ${lease}`,
  },
  'experts-clock-runs': {
    says: 'While the experts’ turn lasts, an escalation is due.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.escalation_due_at is null`,
    repair: `escalation_due_at = ${now} + ${escalation}`,
  },
  'asker-has-answer': {
    says: 'It is the asker’s turn only when an answer waits for them.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and q.num_responses = 0 and q.hold_due_at is null`,
    repair: `turn = 'experts', wave_due_at = case when q.holder_id is null then ${now} end,
      lease_due_at = case when q.holder_id is not null then ${now} + ${lease} end, escalation_due_at = ${now} + ${escalation}`,
  },
  'agents-only-when-rerouted': {
    says: 'It is the agents’ turn only on a rerouted or flagged question.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'agents'`,
    repair: `turn = 'experts', wave_due_at = case when q.holder_id is null then ${now} end,
      lease_due_at = case when q.holder_id is not null then ${now} + ${lease} end, escalation_due_at = ${now} + ${escalation}`,
  },
  'second-opinion-ends': {
    says: 'What an expert gave up has a time at which agents get it, until somebody takes it: then it has none.',
    broken: `q.status = 'UNRESOLVED' and case when q.holder_id is null then (q.opinion_of is not null or q.opinion_held) and q.opinion_due_at is null
      else q.opinion_due_at is not null or q.opinion_held end`,
    repair: `opinion_due_at = case when q.holder_id is null then ${now} end, opinion_of = case when q.holder_id is null then q.opinion_of end,
      opinion_held = q.holder_id is null and q.opinion_held`,
  },
  'rerouted-with-agents': {
    says: 'A rerouted or flagged question is with the agents, or an answer of theirs waits for the asker; no deadline ends it.',
    broken: `q.status in ('CLOSED_BY_ESCALATION', 'FLAGGED')
      and (q.turn = 'experts' or q.next_due_at is not null or (q.turn = 'asker' and not ${agentsAnswer}))`,
    repair: `turn = case when q.turn = 'asker' and ${agentsAnswer} then q.turn else 'agents' end, ${noDeadlines}`,
  },
  'unresolved-expires': {
    says: 'An unresolved question expires some day.',
    broken: `q.status = 'UNRESOLVED' and q.expiry_due_at is null`,
    repair: 'expiry_due_at = q.expires_at',
  },
  'lease-has-holder': {
    says: 'A lease runs only for somebody who holds the question, and pauses while the asker is waited for.',
    broken: `q.status = 'UNRESOLVED' and q.lease_due_at is not null and (q.holder_id is null or q.turn <> 'experts')`,
    repair: 'lease_due_at = null',
  },
  'wave-seeks-experts': {
    says: 'Experts are sought only for a question that they can take.',
    broken: `q.status = 'UNRESOLVED' and q.wave_due_at is not null and (q.holder_id is not null or q.turn <> 'experts')`,
    repair: 'wave_due_at = null',
  },
  'experts-clock-stops': {
    says: 'Reroute prompt and escalation run only while the experts’ turn lasts.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and (q.prompt_due_at is not null or q.escalation_due_at is not null)`,
    repair: 'prompt_due_at = null, escalation_due_at = null',
  },
  'hold-is-the-askers': {
    says: 'Experts are held back only while the asker decides about an automatic answer.',
    broken: `q.status = 'UNRESOLVED' and q.hold_due_at is not null and q.turn <> 'asker'`,
    repair: 'hold_due_at = null',
  },
  'mark-is-approved': {
    says: 'What an expert marked as resolved is approved by the asker’s silence.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and q.approval_due_at is null and ${isMarked}`,
    repair: `approval_due_at = ${now} + ${approval}`,
  },
  'approval-has-mark': {
    says: 'Silence approves only what an expert marked as resolved.',
    broken: `q.status = 'UNRESOLVED' and q.approval_due_at is not null and not ${isMarked}`,
    repair: 'approval_due_at = null',
  },
} as const

/** What must hold of closed questions; an index that is empty while it does finds the others. */
export const ofClosed = {
  'closed-has-no-deadline': {
    says: 'Nothing is due on a closed question.',
    broken: `q.next_due_at is not null and not ${openStatus}`,
    repair: noDeadlines,
  },
  'closed-status-is-closed': {
    says: 'A question whose status is open is not closed, and it is somebody’s turn.',
    broken: openStatus,
    repair: `closed_at = null, turn = case when q.status <> 'UNRESOLVED' then 'agents' when q.num_responses > 0 then 'asker' else 'experts' end,
      expiry_due_at = case when q.status = 'UNRESOLVED' then q.expires_at end`,
  },
} as const

const openPrompts = `m.type in ('ACCEPT_RESPONSE_SYSTEM_MESSAGE', 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'MARK_AS_RESOLVED_MESSAGE')`

/** What must hold between tables. `broken` finds rows of questions where it does not, `repair` mends them among $1, under the questions' locks. */
export const betweenTables = {
  'no-offer-of-what-is-taken': {
    says: 'Offers are open only on a question that experts can still take.',
    broken: `from offers o join questions q on q.id = o.question_id
      where o.status = 'pending' and (q.status <> 'UNRESOLVED' or (q.type = 'ONE_TO_ONE' and q.holder_id is not null))`,
    repair: `update offers o set status = 'withdrawn', closed_at = clock_timestamp() from questions q
      where q.id = any($1::uuid[]) and o.question_id = q.id and o.status = 'pending'
        and (q.status <> 'UNRESOLVED' or (q.type = 'ONE_TO_ONE' and q.holder_id is not null))
      returning q.id, q.company_id as "companyId"`,
  },
  'no-prompt-on-what-is-closed': {
    says: 'Nobody is prompted to accept, to reroute or to review where the question is closed.',
    broken: `from messages m join questions q on q.id = m.question_id where ${openPrompts} and q.closed_at is not null`,
    repair: `delete from messages m using questions q
      where q.id = any($1::uuid[]) and m.question_id = q.id and ${openPrompts} and q.closed_at is not null
      returning q.id, q.company_id as "companyId"`,
  },
} as const

/** What must be done by now on a question: a deadline so long past that whoever meets deadlines must have failed. */
const untilOverdue = `interval '5 minutes'`
/** `at`: the company's time of a question `q`. */
export const isOverdue = (at: string) => `q.next_due_at <= ${at} - ${untilOverdue} and ${isAlive}`

/** The weight of what an expert holds. */
export const held = (expert: string) => `(select coalesce(sum(q.units), 0)::int from questions q
  where q.holder_id = ${expert}.user_id and q.closed_at is null and q.status = 'UNRESOLVED')`

export type InvariantName =
  | keyof typeof ofQuestions
  | keyof typeof ofClosed
  | keyof typeof betweenTables
  | 'deadlines-are-met'
  | 'load-is-what-is-held'

const rules = { ...ofQuestions, ...ofClosed, ...betweenTables }

/** Each invariant in plain words. */
export const invariants: Record<InvariantName, string> = {
  ...(Object.fromEntries(Object.entries(rules).map(([name, { says }]) => [name, says])) as Record<
    keyof typeof rules,
    string
  >),
  'deadlines-are-met':
    'What is due is done: no deadline of a question is five minutes past, but for those among the dead letters.',
  'load-is-what-is-held': 'An expert’s load is what the unresolved questions they hold weigh together.',
}
