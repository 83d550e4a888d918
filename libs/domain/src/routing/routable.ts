import type { QuestionType } from '@askline/contracts'
import type { CategorySettings, Statement, Tx } from '@askline/db'
import { standardPatienceMs } from '../questions/standards.ts'
import { msBetween } from './milliseconds.ts'
import { promisedUntil } from './promises.ts'
import { isAtLarge } from './quarantine.ts'

/** A question that waits for experts, and what a planner needs to choose them. */
export type RoutableQuestion = {
  questionId: string
  companyId: string
  askerId: string
  type: QuestionType
  text: string
  language: string | null
  categoryId: string
  /** ms since it came to routing first, by the company's time: declined and returned questions keep it. */
  ageMs: number
  /** Waves sent in this round so far. */
  wave: number
  round: number
  /** Experts who were offered it in this round, whatever became of it. */
  offeredExpertIds: string[]
  /** Experts who said no, in any round: they are not asked again. */
  declinedExpertIds: string[]
  /** Experts whose offer is open. Offers that have run out lapse with the next wave. */
  pendingExpertIds: string[]
  settings: CategorySettings
  /** The class of its text, given or found; null: none yet. */
  predictedClass: string | null
  /** It was offered to somebody before, in whatever round. */
  wasOffered: boolean
  /** Nobody has answered it yet, not even with a known answer. */
  isUntouched: boolean
  /** ms left of the promise that its first wave made, negative when it is broken; null: there is none, or somebody answered. */
  promiseLeftMs: number | null
  /** Some category of the company takes more than a unit of capacity: what is heavy may wait, see `findPatient`. */
  hasHeavy: boolean
}

// The company's time, as company_now has it: here it is wanted several times a row, and a call costs as much as reading an offer.
const now = '(clock_timestamp() + c.clock_offset)'

// `turn || ''`: so that the index of the whole backlog does not fit. Few questions are looked up by their ids, among
// thousands that wait, and before the tables were analysed the planner believes that nobody does.
const routable: Statement = {
  name: 'find-routable',
  text: `select q.id as "questionId", q.company_id as "companyId", q.asker_id as "askerId", q.type, q.text, q.language,
      q.category_id as "categoryId", q.wave, q.round, k.settings,
      q.predicted_class as "predictedClass", q.first_offered_at is not null as "wasOffered",
      q.num_responses = 0 and not exists (select 1 from responses r where r.question_id = q.id) as "isUntouched",
      case when q.first_response_at is null
        then ${msBetween(now, promisedUntil)} end as "promiseLeftMs",
      ${msBetween('q.queued_at', now)} as "ageMs",
      exists (select 1 from categories h where h.company_id = q.company_id and (h.settings ->> 'weight')::int > 1) as "hasHeavy",
      asked.*
    from questions q join categories k on k.id = q.category_id join companies c on c.id = q.company_id
      cross join lateral (
        select coalesce(array_agg(o.expert_id) filter (where o.round = q.round), '{}') as "offeredExpertIds",
          coalesce(array_agg(o.expert_id) filter (where o.status = 'declined'), '{}') as "declinedExpertIds",
          coalesce(array_agg(o.expert_id)
            filter (where o.status = 'pending' and (o.due_at is null or o.due_at > ${now})), '{}') as "pendingExpertIds"
        from offers o where o.question_id = q.id
      ) asked
    where q.id = any($1::uuid[]) and ($2 or ${isAtLarge}) and q.status = 'UNRESOLVED' and q.turn || '' = 'experts' and q.holder_id is null
      and (q.widens_at <= ${now} or not exists (select 1 from offers o
        where o.question_id = q.id and o.status = 'pending' and o.due_at > ${now}))`,
}

/**
 * Those of `questionIds` that need experts now: open, the experts' turn, held by nobody, no wave still running or one that may
 * widen by now. For the others there is nothing to do. Quarantined ones are left out, unless that is what they are routed for.
 */
export function findRoutable(tx: Tx, questionIds: string[], isQuarantine = false): Promise<RoutableQuestion[]> {
  return tx.query<RoutableQuestion>(routable, [questionIds, isQuarantine])
}

/** A point of a category's priority counts like so many minutes of age: whatever waits that much longer goes first after all. */
const minutesPerPriority = 10

const backlog: Statement = {
  name: 'find-backlog',
  text: `select w.id from (
      select q.id, q.company_id, q.queued_at - coalesce((k.settings ->> 'priority')::int, 0) * interval '${minutesPerPriority} minutes' as since
      from questions q join categories k on k.id = q.category_id
      where q.company_id = $1 and q.turn = 'experts' and q.holder_id is null and q.status = 'UNRESOLVED'
      order by since offset 0
    ) w
    where not exists (select 1 from offers o
      where o.question_id = w.id and o.status = 'pending' and o.due_at > company_now(w.company_id))
    order by w.since limit $2`,
}

/**
 * Ids of a company's questions that wait for experts, oldest first. Priority is an advance in age, so nothing starves: a
 * question of an ordinary category is overtaken only by those that came soon enough after it.
 */
export async function findBacklog(tx: Tx, companyId: string, limit: number): Promise<string[]> {
  return (await tx.query<{ id: string }>(backlog, [companyId, limit])).map((row) => row.id)
}

/** A question that weighs more than a unit, and has waited longer than its category's patience: offered meanwhile or not. */
export type PatientQuestion = {
  questionId: string
  companyId: string
  askerId: string
  categoryId: string
  language: string | null
  ageMs: number
  declinedExpertIds: string[]
  settings: CategorySettings
}

const patient: Statement = {
  name: 'find-patient',
  text: `select distinct on (q.company_id) q.id as "questionId", q.company_id as "companyId", q.asker_id as "askerId",
      q.category_id as "categoryId", q.language, ${msBetween('q.queued_at', 'company_now(q.company_id)')} as "ageMs",
      array(select o.expert_id from offers o where o.question_id = q.id and o.status = 'declined') as "declinedExpertIds", k.settings
    from questions q join categories k on k.id = q.category_id
    where q.company_id = any($1::uuid[]) and q.turn = 'experts' and q.holder_id is null and q.status = 'UNRESOLVED'
      and q.type = 'ONE_TO_ONE' and (k.settings ->> 'weight')::int > 1
      and q.queued_at <= company_now(q.company_id)
        - coalesce((k.settings ->> 'patienceMs')::bigint, ${standardPatienceMs}) * interval '1 millisecond'
    order by q.company_id, q.queued_at`,
}

/** Of each company the heavy question that has waited longest, of those that waited longer than their category's patience. */
export function findPatient(tx: Tx, companyIds: string[]): Promise<PatientQuestion[]> {
  return tx.query<PatientQuestion>(patient, [companyIds])
}
