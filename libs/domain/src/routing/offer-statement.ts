import type { Statement } from '@askline/db'
import { standardAwayAfterMissed } from '../questions/standards.ts'
import { keepDecisions } from './decision.ts'

/**
 * Says again, as an array, which questions are meant: the planner takes a record set for a hundred rows and would read
 * whole tables for a handful of them. For the same reason `status || ''` and `turn || ''` hide the indexes of everything
 * that is pending or waits.
 */
const isPlanned = (column: string) => `${column} = any(array(select "questionId" from plan))`

/**
 * Writes a batch of waves: offers, the experts in NOTIFYING_EXPERTS, one event and one outbox row for each question.
 * `shown` is worked out once: inlined, it would be once for each question.
 * Data-modifying parts see the data as it was before the statement: offers that lapse here still count as pending below,
 * and are taken out by name.
 *
 * Where another expert is sought for what one gave up, the asker goes on seeing it as claimed: no stamp, and not a word to them.
 *
 * Experts are not waited for: one whose row is being changed at this moment is at work, and the missed offer is not counted.
 */
export const offerWaves: Statement = {
  name: 'offer-waves',
  text: `
with plan as (
  select p.*, company_now(p."companyId") as now
  from jsonb_to_recordset($1::jsonb) as p("questionId" uuid, "companyId" uuid, "isLast" boolean, "dueMs" bigint, "offerMs" bigint,
    language text, "lastResponseMs" bigint, available int, "promisedMs" int, "predictedClass" text, "widensMs" bigint, "correlationId" text)
), chosen as (
  select c.* from jsonb_to_recordset($2::jsonb) as c(id uuid, "questionId" uuid, "expertId" uuid, score float8, reasons jsonb,
    features jsonb)
), lapsed as (
  update offers o set status = 'timed_out', closed_at = p.now
  from plan p where o.question_id = p."questionId" and ${isPlanned('o.question_id')} and o.status || '' = 'pending'
    and o.due_at <= p.now
  returning o.question_id, o.expert_id
), missed as (
  select l.expert_id, count(*)::int as offers,
    min(coalesce((k.settings ->> 'awayAfterMissed')::int, ${standardAwayAfterMissed})) as most
  from lapsed l join questions q on q.id = l.question_id join categories k on k.id = q.category_id group by l.expert_id
), idle as (
  select e.user_id from experts e join missed m on m.expert_id = e.user_id order by e.user_id for update of e skip locked
), away as (
  update experts e set missed_offers = e.missed_offers + m.offers,
    availability = case when s.leaves then 'AWAY' else e.availability end,
    away_reason = case when s.leaves then 'MISSED_OFFERS' else e.away_reason end,
    changed_at = case when s.leaves then clock_timestamp() else e.changed_at end
  from idle i join missed m on m.expert_id = i.user_id join experts b on b.user_id = i.user_id cross join lateral (
    select m.most > 0 and b.availability = 'AVAILABLE' and b.missed_offers + m.offers >= m.most as leaves
  ) s
  where e.user_id = i.user_id
), question as (
  update questions q set version = q.version + 1,
    updated_at = case when q.opinion_held then q.updated_at else next_stamp(q.updated_at, p.now) end,
    changed_at = case when q.opinion_held then q.changed_at else p.now end,
    wave = case when p."isLast" and q.wave > 0 then 1 else q.wave + 1 end,
    round = case when p."isLast" and q.wave > 0 then q.round + 1 else q.round end,
    wave_due_at = least(p.now + least(p."dueMs", p."widensMs") * interval '1 millisecond', case when p."isLast" then (
      select min(o.due_at) from offers o where o.question_id = q.id and o.status || '' = 'pending' and o.due_at > p.now) end),
    widens_at = p.now + p."widensMs" * interval '1 millisecond',
    predicted_class = coalesce(q.predicted_class, p."predictedClass"),
    first_offered_at = coalesce(q.first_offered_at, p.now),
    experts_available = case when q.first_offered_at is null then p.available else q.experts_available end,
    promised_ms = case when q.first_offered_at is null then p."promisedMs" else q.promised_ms end,
    language = coalesce(q.language, p.language),
    languages = case when q.language is null and p.language is not null then array[p.language] else q.languages end
  from plan p where q.id = p."questionId" and ${isPlanned('q.id')}
  returning q.id, q.company_id, q.asker_id, q.version, q.updated_at, q.round, q.wave, q.num_responses, q.opinion_held, p.now, p."isLast", p."offerMs",
    p."lastResponseMs", p."correlationId", q.promised_ms
), made as (
  insert into offers (id, company_id, question_id, expert_id, round, wave, due_at, score, reasons, features, created_at)
  select c.id, q.company_id, q.id, c."expertId", q.round, q.wave,
    case when q."isLast" then null else q.now + q."offerMs" * interval '1 millisecond' end,
    c.score, array(select jsonb_array_elements_text(c.reasons)), c.features, q.now
  from chosen c join question q on q.id = c."questionId"
), ${keepDecisions('wave', 3, 'q."isLast"')}, shown as materialized (
  select c."questionId" as question_id, jsonb_agg(jsonb_build_object('uuid', u.id, 'name', u.name, 'avatar', u.avatar_url,
    'isOfficial', e.is_official, 'isCertified', e.is_certified, 'isElite', e.is_elite, 'numberOfAnswers', e.number_of_answers,
    'ratedAnswers', e.rated_answers, 'ratingSum', e.rating_sum,
    'lastActive', to_char(e.last_active_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by c.score desc) as experts
  from chosen c join users u on u.id = c."expertId" join experts e on e.user_id = c."expertId" group by c."questionId"
), notice as (
  update messages m set updated_at = next_stamp(m.updated_at, q.now), detail = jsonb_build_object(
    'experts', case when q.wave = 1 or m.detail is null then s.experts else (m.detail -> 'experts') || s.experts end,
    'lastResponseTimeInMillis', q."lastResponseMs"::text, 'estimatedResponseTimeInMillis', q.promised_ms)
  from question q join shown s on s.question_id = q.id
  where m.question_id = q.id and ${isPlanned('m.question_id')} and m.type = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE'
), known as (
  select c."questionId" as question_id, c."expertId" as id from chosen c
  union select o.question_id, o.expert_id from offers o join question q on q.id = o.question_id
    where ${isPlanned('o.question_id')} and o.status || '' = 'pending' and not exists (select 1 from lapsed l where l.question_id = o.question_id and l.expert_id = o.expert_id)
  union select r.question_id, r.author_id from responses r join question q on q.id = r.question_id
    where q.num_responses > 0 and ${isPlanned('r.question_id')} and r.type = 'EXPERT'
), people as (
  select question_id, array_agg('user:' || id) as keys from known group by question_id
), gone as (
  select question_id, array_agg('user:' || expert_id) as keys from lapsed l
  where not exists (select 1 from chosen c where c."questionId" = l.question_id and c."expertId" = l.expert_id) group by question_id
), told as (
  select q.id, q.company_id, q.version, q.now, to_char(ceil_second(q.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as stamp, q."correlationId",
    case when q.opinion_held then array['staff:' || q.company_id]
      else array['company:' || q.company_id, 'staff:' || q.company_id, 'user:' || q.asker_id] end || coalesce(p.keys, '{}') as audience,
    coalesce(p.keys, '{}') || coalesce(g.keys, '{}') as inbox, g.keys as gone
  from question q left join people p on p.question_id = q.id left join gone g on g.question_id = q.id
), event as (
  insert into question_events (question_id, seq, company_id, type, actor_kind, audience, at)
  select id, version, company_id, 'QUESTION_OFFERED', 'system', audience, now from told
)
insert into outbox (company_id, jobs)
select company_id, jsonb_strip_nulls(jsonb_build_array(jsonb_build_object('job', 'question-changed', 'payload', jsonb_build_object(
    'questionId', id, 'version', version, 'type', 'QUESTION_OFFERED', 'lastUpdated', stamp, 'correlationId', "correlationId",
    'audience', to_jsonb(audience), 'inbox', to_jsonb(inbox))))
  || case when gone is null then '[]' else jsonb_build_array(jsonb_build_object('job', 'question-changed', 'payload',
    jsonb_build_object('questionId', id, 'version', version, 'type', 'OFFER_CLOSED', 'lastUpdated', stamp,
      'correlationId', "correlationId", 'audience', to_jsonb(gone), 'inbox', to_jsonb(gone)))) end)
from told
returning id, key, jobs`,
}
