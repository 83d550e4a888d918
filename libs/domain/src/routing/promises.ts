import type { PromiseReportView } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { msBetween } from './milliseconds.ts'

/** When the answer that a question's first wave promised is due; null without a promise. `q` is the question. */
export const promisedUntil = `q.first_offered_at + q.promised_ms * interval '1 millisecond'`

/** An expert gave the first answer: agents come only after a question is rerouted. */
export const answeredByExperts =
  'q.first_response_at is not null and (q.rerouted_at is null or q.first_response_at < q.rerouted_at)'

/**
 * `kept`: an expert answered in time. `broken`: none did, or agents got it because experts would not. `void`: before it was due
 * the asker or the company ended it. `open`: it is not due yet.
 */
export const promiseOutcomes = ['kept', 'broken', 'void', 'open'] as const
export type PromiseOutcome = (typeof promiseOutcomes)[number]

const outcome = `case
  when ${answeredByExperts} and q.first_response_at <= ${promisedUntil} then 'kept'
  when q.rerouted_at <= ${promisedUntil} and q.reroute_type is not null and q.reroute_type <> 'BY_POSTER' then 'broken'
  when least(q.rerouted_at, q.closed_at) <= ${promisedUntil} then 'void'
  when company_now(q.company_id) > ${promisedUntil} then 'broken'
  else 'open' end`

const judged: Statement = {
  name: 'judge-promises',
  text: `select q.id as "questionId", ${outcome} as outcome,
      ${msBetween('company_now(q.company_id)', promisedUntil)} as "leftMs"
    from questions q where q.id = any($1::uuid[]) and q.promised_ms is not null`,
}

/** How the promises made for these questions stand. Questions that are gone, or were promised nothing, are left out. */
export const judgePromises = (tx: Tx, questionIds: string[]) =>
  tx.query<{ questionId: string; outcome: PromiseOutcome; leftMs: number }>(judged, [questionIds])

const report: Statement = {
  name: 'report-promises',
  text: `select k.name as category, o.outcome, count(*)::int as count
    from questions q join categories k on k.id = q.category_id cross join lateral (select ${outcome} as outcome) o
    where q.company_id = $1 and q.promised_ms is not null
      and q.first_offered_at > company_now($1) - $2 * interval '1 day' and q.changed_at > company_now($1) - $2 * interval '1 day'
    group by k.name, o.outcome order by k.name`,
}

/** Promises of the last `days` days, by the company's time: all of them, and by category. `keptShare` is of those decided; null: none. */
export async function reportPromises(tx: Tx, companyId: string, days: number): Promise<PromiseReportView> {
  const rows = await tx.query<{ category: string; outcome: PromiseOutcome; count: number }>(report, [companyId, days])
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
