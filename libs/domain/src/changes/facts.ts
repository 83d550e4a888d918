import { type CategorySettings, categoryDefaults, companyDefaults } from '@askline/contracts'
import { companies, experts, statement, type Tx, together, types } from '@askline/db'
import { byQuestion } from '../by-question.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import type { Change, ExpertFact, Facts, OfferFact, PersonFact, PromptFact, ResponseFact } from './change.ts'
import { stateColumns, stateRow } from './state.ts'

// $1 and $2 name the questions of a list of changes: by their own ids, and by ids of their responses.
const asked = `array(select unnest($1::uuid[]) union select question_id from responses where company_id = $company and id = any($2::uuid[]))`

const lockQuestions = (suffix: '' | '-free', locking: '' | ' skip locked') =>
  statement({
    name: `lock-questions${suffix}`,
    params: [types.array(types.uuid), types.array(types.uuid)],
    row: { ...stateRow, responseIds: types.array(types.uuid) },
    text: `select ${stateColumns},
      array(select id from responses where question_id = q.id and company_id = $company and id = any($2::uuid[])) as "responseIds"
    from questions q where q.company_id = $company and q.id = any(${asked})
    order by q.id for update of q${locking}`,
  })
const [lockAll, lockFree] = [lockQuestions('', ''), lockQuestions('-free', ' skip locked')]

// A statement of its own, after the questions are locked: the holder is read from them.
const lockExperts = statement({
  name: 'lock-experts',
  params: [types.array(types.uuid), types.array(types.uuid), types.array(types.uuid), types.boolean],
  row: { id: experts.userId },
  text: `select e.user_id as id from experts e
    where e.company_id = $company and e.user_id = any(array(
      select unnest($3::uuid[]) union select holder_id from questions where $4 and company_id = $company and id = any(${asked})))
    order by e.user_id for no key update`,
})

/**
 * Postgres runs it once the locks are held, so it sees everything that their former holders committed. Laterals, because Postgres would
 * otherwise read whole tables while it has no statistics.
 */
const readFacts = statement({
  name: 'read-facts',
  params: [types.array(types.uuid), types.array(types.uuid), types.array(types.uuid)],
  row: {
    now: types.instant,
    name: companies.name,
    settings: companies.settings,
    categories: types.json<Record<string, CategorySettings>>(),
    heaviest: types.int,
    responses: types.json<(ResponseFact & OfQuestion)[]>(),
    offers: types.json<(Omit<OfferFact, 'dueAt'> & OfQuestion & { dueAt: string | null })[]>(),
    conversations: types.json<({ length: number; prompts: PromptFact[]; wasOffered: boolean } & OfQuestion)[]>(),
    people: types.json<(Omit<PersonFact, 'expert'> & { expert: ExpertFact | null })[]>(),
  },
  text: `with asked as materialized (select ${asked} as ids),
  people as materialized (select array(select unnest($3::uuid[]) union
    select holder_id from questions where company_id = $company and id = any((select ids from asked)::uuid[])) as ids)
  select (statement_timestamp() + c.clock_offset)::timestamptz(3) as now, c.name, c.settings,
    (select coalesce(json_object_agg(k.id, k.settings), '{}') from categories k where k.company_id = $company and k.id in (
      select category_id from questions where company_id = $company and id = any((select ids from asked)::uuid[]))) as categories,
    (select coalesce(max((k.settings ->> 'weight')::int), 1) from categories k where k.company_id = $company) as heaviest,
    (select coalesce(json_agg(json_build_object('id', r.id, 'questionId', r.question_id, 'type', r.type, 'authorId', r.author_id,
        'rating', r.rating, 'ratingSystem', r.rating_system, 'quickReply', r.quick_reply) order by r.created_at, r.id), '[]')
      from unnest((select ids from asked)::uuid[]) as i(id) cross join lateral (
        select * from responses where company_id = $company and question_id = i.id offset 0) r) as responses,
    (select coalesce(json_agg(json_build_object('id', o.id, 'questionId', o.question_id, 'expertId', o.expert_id, 'status', o.status,
        'wave', o.wave, 'round', o.round, 'reason', o.reason, 'dueAt', o.due_at) order by o.created_at, o.id), '[]')
      from unnest((select ids from asked)::uuid[]) as i(id) cross join lateral (
        select * from offers where company_id = $company and question_id = i.id offset 0) o
      where o.status = 'pending' or o.expert_id = any((select ids from people)::uuid[])) as offers,
    (select coalesce(json_agg(m), '[]') from (
      select i.id as "questionId",
        exists (select 1 from offers o where o.company_id = $company and o.question_id = i.id offset 0) as "wasOffered",
        (select count(*) from messages m where m.company_id = $company and m.question_id = i.id and m.type = 'MESSAGE'
          and m.author_kind in ('USER', 'EXPERT', 'AGENT'))::int as length,
        (select coalesce(json_agg(json_build_object('id', m.id, 'type', m.type, 'responseId', m.response_id,
            'untilPersonWrites', coalesce((m.detail ->> 'untilPersonWrites')::boolean, false)) order by m.seq), '[]')
          from messages m where m.company_id = $company and m.question_id = i.id and m.type <> 'MESSAGE') as prompts
      from unnest((select ids from asked)::uuid[]) as i(id)) m) as conversations,
    (select coalesce(json_agg(u), '[]') from (
      select u.id, ${shownNameOf('u')} as name, u.avatar_url as "avatarUrl", u.role, u.is_blocked as "isBlocked",
        case when e.user_id is not null then json_build_object('load', e.load, 'capacity', e.capacity, 'isActive', e.is_active,
          'availability', e.availability, 'awayReason', e.away_reason, 'missedOffers', e.missed_offers,
          'isIdle', e.last_active_at < statement_timestamp() - interval '1 minute', 'languages', e.languages,
          'topicLevels', e.topic_levels, 'categoryIds', e.category_ids, 'isCertified', e.is_certified, 'isElite', e.is_elite) end as expert
      from users u left join experts e on e.user_id = u.id and e.company_id = $company
      where u.company_id = $company and u.id = any((select ids from people)::uuid[])) u) as people
  from companies c where c.id = $company`,
})

