import { type Availability, defaultRatingSystem } from '@askline/contracts'
import type { Statement, Tx, WorkingHours } from '@askline/db'
import { deletedText } from '../people/forget.ts'
import { answeredByExperts } from './promises.ts'

/**
 * What a router remembers of companies: their experts, and who resolved what. Read in the system's transactions, for all
 * companies at once; nothing here changes a row.
 */
export type RoutingExpert = {
  companyId: string
  expertId: string
  isActive: boolean
  availability: Availability
  /** Units held at once, at most, and how many are held. */
  capacity: number
  load: number
  /** ISO 639-1 codes; empty: any language. */
  languages: string[]
  topics: string[]
  /** Topic → 1 to 5, as the company vouches for. */
  topicLevels: Record<string, number>
  /** Categories the expert is assigned to. */
  categoryIds: string[]
  /** None: always at work. */
  workingHours: WorkingHours | null
  isOfficial: boolean
  isCertified: boolean
  isElite: boolean
  lastActiveAt: Date
}

const expertColumns = `e.company_id as "companyId", e.user_id as "expertId", e.is_active as "isActive", e.availability,
  e.capacity, e.load, e.languages, e.topics, e.topic_levels as "topicLevels", e.category_ids as "categoryIds", e.working_hours as "workingHours", e.is_official as "isOfficial", e.is_certified as "isCertified",
  e.is_elite as "isElite", e.last_active_at as "lastActiveAt"`

const expertsOf: Statement = {
  name: 'routing-experts',
  text: `select ${expertColumns} from experts e where e.company_id = $1`,
}

/** Every expert of a company, those who are no longer active too. */
export function findRoutingExperts(tx: Tx, companyId: string): Promise<RoutingExpert[]> {
  return tx.query<RoutingExpert>(expertsOf, [companyId])
}

const changedExperts: Statement = {
  name: 'changed-routing-experts',
  text: `select ${expertColumns} from unnest($1::uuid[], $2::timestamptz[]) as w(company_id, since)
    join experts e on e.company_id = w.company_id and e.changed_at > w.since`,
}

/** Experts in whom something a router looks at changed after their company's `since`, by the database's clock. */
export function findChangedExperts(tx: Tx, windows: Window[]): Promise<RoutingExpert[]> {
  return tx.query<RoutingExpert>(changedExperts, columnsOf(windows))
}

/** What to read anew of a company: everything after `since`. */
export type Window = { companyId: string; since: Date }

const columnsOf = (windows: Window[]) => [windows.map((w) => w.companyId), windows.map((w) => w.since)]

export type CompanyTime = {
  companyId: string
  databaseNow: Date
  companyNow: Date
  /** Changes whenever uploaded history does. */
  history: string
}

const companyTimes: Statement = {
  name: 'company-times',
  text: `select c.id as "companyId", clock_timestamp()::timestamptz(3) as "databaseNow",
    (clock_timestamp() + c.clock_offset)::timestamptz(3) as "companyNow",
    (select concat(count(*), ' ', max(f.imported_at)) from files f
      where f.company_id = c.id and f.type = 'HISTORY' and f.status = 'READY') as history
    from companies c where c.id = any($1::uuid[])`,
}

/** The database's time and each company's own. A company that is not there is not in the answer. */
export function findCompanyTimes(tx: Tx, companyIds: string[]): Promise<CompanyTime[]> {
  return tx.query<CompanyTime>(companyTimes, [companyIds])
}

export type AnsweredChange = {
  companyId: string
  questionId: string
  version: number
  isResolved: boolean
  /** Its asker was forgotten, and its text erased. */
  isErased: boolean
  firstResponseAt: Date
  /** How long experts took to answer, in ms; null when agents did. */
  responseMs: number | null
} & AnswerTimeRow

/** An answered question as the estimate of the time to an answer looks at it. */
export type AnswerTimeRow = {
  questionId: string
  categoryId: string
  predictedClass: string | null
  /** When it was first offered, or asked where that was not kept. */
  offeredAt: Date
  /** How many experts could have been asked then; null: that was not kept. */
  available: number | null
  /** ms from then to the first answer; null: agents answered it, experts never did. */
  answeredInMs: number | null
}

const offeredAt = 'coalesce(q.first_offered_at, q.created_at)'
const answerTimeColumns = `q.id as "questionId", q.category_id as "categoryId", q.predicted_class as "predictedClass",
  ${offeredAt} as "offeredAt", q.experts_available as available,
  case when ${answeredByExperts} then extract(epoch from q.first_response_at - ${offeredAt})::float8 * 1000 end as "answeredInMs"`

