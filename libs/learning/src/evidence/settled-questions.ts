import { questions, type RowOf, statement, type Tx, types } from '@askline/db'
import { msBetween } from '@askline/domain/clock/milliseconds'
import { deletedText } from '@askline/domain/privacy/deleted-text'
import { answeredByExperts } from '@askline/domain/routing/promises'
import { columnsOf, type Window } from '@askline/domain/routing/windows'
import { isSettled, tellsOfExperts } from './resolved-evidence.ts'

/** A settled question as the estimate of answer times reads it. */
const answerTimeRow = {
  questionId: questions.id,
  categoryId: questions.categoryId,
  predictedClass: questions.predictedClass,
  /** First offer, or the time of asking if no offer was recorded. */
  offeredAt: types.instant,
  /** Experts who could have been asked then; null if unknown. */
  available: questions.expertsAvailable,
  /** Time from then to the first answer, in ms; null if no expert answered. */
  answeredInMs: types.nullable(types.float),
  /** How long it had waited when its asker or the company ended it, in ms; null if answered or given up by experts. */
  endedInMs: types.nullable(types.float),
} as const
export type AnswerTimeRow = RowOf<typeof answerTimeRow>

/** An answered, rerouted or closed question that changed. */
const settledChangeRow = {
  ...answerTimeRow,
  companyId: questions.companyId,
  version: questions.version,
  /** Whether it shows who resolves what, so that `findResolvedEvidence` returns it. */
  isEvidence: types.boolean,
  /** Whether its asker was forgotten and its text erased. */
  isErased: types.boolean,
  /** Whether experts were asked, so that its answer time counts. */
  tellsTime: types.boolean,
  firstResponseAt: questions.firstResponseAt,
  /** How long experts took to answer, in ms; null if they did not. */
  responseMs: types.nullable(types.float),
} as const
export type SettledChange = RowOf<typeof settledChangeRow>

const offeredAt = 'coalesce(q.first_offered_at, q.created_at)'
const settledAt = 'coalesce(q.first_response_at, least(q.rerouted_at, q.closed_at))'
const msSinceOffer = (instant: string) => msBetween(offeredAt, instant)
const tellsTime = `(q.first_offered_at is not null or ${answeredByExperts})`

// Questions rerouted by experts, time or lack of experts count as never answered. For questions ended by asker or company,
// only a lower bound of the answer time is known.
const answerTimeColumns = `q.id as "questionId", q.category_id as "categoryId", q.predicted_class as "predictedClass",
  ${offeredAt} as "offeredAt", q.experts_available as available,
  case when ${answeredByExperts} then ${msSinceOffer('q.first_response_at')} end as "answeredInMs",
  case when not (${answeredByExperts}) and (q.rerouted_at is null or q.reroute_type is null or q.reroute_type = 'BY_POSTER')
    then ${msSinceOffer('least(q.rerouted_at, q.closed_at)')} end as "endedInMs"`

// The conditions on $1 and $3 look up the changes in the index. Without them all settled questions would be read, twice a second.
const settledChanges = statement({
  name: 'settled-changes',
  params: [types.array(types.uuid), types.array(types.instant), types.instant],
  row: settledChangeRow,
  text: `select q.company_id as "companyId", q.version, ${answerTimeColumns}, ${tellsTime} as "tellsTime",
    ${tellsOfExperts} as "isEvidence", q.text = '${deletedText}' as "isErased", q.first_response_at as "firstResponseAt", case when not q.is_rerouted
      then ${msBetween('q.created_at', 'q.first_response_at')} end as "responseMs"
    from questions q join unnest($1::uuid[], $2::timestamptz[]) as w(company_id, since)
      on w.company_id = q.company_id and q.changed_at > w.since
    where q.company_id = any($1::uuid[]) and q.changed_at > $3 and ${isSettled}`,
})

/** Windows that begin within this time of each other are read together, in ms. */
const nearMs = 60_000