type OfQuestion = { questionId: string }

/** Returns the facts of each change, or why there are none. */
export type FactsOf = (change: Change) => Facts | 'missing' | 'busy'

/**
 * Locks the questions of a list of changes of one company, in the order of their ids, then their experts, and reads the facts of
 * all of them. The three statements share a round trip. `waits`: waits for questions that another transaction has locked, so that
 * a question without facts is missing; otherwise it is busy or missing.
 */
export async function readFactsUnderLock(tx: Tx, changes: Change[], { waits }: { waits: boolean }): Promise<FactsOf> {
  const questionIds = changes.flatMap(({ of }) => ('questionId' in of ? [of.questionId] : []))
  const responseIds = changes.flatMap(({ of }) => ('responseId' in of ? [of.responseId] : []))
  const people = [...new Set(changes.flatMap((change) => peopleOf(change)))]
  const named = [questionIds, responseIds] as const
  const actors = changes.flatMap(({ actor }) => (actor.kind === 'expert' ? [actor.userId] : []))
  const locksHolders = changes.some(({ locksHolder }) => locksHolder)
  // Statements run in the order in which they are sent: questions first, then experts, so that no two changes wait for each other.
  const locked = tx.query(waits ? lockAll : lockFree, [...named])
  const lockedExperts =
    actors.length > 0 || locksHolders ? tx.query(lockExperts, [...named, actors, locksHolders]) : Promise.resolve([])
  const reading = tx.query(readFacts, [...named, people])
  const [states, , [read]] = await together(locked, lockedExperts, reading)
  if (!read) throw new Error('The company of the transaction does not exist')

  const persons = new Map(
    read.people.map(({ expert, ...person }) => [person.id, { ...person, expert: expert ?? undefined }] as const),
  )
  const [responses, offers] = [byQuestion(read.responses), byQuestion(read.offers)]
  const conversations = new Map(read.conversations.map((one) => [one.questionId, one]))
  const factsOf = new Map<string, Facts>()
  for (const { responseIds: ids, ...question } of states) {
    const conversation = conversations.get(question.id)
    const facts: Facts = {
      question,
      now: read.now,
      company: { id: companyOf(changes), name: read.name, settings: { ...companyDefaults, ...read.settings } },
      category: { ...categoryDefaults, ...read.categories[question.categoryId] },
      heaviest: read.heaviest,
      responses: responses.get(question.id) ?? [],
      offers: (offers.get(question.id) ?? []).map((offer) => ({ ...offer, dueAt: dateOf(offer.dueAt) })),
      wasOffered: conversation?.wasOffered ?? false,
      prompts: conversation?.prompts ?? [],
      length: conversation?.length ?? 0,
      person: (id) => (id === null ? undefined : persons.get(id)),
    }
    for (const id of [question.id, ...ids]) factsOf.set(id, facts)
  }
  const missing = waits ? 'missing' : 'busy'
  return ({ of }) => factsOf.get(('questionId' in of ? of.questionId : of.responseId).toLowerCase()) ?? missing
}

const peopleOf = ({ actor, about = [] }: Change): string[] => ['userId' in actor ? [actor.userId] : [], about].flat()

/** All changes of a list are of one company. */
const companyOf = ([first]: Change[]): string => first?.actor.companyId ?? ''

const dateOf = (value: string | null): Date | null => (value === null ? null : new Date(value))
