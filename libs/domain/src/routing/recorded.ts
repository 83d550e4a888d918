import type { OfferStatus } from '@askline/contracts'
import { categories, questions, type RowOf, statement, type Tx, types } from '@askline/db'
import { epochMs } from '../clock/milliseconds.ts'
import { answeredByExperts } from './promises.ts'

type RecordedOffer = {
  expertId: string
  status: OfferStatus
  score: number
  offeredAt: number
  closedAt: number | null
}

/** A question as it was routed, for replays. Times in ms since 1970. */
const recordedRow = {
  questionId: questions.id,
  askerId: questions.askerId,
  text: questions.text,
  language: questions.language,
  predictedClass: questions.predictedClass,
  category: categories.name,
  settings: categories.settings,
  askedAt: types.float,
  /** Time of the first expert's answer, and of the end. Null: never. */
  answeredAt: types.nullable(types.float),
  endedAt: types.nullable(types.float),
  isRerouted: questions.isRerouted,
  offers: types.json<RecordedOffer[]>(),
  /** Experts who could have been asked in the first decision. Empty if the decision is no longer stored. */
  couldBeAsked: types.array(types.text),
} as const
export type RecordedQuestion = RowOf<typeof recordedRow>

const ms = (column: string) => `${epochMs(column)}::float8`

const recorded = statement({
  name: 'recorded-questions',
  params: [types.uuid, types.float, types.nullable(types.uuid), types.int],
  row: recordedRow,
  text: `select q.id as "questionId", q.asker_id as "askerId", q.text, q.language, q.predicted_class as "predictedClass",
      k.name as category, k.settings, ${ms('q.created_at')} as "askedAt",
      case when ${answeredByExperts} then ${ms('q.first_response_at')} end as "answeredAt",
      ${ms('coalesce(q.closed_at, q.rerouted_at)')} as "endedAt", q.is_rerouted as "isRerouted",
      (select coalesce(json_agg(json_build_object('expertId', o.expert_id, 'status', o.status, 'score', coalesce(o.score, 0),
          'offeredAt', ${ms('o.created_at')}, 'closedAt', ${ms('o.closed_at')}) order by o.created_at), '[]')
        from offers o where o.question_id = q.id and o.company_id = q.company_id) as offers,
      array(select distinct c ->> 'expertId' from (
          select d.candidates, r.named from routing_decisions d left join routing_rosters r on r.id = d.roster_id and r.company_id = d.company_id
          where d.question_id = q.id and d.company_id = q.company_id order by d.round, d.wave limit 1
        ) first cross join lateral (
          select json_array_elements(first.candidates) as c union all select json_array_elements(first.named)
        ) named where c ->> 'verdict' in ('ranked_below', 'offered')) as "couldBeAsked"
    from questions q join categories k on k.id = q.category_id and k.company_id = q.company_id
    where q.company_id = $1 and q.first_offered_at > clock_timestamp() - $2 * interval '1 millisecond'
      and q.changed_at > clock_timestamp() - $2 * interval '1 millisecond' and ($3::uuid is null or q.id > $3)
    order by q.id limit $4`,
})

/** Returns at most `limit` questions of a company that were first offered in the last `sinceMs` ms, by id after `after`. */
export const findRecordedQuestions = (
  tx: Tx,
  companyId: string,
  { sinceMs, after, limit }: { sinceMs: number; after: string | null; limit: number },
) => tx.query(recorded, [companyId, sinceMs, after, limit])