/** Returns settled questions that changed after `since`, in the time of each company. */
export async function findSettledChanges(tx: Tx, windows: Window[]): Promise<SettledChange[]> {
  const earliest = Math.min(...windows.map(({ since }) => since.getTime()))
  const isNear = ({ since }: Window) => since.getTime() - earliest < nearMs
  // The clock of a sandbox may be years ahead, and all its changes are later than the earliest time.
  const groups = [windows.filter(isNear), ...windows.filter((window) => !isNear(window)).map((window) => [window])]
  const found: SettledChange[][] = []
  for (const group of groups) {
    const since = new Date(Math.min(...group.map((window) => window.since.getTime())))
    if (group.length > 0) found.push(await tx.query(settledChanges, [...columnsOf(group), since]))
  }
  // Not by spread arguments, of which JavaScript takes some hundred thousand.
  return found.flat()
}

const settledRow = {
  id: questions.id,
  at: questions.changedAt,
  isErased: types.boolean,
  isEvidence: types.boolean,
} as const
type SettledRow = RowOf<typeof settledRow>

const settledPage = statement({
  name: 'settled-page',
  params: [types.uuid, types.instant, types.uuid, types.int],
  row: settledRow,
  text: `select id, changed_at as "at", text = '${deletedText}' as "isErased",
      ${tellsOfExperts} as "isEvidence"
    from questions q where company_id = $1 and (changed_at, id) > ($2, $3::uuid) and ${isSettled}
    order by changed_at, id limit $4`,
})

/** Reads the ids of questions that became evidence or were erased after `since`, in company time, page by page. */
export async function* readSettledSince(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  companyId: string,
  since: Date,
  chunk: number,
): AsyncGenerator<{ resolved: string[]; erased: string[] }> {
  let last = { at: since, id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { at, id } = last
    const page = await run((tx) => tx.query(settledPage, [companyId, at, id, chunk]))
    const idsOf = (rows: SettledRow[]) => rows.map((row) => row.id)
    yield { resolved: idsOf(page.filter((row) => row.isEvidence)), erased: idsOf(page.filter((row) => row.isErased)) }
    const end = page.at(-1)
    if (!end || page.length < chunk) return
    last = end
  }
}

const answerTimes = statement({
  name: 'answer-times',
  params: [types.uuid, types.int],
  row: { ...answerTimeRow, settledAt: types.nullable(types.instant) },
  text: `select * from (
      select ${answerTimeColumns}, ${settledAt} as "settledAt" from questions q
      where q.company_id = $1 and ${isSettled} and ${tellsTime} order by q.changed_at desc limit $2
    ) newest order by "settledAt"`,
})

/** Returns a company's newest settled questions, at most `limit`, earliest settled first. */
export function findAnswerTimes(tx: Tx, companyId: string, limit: number): Promise<AnswerTimeRow[]> {
  return tx.query(answerTimes, [companyId, limit])
}

const lastResponse = statement({
  name: 'last-response',
  params: [types.uuid, types.int],
  row: { firstResponseAt: types.present(questions.firstResponseAt), responseMs: types.float },
  // No index has the times of first responses. The newest one belongs to one of the questions that changed last.
  text: `select first_response_at as "firstResponseAt", ${msBetween('created_at', 'first_response_at')} as "responseMs"
    from (
      select first_response_at, created_at, is_rerouted from questions where company_id = $1 and ${isSettled}
      order by changed_at desc limit $2
    ) newest where first_response_at is not null and not is_rerouted order by first_response_at desc limit 1`,
})

/** Settled questions that changed last and are looked through for the newest first response. */
const lookedThrough = 1_000

/**
 * Returns when experts last gave a first answer and how long it took in ms. Looks at the 1,000 settled questions that changed last,
 * and returns `undefined` if none has one.
 */
export async function findLastResponse(
  tx: Tx,
  companyId: string,
): Promise<{ firstResponseAt: Date; responseMs: number } | undefined> {
  const [last] = await tx.query(lastResponse, [companyId, lookedThrough])
  return last
}