const answeredChanges: Statement = {
  name: 'answered-changes',
  text: `select q.company_id as "companyId", q.version, ${answerTimeColumns},
    q.status = 'RESOLVED' and q.text <> '${deletedText}' as "isResolved", q.text = '${deletedText}' as "isErased",
    q.first_response_at as "firstResponseAt", case when not q.is_rerouted
      then extract(epoch from q.first_response_at - q.created_at)::float8 * 1000 end as "responseMs"
    from unnest($1::uuid[], $2::timestamptz[]) as w(company_id, since)
    cross join lateral (
      select * from questions where company_id = w.company_id and changed_at > w.since and first_response_at is not null
    ) q`,
}

/** Answered questions that changed after a company's own `since`, in that company's time. */
export function findAnsweredChanges(tx: Tx, windows: Window[]): Promise<AnsweredChange[]> {
  return tx.query<AnsweredChange>(answeredChanges, columnsOf(windows))
}

const answerTimes: Statement = {
  name: 'answer-times',
  text: `select * from (
      select ${answerTimeColumns}, q.first_response_at from questions q
      where q.company_id = $1 and q.first_response_at is not null order by q.changed_at desc limit $2
    ) newest order by first_response_at`,
}

/** A company's newest answered questions, `limit` at most, those answered first first. */
export function findAnswerTimes(tx: Tx, companyId: string, limit: number): Promise<AnswerTimeRow[]> {
  return tx.query<AnswerTimeRow>(answerTimes, [companyId, limit])
}

const lastResponse: Statement = {
  name: 'last-response',
  text: `select first_response_at as "firstResponseAt",
    extract(epoch from first_response_at - created_at)::float8 * 1000 as "responseMs"
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

const resolvedIds: Statement = {
  name: 'resolved-question-ids',
  text: `select id from (
    select id, first_response_at from questions
    where company_id = $1 and first_response_at is not null and status = 'RESOLVED'
      and text <> '${deletedText}'
    order by changed_at desc limit $2
  ) newest order by first_response_at`,
}

/** Ids of a company's newest resolved questions, at most `limit`, those answered first first. */
export async function findResolvedIds(tx: Tx, companyId: string, limit: number): Promise<string[]> {
  return (await tx.query<{ id: string }>(resolvedIds, [companyId, limit])).map((row) => row.id)
}

/** A resolved question as a ranking learns it. Times are ms since 1970; what is not known is left out. */
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

const epochMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)`

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
    where q.id = any($1::uuid[]) and q.status = 'RESOLVED' and q.text <> '${deletedText}'
    order by q.first_response_at`,
}

/** Resolved questions with their experts' answers, those answered first first. Ids that are gone or not resolved are left out. */
export async function findResolvedEvidence(tx: Tx, questionIds: string[]): Promise<ResolvedEvidence[]> {
  const values = [questionIds, JSON.stringify(defaultRatingSystem.values)]
  return (await tx.query<ResolvedRow>(resolvedQuestions, values)).map(({ language, topic, ...question }) => ({
    ...question,
    ...(language === null ? {} : { language }),
    ...(topic === null ? {} : { topic }),
  }))
}

/** A question of uploaded history as a ranking learns it; times as in ResolvedEvidence. */
export type PastEvidence = {
  /** The same question of another file is the same question. */
  questionId: string
  askerId?: string
  text: string
  tags: string[]
  askedAt: number
  answers: { expertId: string; answeredAt: number; accepted: boolean; score?: number }[]
}

const pastPage: Statement = {
  name: 'past-evidence',
  text: `select q.id, 'past ' || q.external_id as "questionId", coalesce(q.asker_id::text, q.asker_key) as "askerId", q.text, q.tags,
    ${epochMs('q.asked_at')}::float8 as "askedAt", (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('expertId', a.expert_id,
        'answeredAt', ${epochMs('a.answered_at')}, 'accepted', a.accepted, 'score', a.score)) order by a.answered_at), '[]') from past_answers a where a.question_id = q.id
    ) as answers, q.asked_at as "at"
    from past_questions q
    where q.company_id = $1 and ($2::timestamptz is null or (q.asked_at, q.id) < ($2, $3::uuid))
    order by q.asked_at desc, q.id desc limit $4`,
}
type PastRow = Omit<PastEvidence, 'askerId'> & { askerId: string | null; id: string; at: Date }

/** A company's uploaded history, the newest first, page by page, `most` questions at most. */
export async function* readPastEvidence(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  companyId: string,
  { most, chunk }: { most: number; chunk: number },
): AsyncGenerator<PastEvidence[]> {
  let last: PastRow | undefined
  for (let left = most; left > 0; left -= chunk) {
    const size = Math.min(chunk, left)
    const values: unknown[] = [companyId, last?.at ?? null, last?.id ?? null, size]
    const page: PastRow[] = await run((tx) => tx.query<PastRow>(pastPage, values))
    if (page.length > 0) yield page.map(learnable)
    if (page.length < size) return
    last = page.at(-1)
  }
}

const learnable = ({ askerId, ...question }: PastRow): PastEvidence =>
  askerId === null ? question : { ...question, askerId }
