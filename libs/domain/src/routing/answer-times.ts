import type { Statement, Tx } from '@askline/db'
import { deletedText } from '../people/forget.ts'
import { msBetween } from './milliseconds.ts'
import { answeredByExperts } from './promises.ts'
import { isSettled, tellsOfExperts } from './resolved-evidence.ts'
import { columnsOf, type Window } from './windows.ts'

/** A question as the estimate of the time to an answer looks at it. */
export type AnswerTimeRow = {
  questionId: string
  categoryId: string
  predictedClass: string | null
  /** When it was first offered, or asked where that was not kept. */
  offeredAt: Date
  /** How many experts could have been asked then; null: that was not kept. */
  available: number | null
  /** ms from then to the first answer; null: no expert gave one. */
  answeredInMs: number | null
  /** ms it had waited when its asker or the company ended it; null: answered, or experts were given up. */
  endedInMs: number | null
}

/** A question that changed, and that is answered, rerouted or closed. */
export type SettledChange = {
  companyId: string
  version: number
  /** It says who resolves what: `findResolvedEvidence` has it. */
  isEvidence: boolean
  /** Its asker was forgotten, and its text erased. */
  isErased: boolean
  /** Experts were asked, so what became of it tells of them. */
  tellsTime: boolean
  firstResponseAt: Date | null
  /** How long experts took to answer, in ms; null where they did not. */
  responseMs: number | null
} & AnswerTimeRow

const offeredAt = 'coalesce(q.first_offered_at, q.created_at)'
const settledAt = 'coalesce(q.first_response_at, least(q.rerouted_at, q.closed_at))'
const msSinceOffer = (instant: string) => msBetween(offeredAt, instant)
const tellsTime = `(q.first_offered_at is not null or ${answeredByExperts})`

// Whom experts, time or a lack of them sent to the agents, experts would never have answered. Whose asker or company lost
// patience, nobody knows how long experts would have taken: only that it was longer.
const answerTimeColumns = `q.id as "questionId", q.category_id as "categoryId", q.predicted_class as "predictedClass",
  ${offeredAt} as "offeredAt", q.experts_available as available,
  case when ${answeredByExperts} then ${msSinceOffer('q.first_response_at')} end as "answeredInMs",
  case when not (${answeredByExperts}) and (q.rerouted_at is null or q.reroute_type is null or q.reroute_type = 'BY_POSTER')
    then ${msSinceOffer('least(q.rerouted_at, q.closed_at)')} end as "endedInMs"`

const settledChanges: Statement = {
  name: 'settled-changes',
  text: `select q.company_id as "companyId", q.version, ${answerTimeColumns}, ${tellsTime} as "tellsTime",
    q."isEvidence", q.text = '${deletedText}' as "isErased", q.first_response_at as "firstResponseAt", case when not q.is_rerouted
      then ${msBetween('q.created_at', 'q.first_response_at')} end as "responseMs"
    from unnest($1::uuid[], $2::timestamptz[]) as w(company_id, since)
    cross join lateral (
      select q.*, ${tellsOfExperts} as "isEvidence" from questions q where company_id = w.company_id and changed_at > w.since and ${isSettled}
    ) q`,
}

/** Answered, rerouted and closed questions that changed after a company's own `since`, in that company's time. */
export function findSettledChanges(tx: Tx, windows: Window[]): Promise<SettledChange[]> {
  return tx.query<SettledChange>(settledChanges, columnsOf(windows))
}

const settledPage: Statement = {
  name: 'settled-page',
  text: `select id, changed_at as "at", text = '${deletedText}' as "isErased",
      ${tellsOfExperts} as "isEvidence"
    from questions q where company_id = $1 and (changed_at, id) > ($2, $3::uuid) and ${isSettled}
    order by changed_at, id limit $4`,
}
type SettledRow = { id: string; at: Date; isErased: boolean; isEvidence: boolean }

/** Ids of questions that tell of experts or were erased after `since`, in the company's time: those changed first first, page by page. */
export async function* readSettledSince(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  companyId: string,
  since: Date,
  chunk: number,
): AsyncGenerator<{ resolved: string[]; erased: string[] }> {
  let last = { at: since, id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { at, id } = last
    const page = await run((tx) => tx.query<SettledRow>(settledPage, [companyId, at, id, chunk]))
    const idsOf = (rows: SettledRow[]) => rows.map((row) => row.id)
    yield { resolved: idsOf(page.filter((row) => row.isEvidence)), erased: idsOf(page.filter((row) => row.isErased)) }
    const end = page.at(-1)
    if (!end || page.length < chunk) return
    last = end
  }
}

const answerTimes: Statement = {
  name: 'answer-times',
  text: `select * from (
      select ${answerTimeColumns}, ${settledAt} as "settledAt" from questions q
      where q.company_id = $1 and ${isSettled} and ${tellsTime} order by q.changed_at desc limit $2
    ) newest order by "settledAt"`,
}

/** What became of a company's newest settled questions, `limit` at most, those settled first first. */
export function findAnswerTimes(tx: Tx, companyId: string, limit: number): Promise<AnswerTimeRow[]> {
  return tx.query<AnswerTimeRow>(answerTimes, [companyId, limit])
}

const lastResponse: Statement = {
  name: 'last-response',
  text: `select first_response_at as "firstResponseAt",
    ${msBetween('created_at', 'first_response_at')} as "responseMs"
    from questions where company_id = $1 and first_response_at is not null and not is_rerouted
    order by first_response_at desc limit 1`,
}

/** When experts of a company last gave a first answer, and how long, in ms, they took; undefined before any was given. */
export async function findLastResponse(
  tx: Tx,
  companyId: string,
): Promise<{ firstResponseAt: Date; responseMs: number } | undefined> {
  const [last] = await tx.query<{ firstResponseAt: Date; responseMs: number }>(lastResponse, [companyId])
  return last
}
