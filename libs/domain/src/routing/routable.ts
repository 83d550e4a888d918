import { categories, questions, type RowOf, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { msBetween } from '../clock/milliseconds.ts'
import { settingIn } from '../companies/category-setting.ts'
import { isOpenToAll } from '../people/open-to-all.ts'
import { promisedUntil } from './promises.ts'
import { isAtLarge } from './quarantine.ts'

/** A question that waits for experts, with everything that the planner reads. */
const routableRow = {
  questionId: questions.id,
  companyId: questions.companyId,
  askerId: questions.askerId,
  type: questions.type,
  text: questions.text,
  language: questions.language,
  categoryId: questions.categoryId,
  /** ms since it first came to routing, by the company's time. Declined and returned questions keep their age. */
  ageMs: types.float,
  /** Number of waves sent in this round. */
  wave: questions.wave,
  round: questions.round,
  /** Experts with an offer in this round, open or closed. */
  offeredExpertIds: types.array(types.uuid),
  /** Experts who declined in any round. They are not asked again. */
  declinedExpertIds: types.array(types.uuid),
  /** Experts with an open offer. Offers past their time lapse with the next wave. */
  pendingExpertIds: types.array(types.uuid),
  /** The question is open to all experts who meet `openRequirement`. */
  isOpen: types.boolean,
  openRequirement: questions.openRequirement,
  settings: categories.settings,
  /** The given or found class of the text, or null. */
  predictedClass: questions.predictedClass,
  /** It was offered before, in any round. */
  wasOffered: types.boolean,
  /** It has no response yet, not even an automatic one. */
  isUntouched: types.boolean,
  /** ms left of the promise of its first wave, negative if broken. Null if there is no promise or it was answered. */
  promiseLeftMs: types.nullable(types.float),
  /** A category of the company takes more than one unit, so heavy questions may wait: see `findPatient`. */
  hasHeavy: types.boolean,
} as const
export type RoutableQuestion = RowOf<typeof routableRow>

// The company's time, written out: each row needs it several times, and a call of company_now costs as much as reading an offer.
const now = '(clock_timestamp() + c.clock_offset)'

// `turn || ''` hides the index of the whole backlog. Before the tables are analyzed, the planner believes that index to be empty
// and would read thousands of waiting questions to find a few by id.
const routable = statement({
  name: 'find-routable',
  params: [types.array(types.uuid), types.boolean],
  row: routableRow,
  text: `select q.id as "questionId", q.company_id as "companyId", q.asker_id as "askerId", q.type, q.text, q.language,
      q.category_id as "categoryId", q.wave, q.round, k.settings,
      ${isOpenToAll} as "isOpen", q.open_requirement as "openRequirement",
      q.predicted_class as "predictedClass", q.first_offered_at is not null as "wasOffered",
      q.num_responses = 0 and not exists (select 1 from responses r where r.question_id = q.id and r.company_id = q.company_id) as "isUntouched",
      case when q.first_response_at is null
        then ${msBetween(now, promisedUntil)} end as "promiseLeftMs",
      ${msBetween('q.queued_at', now)} as "ageMs",
      exists (select 1 from categories h where h.company_id = q.company_id and (h.settings ->> 'weight')::int > 1) as "hasHeavy",
      asked."offeredExpertIds", asked."declinedExpertIds",
      array(select p.id from unnest(asked.pending, asked.due) as p(id, due) where p.due is null or p.due > ${now}) as "pendingExpertIds"
    from questions q join categories k on k.id = q.category_id and k.company_id = q.company_id join companies c on c.id = q.company_id
      cross join lateral (
        select coalesce(array_agg(o.expert_id) filter (where o.round = q.round), '{}') as "offeredExpertIds",
          coalesce(array_agg(o.expert_id) filter (where o.status = 'declined'), '{}') as "declinedExpertIds",
          array_agg(o.expert_id) filter (where o.status = 'pending') as pending,
          array_agg(o.due_at) filter (where o.status = 'pending') as due
        from offers o where o.question_id = q.id and o.company_id = q.company_id
      ) asked
    where q.id = any($1::uuid[]) and ($2 or ${isAtLarge}) and q.status = 'UNRESOLVED' and q.turn || '' = 'experts' and q.holder_id is null
      and (q.widens_at <= ${now} or not exists (select 1 from offers o
        where o.question_id = q.id and o.company_id = q.company_id and o.status = 'pending' and o.due_at > ${now}))`,
})

/**
 * Returns those of `questionIds` that need experts now: the experts' turn, not held, and no running wave or one that may widen.
 * Leaves out quarantined questions unless `isQuarantine`.
 */
export function findRoutable(tx: Tx, questionIds: string[], isQuarantine = false): Promise<RoutableQuestion[]> {
  return tx.query(routable, [questionIds, isQuarantine])
}

/** Minutes of age that one point of a category's priority counts as. */
const minutesPerPriority = 10

const backlog = statement({
  name: 'find-backlog',
  params: [types.int],
  row: { id: types.uuid },
  text: `select w.id from (
      select q.id, q.queued_at - ${settingIn('k.settings', 'priority')} * interval '${minutesPerPriority} minutes' as since
      from questions q join categories k on k.id = q.category_id and k.company_id = $company
      where q.company_id = $company and q.turn = 'experts' and q.holder_id is null and q.status = 'UNRESOLVED'
        and (q.open_to_all_at is null or q.widens_at <= ${timeOf('$company')})
      order by since offset 0
    ) w
    where not exists (select 1 from offers o
      where o.question_id = w.id and o.company_id = $company and o.status = 'pending' and o.due_at > ${timeOf('$company')})
    order by w.since limit $1`,
})

/**
 * Returns ids of a company's questions that wait for experts, oldest first. Questions that are open to all do not wait. Priority counts as age, so no question starves: it is
 * overtaken only by questions that came soon after it.
 */
export async function findBacklog(tx: Tx, companyId: string, limit: number): Promise<string[]> {
  return (await tx.of(companyId).query(backlog, [limit])).map((row) => row.id)
}

/** A question of more than one unit that has waited longer than `patienceMs` of its category. */
const patientRow = {
  questionId: questions.id,
  companyId: questions.companyId,
  askerId: questions.askerId,
  categoryId: questions.categoryId,
  language: questions.language,
  ageMs: types.float,
  declinedExpertIds: types.array(types.uuid),
  settings: categories.settings,
} as const
export type PatientQuestion = RowOf<typeof patientRow>

const patient = statement({
  name: 'find-patient',
  params: [types.array(types.uuid)],
  row: patientRow,
  text: `select distinct on (q.company_id) q.id as "questionId", q.company_id as "companyId", q.asker_id as "askerId",
      q.category_id as "categoryId", q.language, ${msBetween('q.queued_at', timeOf('q.company_id'))} as "ageMs",
      array(select o.expert_id from offers o where o.question_id = q.id and o.company_id = q.company_id and o.status = 'declined') as "declinedExpertIds", k.settings
    from questions q join categories k on k.id = q.category_id and k.company_id = q.company_id
    where q.company_id = any($1::uuid[]) and q.turn = 'experts' and q.holder_id is null and q.status = 'UNRESOLVED'
      and q.type = 'ONE_TO_ONE' and (k.settings ->> 'weight')::int > 1
      and q.queued_at <= ${timeOf('q.company_id')}
        - ${settingIn('k.settings', 'patienceMs')} * interval '1 millisecond'
    order by q.company_id, q.queued_at`,
})

/** Returns, for each company, the heavy question that has waited longest beyond `patienceMs` of its category. */
export function findPatient(tx: Tx, companyIds: string[]): Promise<PatientQuestion[]> {
  return tx.query(patient, [companyIds])
}
