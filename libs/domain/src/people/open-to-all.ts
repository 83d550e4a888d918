import { audienceKey } from '@askline/contracts'
import { type Database, querySystem, questions, statement, type Tx, types } from '@askline/db'
import { enqueue } from '../outbox.ts'

// Questions that are open to all have no offers to their experts. A rule lists them: these conditions on a question `q` and an
// expert `e`.

/** SQL: the question `q` is open to all experts who meet its rule. The index `questions_open_to_all` has the same condition. */
export const isOpenToAll = `(q.open_to_all_at is not null and q.status = 'UNRESOLVED' and q.holder_id is null)`

/** Returns SQL of the primary subtags of an expert's languages, as `languageOfTag` finds them. */
export const spokenBy = (expert: string) => `array(select coalesce(
    case when t.tag in ('nb', 'nn') then 'no' when t.tag = 'fil' then 'tl' else t.tag end, l)
  from unnest(${expert}.languages) l
    cross join lateral (select lower((regexp_match(btrim(l), '^([A-Za-z]{2,3})(?:[-_]|$)'))[1]) as tag) t)`

const requires = (name: 'certified' | 'elite' | 'companyCategory') =>
  `coalesce((q.open_requirement ->> '${name}')::boolean, false)`

const hasLevels = `not exists (
    select 1 from jsonb_each_text(coalesce(q.open_requirement -> 'topicLevel', '{}')) as wanted(topic, level)
    where wanted.level::int > coalesce((
      select max(given.level::int) from jsonb_each_text(e.topic_levels) as given(topic, level)
      where lower(btrim(given.topic)) = lower(btrim(wanted.topic))), 0))`

/**
 * Returns SQL: the expert `e` meets the rule by which `q` is or was open to all, and neither declined nor answered it. It agrees
 * with `hindranceOf` except for working hours and capacity, which decide what the inbox lists. An AWAY that routing set does not
 * matter, because it ends when the expert reads or takes such a question. `spoken`: see `spokenBy`.
 * `company`: SQL of the company of both.
 */
export const meetsOpenRule = ({
  spoken = spokenBy('e'),
  company = '$company',
} = {}) => `(e.company_id = ${company} and e.is_active
  and (e.availability = 'AVAILABLE' or e.away_reason is not null) and e.user_id <> q.asker_id
  and (q.open_language is null or e.languages = '{}' or q.open_language = any(${spoken}))
  and (q.open_requirement is null or ((not ${requires('certified')} or e.is_certified or e.is_elite)
    and (not ${requires('elite')} or e.is_elite)
    and (not ${requires('companyCategory')} or q.category_id = any(e.category_ids)) and ${hasLevels}))
  and not exists (select 1 from offers d where d.question_id = q.id and d.company_id = ${company} and d.expert_id = e.user_id
    and (d.status = 'declined' or (d.status = 'accepted' and d.round = q.round)) offset 0))`

/** Returns SQL: the question `q` is open to the expert with this id. */
export const isOpenTo = (expertId: string) =>
  `(${isOpenToAll} and exists (select 1 from experts e where e.user_id = ${expertId} and ${meetsOpenRule()}))`

const concerned = statement({
  name: 'experts-of-open-questions',
  params: [types.array(types.uuid), types.array(types.uuid)],
  row: { questionId: questions.id, expertIds: types.array(types.uuid) },
  text: `select q.id as "questionId", array_agg(e.user_id) as "expertIds"
    from questions q join experts e on e.company_id = q.company_id and e.user_id = any($2::uuid[])
      and ${meetsOpenRule({ company: 'q.company_id' })}
    where q.id = any($1::uuid[]) group by q.id`,
})

/** Returns, by question, those of `expertIds` who meet the rule by which it is or was open to all. */
export async function findExpertsOfOpen(
  db: Database,
  questionIds: string[],
  expertIds: string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await querySystem(db, concerned, [questionIds, expertIds])
  return new Map(rows.map((row) => [row.questionId, row.expertIds]))
}

const oldest = statement({
  name: 'oldest-open-question',
  params: [types.uuid],
  row: { questionId: questions.id, version: questions.version, lastUpdated: types.text },
  text: `select q.id as "questionId", q.version,
      to_char(ceil_second(q.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastUpdated"
    from (select e.*, ${spokenBy('e')} as spoken from experts e where e.user_id = $1 and e.company_id = $company offset 0) e
      cross join lateral (
        select * from questions q where q.company_id = $company and ${isOpenToAll} and ${meetsOpenRule({ spoken: 'e.spoken' })}
        order by q.queued_at, q.id limit 1
    ) q`,
})

/**
 * Shows waiting questions to an expert who has become available. Routing offers the backlog. If a question is open to them, they are
 * told that their inbox changed.
 */
export async function showWaiting(tx: Tx, companyId: string, expertId: string): Promise<void> {
  await enqueue(tx, companyId, [{ job: 'drain-backlog', payload: { companyId } }])
  const [found] = await tx.of(companyId).query(oldest, [expertId])
  if (!found) return
  const keys = [audienceKey.person(expertId)]
  const payload = { ...found, type: 'QUESTION_OFFERED', audience: keys, inbox: keys } as const
  await enqueue(tx, companyId, [{ job: 'question-changed', payload }])
}
