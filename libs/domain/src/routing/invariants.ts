import { openStatuses } from '@askline/contracts'
import { expertPrompts, withAgents } from '../changes/endings.ts'
import { quoted } from '../clauses.ts'
import { timeOf } from '../clock/company-time.ts'
import { isOpenToAll } from '../people/open-to-all.ts'
import { isAlive } from './due.ts'

const now = timeOf('q.company_id')
const agentsAnswer = `exists (select 1 from responses r where r.question_id = q.id and r.company_id = q.company_id and r.type = 'AGENT' offset 0)`
/** The question `q` is marked as resolved. */
const hasMark = `exists (select 1 from messages m where m.question_id = q.id and m.company_id = q.company_id
  and m.type = 'MARK_AS_RESOLVED_MESSAGE' offset 0)`
const responses = `(select count(*)::int from responses r where r.question_id = q.id and r.company_id = q.company_id and r.type <> 'AutoResponse')`
export const openStatus = `q.status in (${quoted(openStatuses)})`
const liveOffer = `exists (select 1 from offers o where o.question_id = q.id and o.company_id = q.company_id and o.status = 'pending'
  and (o.due_at is null or o.due_at > ${now}) offset 0)`

/**
 * The invariants of open questions `q` (decisions/moves.md). The SQL `broken` finds and counts suspects in large tables. The same rule in
 * `mend.ts` decides under the lock of the question, and mends it.
 *
 * Two holders of one question need no invariant, because the holder is one column.
 */
