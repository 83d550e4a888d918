import { companyClock } from '../clock/company-time.ts'
import { settingIn } from '../companies/category-setting.ts'
import { isOpenTo } from './open-to-all.ts'

// Parts of the guards and assignments of moves. In this SQL `q` is the question and $2 the expert.

/** Returns words of a list in contracts as the inside of an SQL `in (…)`. */
export const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/**
 * A relation of one row that the planner takes for a hundred. Conditions that it cannot judge make it expect one row of a
 * batch. It would then compare each row with each other row, which is slow for the hundred rows of a batch. `cross join` this.
 */
export const plannedAsMany = `jsonb_array_elements('[null]')`

/** As `companyClock`, for the companies of the question ids $1. A question's clock is that of its company. */
export const clocksOfQuestions = `clock as materialized (
  select id as company_id, statement_timestamp() + clock_offset as now from companies
  where id = any(array(select company_id from questions where id = any($1::uuid[])))
)`

/** SQL of the company's time in a statement with the part `clock`. */
export const now = 'clock.now'

const settings = 'clock.settings'
/** SQL: the question is marked as resolved, by an expert or after the asker's silence. */
export const isMarked = 'clock.is_marked'
/** SQL: an expert marked the question as resolved. */
const isMarkedByExpert = 'clock.is_marked_by_expert'

/**
 * Returns the part `clock` of a statement on the locked question $1: the company's time, and what `sql` reads of the question's
 * mark and category. An UPDATE of a distributed database may have no subquery inside of CASE or COALESCE.
 */
export const clockOfQuestion = (sql: string): string => {
  const reads = [
    ...(sql.includes(settings) ? ['k.settings'] : []),
    ...(sql.includes(isMarked) ? [`exists (${mark('$1', '$company')}) as is_marked`] : []),
    ...(sql.includes(isMarkedByExpert)
      ? [`exists (${mark('$1', '$company', 'and m.detail is null')}) as is_marked_by_expert`]
      : []),
  ]
  if (reads.length === 0) return companyClock
  return `clock as materialized (
  select c.id as company_id, statement_timestamp() + c.clock_offset as now, ${reads.join(', ')}
  from companies c join questions q on q.id = $1 and q.company_id = $company
    join categories k on k.id = q.category_id and k.company_id = $company
  where c.id = $company
)`
}

/** A mark that the system added after the asker's silence has a `detail`. */
const mark = (question: string, company: string, condition = '') =>
  `select 1 from messages m where m.question_id = ${question} and m.company_id = ${company} and m.type = 'MARK_AS_RESOLVED_MESSAGE' ${condition} offset 0`
/** SQL: the question `q` is marked as resolved, in a statement without the part `clock`. */
export const hasMark = `exists (${mark('q.id', 'q.company_id')})`

/**
 * Returns SQL of a time plus an interval of fixed length. Postgres computes in the session's time zone otherwise, so it takes the
 * sum for STABLE. No UPDATE of a distributed database may compute such a sum from columns.
 */
export const plus = (time: string, interval: string) =>
  `((${time} at time zone 'UTC' + ${interval}) at time zone 'UTC')`

// Units that a question takes from its holder. Each change of the turn sets them, because the category may change meanwhile.
const weight = settingIn(settings, 'weight')
const waitingWeight = `least(${settingIn(settings, 'waitingWeight')}, ${weight})`
export const expertsTurn = `turn = 'experts', units = ${weight}`
const intervalOf = (setting: Parameters<typeof after>[0]) =>
  `${settingIn(settings, setting)} * interval '1 millisecond'`
export const after = (
  setting: 'leaseMs' | 'escalationMs' | 'approvalMs' | 'silenceMs' | 'autoHoldMs' | 'secondOpinionMs',
) => plus(now, intervalOf(setting))

/**
 * A question that waits for routing is found by the sweeper after this time, because its job may have been lost with Redis.
 * It is well inside the five minutes of the no-limbo rule.
 */
export const retryRoutingMs = 15_000
/** SQL of the time at which routing is asked again. */
export const retryRouting = plus(now, `interval '${retryRoutingMs} milliseconds'`)

/** Prompt and escalation run during the experts' turn: an asker's message starts them, an expert's message stops them. */
const escalation = after('escalationMs')
const prompt = plus(now, `${intervalOf('escalationMs')} * ${settingIn(settings, 'rerouteShare')}`)
export const startEscalation = `escalation_due_at = ${escalation}, prompt_due_at = ${prompt}`
export const stopEscalation = 'escalation_due_at = null, prompt_due_at = null'
/**
 * SQL of when an answered question closes by itself unless a person writes. The asker is prompted after `silenceMs`, and their silence
 * approves after another `approvalMs`. Null: never.
 */
