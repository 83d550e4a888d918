import { defaultRatingSystem } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { deletedText } from '../people/forget.ts'
import { epochMs } from './milliseconds.ts'
import { answeredByExperts } from './promises.ts'

/** As the index that serves it says it. */
export const isSettled = '(first_response_at is not null or rerouted_at is not null or closed_at is not null)'

// As hopeless, or by an agent: their type is that of other reroutes.
const keptFromExperts = `exists (select 1 from question_events e
  where e.question_id = q.id and e.type in ('QUESTION_REJECTED_BY_PREDICTIVE_ROUTING', 'TAKEBACK'))`

/**
 * A settled question `q` that says who resolves what: answered by experts and resolved, or given up by them, by time or for lack of
 * them, or expired, before any of them answered, whatever agents did then. What routing kept from experts says nothing, or it would
 * prove itself right; nor does what the asker, an agent or the company took from them.
 */
export const tellsOfExperts = `(q.text <> '${deletedText}' and case when ${answeredByExperts} then q.status = 'RESOLVED'
  else q.status = 'EXPIRED' or (q.rerouted_at is not null and coalesce(q.reroute_type <> 'BY_POSTER', false) and not ${keptFromExperts}) end)`

const resolvedIds: Statement = {
  name: 'resolved-question-ids',
  text: `select id from (
    select id, coalesce(first_response_at, least(rerouted_at, closed_at)) as settled_at from questions q
    where company_id = $1 and ${isSettled} and ${tellsOfExperts}
    order by changed_at desc limit $2
  ) newest order by settled_at`,
}

/** Ids of a company's newest questions that tell of experts, at most `limit`, those answered or given up first first. */
export async function findResolvedIds(tx: Tx, companyId: string, limit: number): Promise<string[]> {
  return (await tx.query<{ id: string }>(resolvedIds, [companyId, limit])).map((row) => row.id)
}

/** A settled question as a ranking learns it, without answers where no expert gave any. Times are ms since 1970; what is not known is left out. */
export type ResolvedEvidence = {
  companyId: string
  questionId: string
  askerId: string
  text: string
  language?: string
  topic?: string
  askedAt: number
  answers: ResolvedAnswer[]
}

/** `rating` is 1 (worst) to 5 (best). */
export type ResolvedAnswer = {
  expertId: string
  answeredAt: number
  accepted: boolean
  acceptedAt?: number
  rating?: number
  ratedAt?: number
}
type ResolvedRow = Omit<ResolvedEvidence, 'language' | 'topic'> & { language: string | null; topic: string | null }

const resolvedQuestions: Statement = {
  name: 'resolved-questions',
  text: `select q.company_id as "companyId", q.id as "questionId", q.asker_id as "askerId", q.text, q.language,
    q.predicted_class as topic, ${epochMs('q.created_at')}::float8 as "askedAt", (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('expertId', r.author_id, 'answeredAt', ${epochMs('r.created_at')},
        'accepted', r.is_accepted, 'acceptedAt', ${epochMs('r.accepted_at')}, 'rating', rated.rating,
        'ratedAt', ${epochMs('r.rated_at')})) order by r.created_at), '[]')
      from responses r left join lateral (
        select case when s.is_ascending then 1 + 4.0 * (v.place - 1) / greatest(s.count - 1, 1)
          else 5 - 4.0 * (v.place - 1) / greatest(s.count - 1, 1) end as rating
        from jsonb_array_elements_text(s.names) with ordinality as v(value, place) where v.value = r.rating
      ) rated on true
      where r.question_id = q.id and r.type = 'EXPERT' and r.author_id is not null
    ) as answers
    from questions q join companies c on c.id = q.company_id cross join lateral (
      select coalesce(c.settings -> 'ratingSystem' -> 'values', $2::jsonb) as names,
        coalesce(c.settings -> 'ratingSystem' ->> 'order', 'DESCENDING') = 'ASCENDING' as is_ascending,
        jsonb_array_length(coalesce(c.settings -> 'ratingSystem' -> 'values', $2::jsonb)) as count
    ) s
    where q.id in (select q.id from questions q where q.id = any($1::uuid[]) and ${tellsOfExperts})
    order by q.first_response_at`,
}

/** Questions that tell of experts, with their answers, those answered first first. Other ids are left out. */
export async function findResolvedEvidence(tx: Tx, questionIds: string[]): Promise<ResolvedEvidence[]> {
  const values = [questionIds, JSON.stringify(defaultRatingSystem.values)]
  return (await tx.query<ResolvedRow>(resolvedQuestions, values)).map(({ language, topic, ...question }) => ({
    ...question,
    ...(language === null ? {} : { language }),
    ...(topic === null ? {} : { topic }),
  }))
}
