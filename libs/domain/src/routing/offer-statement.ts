import { limits, type OutboxRow } from '@askline/contracts'
import { statement, types } from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { settingIn } from '../companies/category-setting.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { nextStamp, now, plannedAsMany, plus } from '../questions/clauses.ts'
import { guardedUpdate } from '../questions/guarded-update.ts'
import { moves } from '../questions/moves.ts'
import { changedColumns, recordChanges } from '../questions/record-changes.ts'
import { decisionTypes, keepDecisions } from './decision.ts'

/**
 * Names the planned questions as an array beside the join with `plan`. The planner estimates a record set as 100 rows and would
 * read whole tables for a few questions. For the same reason `status || ''` hides the index of all pending offers.
 */
const isPlanned = (column: string) => `${column} = any(array(select "questionId" from plan))`

/**
 * Writes a batch of waves: offers, the experts in NOTIFYING_EXPERTS, and the move `offer` of each question.
 *
 * Availability is read here and not from the router's memory. `for key share` conflicts only with the lock of `endOffers`.
 * A wave therefore sees that an expert becomes unavailable, or is committed before it.
 *
 * Waves do not wait for experts. An expert whose row is locked just now is working, so the missed offer is not counted.
 * A job withdraws the other offers of an expert who becomes AWAY by missed offers: their questions are not locked here.
 *
 * The part `shown` is materialized, because Postgres would otherwise compute it once per question. An expert's `face` is made
 * once per batch.
 */