const closesAt = `case when ${settingIn(settings, 'silenceMs')} > 0
    then ${plus(now, `${intervalOf('silenceMs')} + ${intervalOf('approvalMs')}`)} end`
/** The asker's silence does not count during the experts' turn. It counts anew from the next answer. */
export const stopSilence = `approval_due_at = null, silence_due_at = null,
  expires_at = case when q.num_responses > 0 then ${closesAt} else q.expires_at end`
/** Prompts the asker to confirm. Silence approves in time. */
export const startApproval = `approval_due_at = ${after('approvalMs')}, silence_due_at = null, expires_at = ${after('approvalMs')}`
/** It becomes or stays the experts' turn. Prompt and escalation start anew, or run on if it was their turn already. */
export const expertsClocks = `${stopSilence},
  escalation_due_at = case when q.turn = 'experts' then q.escalation_due_at else ${escalation} end,
  prompt_due_at = case when q.turn = 'experts' then q.prompt_due_at else ${prompt} end`
// The second opinion is over: another expert took the question, or it ended.
export const endOpinion = 'opinion_due_at = null, opinion_of = null'
const stopRouting = `wave_due_at = null, lease_due_at = null, hold_due_at = null, ${endOpinion}`

/** An answered question waits for its asker. Only questions without a response expire. */
export const askersTurn = `turn = 'asker', units = ${waitingWeight}, reroute_reason = null, expiry_due_at = null, ${stopEscalation}, ${stopRouting}`
/** An expert wrote: the time that the asker may be silent starts anew. A mark of an expert still stands, one after silence does not. */
export const awaitAsker = `${askersTurn}, approval_due_at = case when ${isMarkedByExpert} then ${after('approvalMs')} end,
  silence_due_at = case when not ${isMarkedByExpert} and ${settingIn(settings, 'silenceMs')} > 0 then ${after('silenceMs')} end,
  expires_at = case when ${isMarkedByExpert} then ${after('approvalMs')} else ${closesAt} end`
export const noExperts = `${stopEscalation}, ${stopRouting}, approval_due_at = null, silence_due_at = null, expiry_due_at = null`
export const closed = `turn = null, closed_at = ${now}, ${noExperts}`
/** The question is asked of experts anew, so it is not open to all before the waves of this round. */
export const newRound = 'round = q.round + 1, wave = 0, open_to_all_at = null'
export const backToRouting = `holder_id = null, turn = 'experts', ${newRound}, wave_due_at = ${retryRouting}, lease_due_at = null,
  ${expertsClocks}`

// Starts the experts' turn after an undecided or rejected automatic answer, unless an expert has answered meanwhile.
export const toExpertsUnlessAnswered = `turn = case when q.num_responses = 0 then 'experts' else q.turn end,
  wave_due_at = case when q.num_responses = 0 and q.holder_id is null then coalesce(q.wave_due_at, ${retryRouting}) else q.wave_due_at end,
  escalation_due_at = case when q.num_responses = 0 and q.turn = 'asker' then ${escalation} else q.escalation_due_at end,
  prompt_due_at = case when q.num_responses = 0 and q.turn = 'asker' then ${prompt} else q.prompt_due_at end`

/** Returns SQL: the row of this column, such as `o.question_id`, is one of the company of the transaction. */
export const isOfCompany = (column: string) => `${column.split('.')[0]}.company_id = $company`

/** `turn || ''` hides the index of everything that waits, which the planner would read instead of the given ids. */
export const isExpertsTurn = `q.turn || '' = 'experts'`

/** Returns SQL of `next_stamp`, which no UPDATE of a distributed database may call with a column. */
export const nextStamp = (previous: string, at: string) =>
  `greatest(${at}, (date_trunc('second', (${previous} at time zone 'UTC') + interval '999 milliseconds') + interval '1 millisecond') at time zone 'UTC')`

/** SQL of messages: they are under the response $1. The question leads to their index. */
export const underResponse = `company_id = $company and response_id = $1
  and question_id = (select question_id from responses where id = $1 and company_id = $company)`
const orOpen = `
  or ${isOpenTo('$2')}`
export const isOffered = `(exists (select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.expert_id = $2 and o.status = 'pending' offset 0)${orOpen})`
/** Returns a condition on a question that is not open to all, without the rule of open questions. */
export const withoutOpenRule = (sql: string): string => sql.replaceAll(orOpen, '')
/** `is not distinct from` hides the index of the expert's answers, which the planner would read in a small installation and keep reading. */
export const hasAnswered = `exists (select 1 from responses r where r.question_id = q.id and r.company_id = $company and r.author_id is not distinct from $2 and r.type = 'EXPERT' offset 0)`
/** The holder may give a question up. If no expert holds it, offered experts and those who answered it may. */
export const mayGiveUp = `(q.holder_id = $2 or (q.holder_id is null and (${isOffered} or ${hasAnswered})))`
