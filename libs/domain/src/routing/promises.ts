import type { PromiseReportView } from '@askline/contracts'
import { categories, questions, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { msBetween } from '../clock/milliseconds.ts'

/** SQL of the time until which the first wave of a question `q` promised an answer; null without a promise. */
export const promisedUntil = `q.first_offered_at + q.promised_ms * interval '1 millisecond'`

/** SQL: an expert gave the first answer of `q`. Agents answer only after a reroute. */
export const answeredByExperts =
  'q.first_response_at is not null and (q.rerouted_at is null or q.first_response_at < q.rerouted_at)'

/**
 * A promise is `kept` if an expert answered in time. It is `broken` if no expert did, or if another party than the asker rerouted
 * the question. It is `void` if the asker or the company ended the question before it was due, and else `open`.
 */
export const promiseOutcomes = ['kept', 'broken', 'void', 'open'] as const
export type PromiseOutcome = (typeof promiseOutcomes)[number]

const outcome = `case
  when ${answeredByExperts} and q.first_response_at <= ${promisedUntil} then 'kept'
  when q.rerouted_at <= ${promisedUntil} and q.reroute_type is not null and q.reroute_type <> 'BY_POSTER' then 'broken'
  when least(q.rerouted_at, q.closed_at) <= ${promisedUntil} then 'void'
  when ${timeOf('q.company_id')} > ${promisedUntil} then 'broken'
  else 'open' end`

const judged = statement({
  name: 'judge-promises',
  params: [types.array(types.uuid)],
  row: { questionId: questions.id, outcome: types.textOf<PromiseOutcome>(), leftMs: types.float },
  text: `select q.id as "questionId", ${outcome} as outcome,
      ${msBetween(timeOf('q.company_id'), promisedUntil)} as "leftMs"
    from questions q where q.id = any($1::uuid[]) and q.promised_ms is not null`,
})

/** Returns the outcomes of the promises of these questions. Leaves out questions without a promise. */
export const judgePromises = (tx: Tx, questionIds: string[]) => tx.query(judged, [questionIds])

const report = statement({
  name: 'report-promises',
  params: [types.uuid, types.float],
  row: { category: categories.name, outcome: types.textOf<PromiseOutcome>(), count: types.int },
  text: `select k.name as category, o.outcome, count(*)::int as count
    from questions q join categories k on k.id = q.category_id and k.company_id = q.company_id cross join lateral (select ${outcome} as outcome) o
    where q.company_id = $1 and q.promised_ms is not null
      and q.first_offered_at > ${timeOf('$1')} - $2 * interval '1 day' and q.changed_at > ${timeOf('$1')} - $2 * interval '1 day'
    group by k.name, o.outcome order by k.name`,
})

/**
 * Counts the promises of the last `days` days by the company's time, in total and by category. The `keptShare` is the share of
 * the decided ones, or null if none is decided.
 */
export async function reportPromises(tx: Tx, companyId: string, days: number): Promise<PromiseReportView> {
  const rows = await tx.query(report, [companyId, days])
  const names = [...new Set(rows.map(({ category }) => category))]
  return {
    days,
    ...tally(rows),
    categories: names.map((category) => ({ category, ...tally(rows.filter((row) => row.category === category)) })),
  }
}

function tally(rows: { outcome: PromiseOutcome; count: number }[]) {
  const of = (name: PromiseOutcome) => rows.reduce((sum, row) => sum + (row.outcome === name ? row.count : 0), 0)
  const [kept, broken] = [of('kept'), of('broken')]
  return {
    kept,
    broken,
    void: of('void'),
    open: of('open'),
    keptShare: kept + broken === 0 ? null : kept / (kept + broken),
  }
}