export const offerWaves = statement({
  name: 'offer-waves',
  params: [types.jsonText, types.jsonText, ...decisionTypes],
  row: { offered: types.array(types.uuid), rows: types.nullable(types.json<OutboxRow[]>()) },
  text: `
with ${companyClock}, given as (
  select c.* from jsonb_to_recordset($2::jsonb) as c(id uuid, "questionId" uuid, "expertId" uuid, score float8, reasons jsonb,
    features jsonb)
), available as materialized (
  select e.user_id from experts e
  where e.company_id = $company and e.user_id = any(array(select "expertId" from given)) and e.is_active and e.availability = 'AVAILABLE'
  for key share of e skip locked
), chosen as materialized (
  select g.* from given g join available e on e.user_id = g."expertId" cross join ${plannedAsMany}
), faces as materialized (
  select u.id as expert_id, jsonb_build_object('uuid', u.id, 'name', ${shownNameOf('u')}, 'avatar', u.avatar_url,
    'isOfficial', e.is_official, 'isCertified', e.is_certified, 'isElite', e.is_elite, 'numberOfAnswers', e.number_of_answers,
    'ratedAnswers', e.rated_answers, 'ratingSum', e.rating_sum,
    'lastActive', to_char(e.last_active_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as face
  from users u join experts e on e.user_id = u.id and e.company_id = $company
  where u.company_id = $company and u.id = any(array(select user_id from available))
), plan as materialized (
  select p.*, ${now} as now
  from clock cross join jsonb_to_recordset($1::jsonb) as p("questionId" uuid, "expectedWave" int, "expectedRound" int,
    "isLast" boolean, "isWithoutOffers" boolean, requirement jsonb, "dueMs" bigint, "offerMs" bigint,
    language text, "lastResponseMs" bigint, available int, "promisedMs" int, "predictedClass" text, "widensMs" bigint, "correlationId" text, traceparent text)
  where p."isWithoutOffers" or exists (select 1 from chosen c where c."questionId" = p."questionId")
), moved as (
  ${guardedUpdate(moves.offer, {
    which: `q.id = p."questionId" and q.company_id = $company and ${isPlanned('q.id')}`,
    using: 'plan p',
    now: 'p.now',
    returning: `${changedColumns({ event: `'${moves.offer.event}'`, correlation_id: 'p."correlationId"', traceparent: 'p.traceparent' })},
      q.round, q.wave, q.category_id, q.promised_ms, q.first_offered_at, p."isLast", p."isWithoutOffers",
      p."offerMs", p."lastResponseMs"`,
  })}
), changed as materialized (
  select m.* from moved m cross join ${plannedAsMany}
), lapsed as materialized (
  select o.id from changed c cross join lateral (
    select o.id from offers o
    where o.question_id = c.id and o.company_id = $company and o.status || '' = 'pending' and o.due_at <= c.now offset 0
  ) o
), closed_offers as (
  update offers o set status = 'timed_out', closed_at = c.now
  from changed c where o.question_id = c.id and o.id = any(array(select id from lapsed)) and o.company_id = $company
  returning o.question_id, o.expert_id
), missed as (
  select l.expert_id, count(*)::int as offers,
    min(${settingIn('k.settings', 'awayAfterMissed')}) as most
  from closed_offers l join changed c on c.id = l.question_id join categories k on k.id = c.category_id and k.company_id = $company group by l.expert_id
), idle as (
  select e.user_id, e.availability, e.missed_offers from experts e
  where e.user_id = any(array(select expert_id from missed)) and e.company_id = $company order by e.user_id
  for no key update of e skip locked
), absent as materialized (
  select i.user_id, m.offers, statement_timestamp() as at,
    m.most > 0 and i.availability = 'AVAILABLE' and i.missed_offers + m.offers >= m.most as leaves
  from idle i join missed m on m.expert_id = i.user_id
), counted as (
  update experts e set missed_offers = e.missed_offers + a.offers,
    availability = case when a.leaves then 'AWAY' else e.availability end,
    away_reason = case when a.leaves then 'MISSED_OFFERS' else e.away_reason end,
    away_since = case when a.leaves then a.at else e.away_since end,
    changed_at = case when a.leaves then a.at else e.changed_at end
  from absent a where e.user_id = a.user_id and e.company_id = $company
  returning e.user_id, e.company_id, a.leaves
), withdrawals as (
  select company_id, jsonb_build_array(jsonb_build_object('job', 'withdraw-offers', 'payload',
    jsonb_build_object('companyId', company_id, 'expertId', user_id))) as jobs
  from counted where leaves
), made as (
  insert into offers (id, company_id, question_id, expert_id, round, wave, due_at, score, reasons, features, created_at)
  select g.id, c.company_id, c.id, g."expertId", c.round, c.wave,
    case when c."isLast" then null else ${plus('c.now', `c."offerMs" * interval '1 millisecond'`)} end,
    g.score, array(select jsonb_array_elements_text(g.reasons)), g.features, c.now
  from chosen g join changed c on c.id = g."questionId" where not c."isWithoutOffers"
  returning id
), question as (
  select id, company_id, round, wave, now, "isLast" from changed
), ${keepDecisions('wave', 3, 'q."isLast"')}, shown as materialized (
  select r.question_id, jsonb_agg(r.face order by r.place) as experts from (
    select g."questionId" as question_id, f.face,
      row_number() over (partition by g."questionId" order by g.score desc) as place
    from chosen g join faces f on f.expert_id = g."expertId"
  ) r where r.place <= ${limits.potentialExperts} group by r.question_id
), news as (
  select c.id as question_id, c.now, c.wave, c."isWithoutOffers", s.experts, jsonb_build_object(
    'lastResponseTimeInMillis', c."lastResponseMs"::text, 'estimatedResponseTimeInMillis', c.promised_ms,
    'estimatedAnswerDate', ${plus('c.first_offered_at', `c.promised_ms * interval '1 millisecond'`)}) as times
  from changed c join shown s on s.question_id = c.id
), notice as (
  update messages m set updated_at = ${nextStamp('m.updated_at', 'n.now')}, detail = jsonb_set(n.times, '{experts}',
    case when n.wave = 1 or m.detail is null then n.experts
      when n."isWithoutOffers" then m.detail -> 'experts' else jsonb_path_query_array((m.detail -> 'experts') || n.experts, '$[0 to ${limits.potentialExperts - 1}]') end)
  from news n
  where m.question_id = n.question_id and m.company_id = $company and ${isPlanned('m.question_id')} and m.type = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE'
), joined as (
  select c.id as question_id, g."expertId" as person_id from chosen g join changed c on c.id = g."questionId"
  where not c."isWithoutOffers"
), ${recordChanges({ isChanged: isPlanned, closedOffers: 'closed_offers', joined: 'joined', furtherJobs: 'withdrawals' })}
select array(select id from changed) as offered, (select json_agg(handed) from handed) as rows`,
})