export const ofQuestions = {
  'open-status-is-open': {
    rule: 'A settled question is closed and waits for no party.',
    broken: `not ${openStatus}`,
  },
  'counts-its-responses': {
    rule: '`numResponses` equals the number of responses.',
    broken: `q.num_responses <> ${responses}`,
  },
  'one-to-many-is-not-held': {
    rule: 'A question that several experts answer has no holder.',
    broken: `q.type = 'ONE_TO_MANY' and q.status = 'UNRESOLVED' and q.holder_id is not null`,
  },
  'experts-have-offer-or-wave': {
    rule: 'During the experts’ turn a question without a holder has an open offer, is open to all, or has a wave that is due within five minutes.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is null and not ${liveOffer} and not ${isOpenToAll}
      and (q.wave_due_at is null or q.wave_due_at > ${now} + interval '5 minutes')`,
  },
  'holder-has-lease': {
    rule: 'During the experts’ turn the holder of a question has a lease.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is not null and q.lease_due_at is null`,
  },
  'open-after-wave': {
    rule: 'A question is open to all only after a wave of its round.',
    broken: 'q.open_to_all_at is not null and q.wave = 0',
  },
  'experts-clock-runs': {
    rule: 'During the experts’ turn an escalation is due.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.escalation_due_at is null`,
  },
  'asker-has-answer': {
    rule: 'It is the asker’s turn only if an answer waits for them.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and q.num_responses = 0 and q.hold_due_at is null`,
  },
  'agents-only-when-rerouted': {
    rule: 'It is the agents’ turn only if the question is rerouted or flagged.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'agents'`,
  },
  'held-question-weighs': {
    rule: 'During the experts’ turn a question takes at least one unit of its holder’s capacity.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is not null and q.units < 1`,
  },
  'second-opinion-ends': {
    rule: 'A second opinion has an end at which agents get the question. A held question has no second opinion.',
    broken: `q.status = 'UNRESOLVED' and case when q.holder_id is null then q.opinion_of is not null and q.opinion_due_at is null
      else q.opinion_due_at is not null end`,
  },
  'rerouted-with-agents': {
    rule: 'A rerouted or flagged question waits for the agents, or for the asker after an agent’s answer. It has no deadline.',
    broken: `q.status in (${quoted(withAgents)})
      and (q.turn = 'experts' or q.next_due_at is not null or (q.turn = 'asker' and not ${agentsAnswer}))`,
  },
  'unresolved-expires': {
    rule: 'Every unresolved question without a response has an expiry date.',
    broken: `q.status = 'UNRESOLVED' and q.num_responses = 0 and q.expiry_due_at is null`,
  },
  'answered-does-not-expire': {
    rule: 'A question with a response has no expiry date.',
    broken: `q.status = 'UNRESOLVED' and q.num_responses > 0 and q.expiry_due_at is not null`,
  },
  'lease-has-holder': {
    rule: 'A lease needs a holder, and pauses during the asker’s turn.',
    broken: `q.status = 'UNRESOLVED' and q.lease_due_at is not null and (q.holder_id is null or q.turn <> 'experts')`,
  },
  'wave-seeks-experts': {
    rule: 'A wave is due only during the experts’ turn and without a holder.',
    broken: `q.status = 'UNRESOLVED' and q.wave_due_at is not null and (q.holder_id is not null or q.turn <> 'experts')`,
  },
  'experts-clock-stops': {
    rule: 'Reroute prompt and escalation run only during the experts’ turn.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and (q.prompt_due_at is not null or q.escalation_due_at is not null)`,
  },
  'hold-is-the-askers': {
    rule: 'Experts are held back only during the asker’s decision about an automatic answer.',
    broken: `q.status = 'UNRESOLVED' and q.hold_due_at is not null and q.turn <> 'asker'`,
  },
  'mark-is-approved': {
    rule: 'A question that is marked as resolved has a date of approval by silence.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and q.approval_due_at is null and ${hasMark}`,
  },
  'approval-has-mark': {
    rule: 'Approval by silence is due only during the asker’s turn, and only if the question is marked as resolved.',
    broken: `q.status = 'UNRESOLVED' and q.approval_due_at is not null and (q.turn <> 'asker' or not ${hasMark})`,
  },
  'silence-ends': {
    rule: 'An answered question that waits for its asker has a date of the prompt after silence, unless it is marked as resolved or its category sets `silenceMs` to 0.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and q.num_responses > 0 and q.expires_at is not null
      and q.silence_due_at is null and q.approval_due_at is null`,
  },
  'silence-is-the-askers': {
    rule: 'A prompt after silence is due only during the asker’s turn, after a response, and while the question is not marked as resolved.',
    broken: `q.status = 'UNRESOLVED' and q.silence_due_at is not null
      and (q.turn <> 'asker' or q.num_responses = 0 or q.approval_due_at is not null)`,
  },
} as const

/** The invariants of closed questions. An index that is empty while they hold finds violations. */
export const ofClosed = {
  'closed-has-no-deadline': {
    rule: 'A closed question has no deadlines.',
    broken: `q.next_due_at is not null and not ${openStatus}`,
  },
  'closed-status-is-closed': {
    rule: 'A question with an open status is not closed, and waits for one party.',
    broken: openStatus,
  },
} as const

/** An invariant between questions `q` and rows of another table: no such row belongs to such a question. */
export type BetweenTables = {
  rule: string
  table: 'offers' | 'messages'
  /** SQL condition of the rows `x`. An index of the table lists them by question. */
  rows: string
  /** SQL condition of the questions `q`. */
  questions: string
}

/** The invariants between tables. */
export const betweenTables = {
  'no-offer-of-what-is-taken': {
    rule: 'Offers are open only if experts can still take the question.',
    table: 'offers',
    rows: `x.status = 'pending'`,
    questions: `(q.status <> 'UNRESOLVED' or (q.type = 'ONE_TO_ONE' and q.holder_id is not null))`,
  },
  // The job `withdraw-offers` does it within seconds, unless Redis lost it or it failed.
  'no-offer-to-the-absent': {
    rule: 'An expert who has been unavailable for five minutes has no open offers.',
    table: 'offers',
    rows: `x.status = 'pending' and exists (
      select 1 from experts e join users u on u.id = e.user_id and u.company_id = e.company_id
      where e.user_id = x.expert_id and e.company_id = x.company_id
        and (not e.is_active or u.is_blocked or e.availability <> 'AVAILABLE')
        and e.changed_at < statement_timestamp() - interval '5 minutes' offset 0)`,
    questions: 'true',
  },
  'no-prompt-on-what-is-closed': {
    rule: 'Closed questions show no prompts.',
    table: 'messages',
    rows: `x.type in (${quoted(expertPrompts)})`,
    questions: 'q.closed_at is not null',
  },
} as const satisfies Record<string, BetweenTables>

/** Returns SQL that follows a select list and finds the rows `x` and questions `q` that violate an invariant between tables. */
export const brokenBetween = ({ table, rows, questions }: BetweenTables): string =>
  `from ${table} x join questions q on q.id = x.question_id and q.company_id = x.company_id where ${rows} and ${questions}`

/** Age of a missed deadline at which the sweepers must have failed. */
const untilOverdue = `interval '5 minutes'`
/** Returns SQL: a deadline of the question `q` was missed. `at` is the company's time. */
export const isOverdue = (at: string) => `q.next_due_at <= ${at} - ${untilOverdue} and ${isAlive}`

/** Returns SQL of the units of all unresolved questions that an expert holds. */
export const held = (expert: string) => `(select coalesce(sum(q.units), 0)::int from questions q
  where q.holder_id = ${expert}.user_id and q.company_id = ${expert}.company_id and q.closed_at is null and q.status = 'UNRESOLVED')`

export type InvariantName =
  | keyof typeof ofQuestions
  | keyof typeof ofClosed
  | keyof typeof betweenTables
  | 'deadlines-are-met'
  | 'load-is-what-is-held'

const rules = { ...ofQuestions, ...ofClosed, ...betweenTables }

/** The text of each invariant. */
export const invariants: Record<InvariantName, string> = {
  ...(Object.fromEntries(Object.entries(rules).map(([name, { rule }]) => [name, rule])) as Record<
    keyof typeof rules,
    string
  >),
  'deadlines-are-met': 'No deadline is missed by five minutes, except for questions with a dead letter.',
  'load-is-what-is-held': 'An expert’s load is the sum of units of the unresolved questions that they hold.',
}
