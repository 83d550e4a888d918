import { questions, statement, type Tx, types } from '@askline/db'
import { epochMs } from '@askline/domain/clock/milliseconds'
import { deletedText } from '@askline/domain/privacy/deleted-text'
import { answeredByExperts } from '@askline/domain/routing/promises'

/** Written exactly as in the partial index that serves it. */
export const isSettled = '(first_response_at is not null or rerouted_at is not null or closed_at is not null)'

// Rerouted as hopeless or by an agent. Their reroute type is that of other reroutes.
const keptFromExperts = `exists (select 1 from question_events e
  where e.question_id = q.id and e.company_id = q.company_id and e.type in ('QUESTION_REJECTED_BY_PREDICTIVE_ROUTING', 'TAKEBACK') offset 0)`

/**
 * SQL: a settled question `q` that shows who resolves what. Experts answered and resolved it, or no expert answered it in time.
 * Excluded are questions that routing kept from experts, which would confirm its own prediction, and those that the asker, an
 * agent or the company ended.
 */
export const tellsOfExperts = `(q.text <> '${deletedText}' and case when ${answeredByExperts} then q.status = 'RESOLVED'
  else q.status = 'EXPIRED' or (q.rerouted_at is not null and coalesce(q.reroute_type <> 'BY_POSTER', false) and not ${keptFromExperts}) end)`

const resolvedIds = statement({
  name: 'resolved-question-ids',
  params: [types.uuid, types.int],
  row: { id: questions.id },
  text: `select id from (
    select id, coalesce(first_response_at, least(rerouted_at, closed_at)) as settled_at from questions q
    where company_id = $1 and ${isSettled} and ${tellsOfExperts}
    order by changed_at desc limit $2
  ) newest order by settled_at`,
})

/** Returns the ids of a company's newest questions that are evidence, at most `limit`, earliest settled first. */
export async function findResolvedIds(tx: Tx, companyId: string, limit: number): Promise<string[]> {
  return (await tx.query(resolvedIds, [companyId, limit])).map((row) => row.id)
}

/** A settled question in the form that a ranker learns. Times are ms since 1970. Unknown properties are missing. */
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

const resolvedQuestions = statement({
  name: 'resolved-questions',
  params: [types.array(types.uuid)],
  row: {
    companyId: questions.companyId,
    questionId: questions.id,
    askerId: questions.askerId,
    text: questions.text,
    language: questions.language,
    topic: questions.predictedClass,
    askedAt: types.float,
    answers: types.json<ResolvedAnswer[]>(),
  },
  text: `select q.company_id as "companyId", q.id as "questionId", q.asker_id as "askerId", q.text, q.language,
    q.predicted_class as topic, ${epochMs('q.created_at')}::float8 as "askedAt", (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('expertId', r.author_id, 'answeredAt', ${epochMs('r.created_at')},
        'accepted', r.is_accepted, 'acceptedAt', ${epochMs('r.accepted_at')}, 'rating', rated.rating,
        'ratedAt', ${epochMs('r.rated_at')})) order by r.created_at), '[]')
      from responses r left join lateral (
        select case when r.rating_system ->> 'order' = 'ASCENDING' then 1 + 4.0 * (v.place - 1) / v.last
          else 5 - 4.0 * (v.place - 1) / v.last end as rating
        from (
          select value, place, greatest(jsonb_array_length(r.rating_system -> 'values') - 1, 1) as last
          from jsonb_array_elements_text(r.rating_system -> 'values') with ordinality as e(value, place)
        ) v where v.value = r.rating
      ) rated on true
      where r.question_id = q.id and r.company_id = q.company_id and r.type = 'EXPERT' and r.author_id is not null
    ) as answers
    from questions q
    where (q.id, q.company_id) in (select q.id, q.company_id from questions q where q.id = any($1::uuid[]) and ${tellsOfExperts})
    order by q.first_response_at`,
})

/** Returns the questions that are evidence, with their answers, earliest answered first. Other ids are ignored. */
export async function findResolvedEvidence(tx: Tx, questionIds: string[]): Promise<ResolvedEvidence[]> {
  return (await tx.query(resolvedQuestions, [questionIds])).map(({ language, topic, ...question }) => ({
    ...question,
    ...(language === null ? {} : { language }),
    ...(topic === null ? {} : { topic }),
  }))
}
