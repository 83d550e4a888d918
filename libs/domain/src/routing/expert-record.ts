import { companyDefaults, type ExpertRecordView, type RatingSystem } from '@askline/contracts'
import { type RowOf, statement, type Tx, types } from '@askline/db'
import { msBetween } from '../clock/milliseconds.ts'
import { NotFoundError } from '../errors.ts'
import { worthOf } from '../questions/rate.ts'
import { dayOf, endings } from './offer-endings.ts'
import { promisedUntil } from './promises.ts'

/** The periods of a record, in days of the company's time, shortest first. */
const periods = [30, 90] as const
const longest = Math.max(...periods)
const dayMs = 86_400_000
/** Reasons and classes that a period lists at most. */
const mostListed = 5

const expertNow = statement({
  name: 'expert-of-record',
  params: [types.uuid, types.uuid],
  row: { now: types.instant, offersKeptMs: types.float },
  text: `select clock_timestamp() + c.clock_offset as now,
      coalesce((c.settings ->> 'offersKeptMs')::float8, ${companyDefaults.offersKeptMs}) as "offersKeptMs"
    from experts e join companies c on c.id = e.company_id
    where e.user_id = $2 and e.company_id = $1`,
})

const offersOfPeriod = {
  claimed: types.int,
  declined: types.int,
  missed: types.int,
  withdrawn: types.int,
  released: types.int,
  lapsed: types.int,
  escalated: types.int,
  open: types.int,
  medianClaimMs: types.nullable(types.float),
  declineReasons: types.json<{ reason: string | null; count: number }[]>(),
}

const kinds = ['claimed', 'declined', 'missed', 'withdrawn', 'released', 'lapsed'] as const

// Deleted offers are counted by whole days, so the day on which a period begins counts from its midnight.
const offersOfExpert = statement({
  name: 'record-of-offers',
  params: [types.uuid, types.uuid, types.array(types.instant), types.instant],
  row: offersOfPeriod,
  text: `with ended as materialized (
      select o.question_id, o.status, o.reason, o.closed_at, o.wave,
        case when ${endings.claimed} and o.score is not null then ${msBetween('o.created_at', 'o.closed_at')} end as claim_ms
      from offers o where o.company_id = $1 and o.expert_id = $2 and o.status <> 'pending' and o.closed_at > $4
    ), deleted as materialized (
      select * from offer_days d where d.company_id = $1 and d.expert_id = $2 and d.day >= ${dayOf('$4')}
    ), escalated as materialized (
      -- The fence of offset 0 looks each question up. Otherwise all questions of the company would be read.
      select v.at from (select distinct question_id from ended) e cross join lateral (
          select q.id from questions q where q.id = e.question_id and q.company_id = $1 and q.reroute_type = 'BY_EXPERT' offset 0) q
        join question_events v on v.question_id = q.id and v.company_id = $1 and v.actor_id = $2
          and v.type = 'QUESTION_ESCALATED_BY_EXPERT'
    )
    select ${kinds.map((kind) => `(kept.${kind} + gone.${kind})::int as ${kind}`).join(', ')},
      (kept.passed_on + gone.escalated + (select count(*) from escalated x where x.at > p.since))::int as escalated,
      (select count(*) from offers o where o.company_id = $1 and o.expert_id = $2 and o.status = 'pending')::int as open,
      (select percentile_cont(0.5) within group (order by t.ms) from (
        select o.claim_ms as ms from ended o where o.closed_at > p.since and o.claim_ms is not null
        union all select unnest(d.claim_ms) from deleted d where d.day >= ${dayOf('p.since')}) t) as "medianClaimMs",
      coalesce((select jsonb_agg(to_jsonb(r)) from (
        select o.reason, count(*)::int as count from ended o where o.closed_at > p.since and ${endings.declined}
        group by o.reason order by count desc, o.reason limit ${mostListed}) r), '[]') as "declineReasons"
    from unnest($3::timestamptz[]) with ordinality as p(since, n)
      cross join lateral (
        select ${kinds.map((kind) => `count(*) filter (where ${endings[kind]}) as ${kind}`).join(', ')},
          count(*) filter (where ${endings.passedOn}) as passed_on from ended o where o.closed_at > p.since) kept
      cross join lateral (
        select ${[...kinds, 'escalated'].map((kind) => `coalesce(sum(d.${kind}), 0) as ${kind}`).join(', ')}
        from deleted d where d.day >= ${dayOf('p.since')}) gone
    order by p.n`,
})

const answersOfPeriod = {
  given: types.int,
  resolved: types.int,
  kept: types.int,
  late: types.int,
  medianAnswerMs: types.nullable(types.float),
  ratings: types.json<{ rating: string; scale: RatingSystem; count: number }[]>(),
  classes: types.json<{ class: string; resolved: number }[]>(),
}

// Ids begin with their real time, which is never later than the company's time, so the index finds the answers of the period.
const oldestId = `(lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint - ${(longest + 1) * dayMs}), 12, '0')
  || repeat('0', 20))::uuid`

const isResolved = `q.status = 'RESOLVED' and not q.is_rerouted and (r.is_accepted or not exists (
  select 1 from responses other where other.question_id = q.id and other.company_id = q.company_id and other.is_accepted offset 0))`

// Not `first_response_at`: one statement writes both, and the clock goes on meanwhile.
const isFirst = `not exists (select 1 from responses earlier where earlier.question_id = q.id
  and earlier.company_id = q.company_id and earlier.type <> 'AutoResponse' and earlier.created_at < r.created_at offset 0)`

const answersOfExpert = statement({
  name: 'record-of-answers',
  params: [types.uuid, types.uuid, types.array(types.instant), types.instant],
  row: answersOfPeriod,
  text: `with answered as materialized (
      select r.created_at as at, r.rating, r.rating_system, q.predicted_class, ${isResolved} as is_resolved,
        case when ${isFirst} then q.first_response_at <= ${promisedUntil} end as is_kept,
        ${msBetween('claim.at', 'r.created_at')} as answer_ms
      from responses r join questions q on q.id = r.question_id and q.company_id = r.company_id
        left join lateral (
          select max(v.at) as at from question_events v where v.question_id = r.question_id and v.company_id = $1
            and v.type = 'QUESTION_CLAIMED' and v.actor_id = $2 and v.at <= r.created_at) claim on true
      where r.company_id = $1 and r.author_id = $2 and r.id > ${oldestId} and r.type = 'EXPERT' and r.created_at > $4
    )
    select count(a.at)::int as given, (count(*) filter (where a.is_resolved))::int as resolved,
      (count(*) filter (where a.is_kept))::int as kept, (count(*) filter (where not a.is_kept))::int as late,
      percentile_cont(0.5) within group (order by a.answer_ms) as "medianAnswerMs",
      coalesce((select jsonb_agg(to_jsonb(r)) from (
        select d.rating, d.rating_system as scale, count(*)::int as count from answered d
        where d.at > p.since and d.rating is not null and d.rating_system is not null group by 1, 2) r), '[]') as ratings,
      coalesce((select jsonb_agg(to_jsonb(k)) from (
        select d.predicted_class as class, count(*)::int as resolved from answered d
        where d.at > p.since and d.is_resolved and d.predicted_class is not null
        group by 1 order by 2 desc, 1 limit ${mostListed}) k), '[]') as classes
    from unnest($3::timestamptz[]) with ordinality as p(since, n) left join answered a on a.at > p.since
    group by p.n, p.since order by p.n`,
})

/** Returns what the company's questions show of an expert: offers, answers and promises. Throws NotFoundError. */
export async function findExpertRecord(tx: Tx, companyId: string, expertId: string): Promise<ExpertRecordView> {
  const [expert] = await tx.query(expertNow, [companyId, expertId])
  if (!expert) throw new NotFoundError('expert', expertId)
  const sinceOf = (days: number) => new Date(expert.now.getTime() - days * dayMs)
  const values = [companyId, expertId, periods.map(sinceOf), sinceOf(longest)] as const
  const offers = await tx.query(offersOfExpert, [...values])
  const answers = await tx.query(answersOfExpert, [...values])
  return {
    offersKeptMs: expert.offersKeptMs,
    periods: periods.map((days, i) => {
      const [offered, given] = [offers[i], answers[i]]
      if (!offered || !given) throw new Error('A period of the record is missing')
      return { days, offers: offersView(offered), ...answersView(given) }
    }),
  }
}

function offersView({ medianClaimMs, ...counts }: RowOf<typeof offersOfPeriod>) {
  const { claimed, declined, missed, withdrawn, open } = counts
  return { received: claimed + declined + missed + withdrawn + open, ...counts, medianClaimMs: rounded(medianClaimMs) }
}

function answersView({ given, resolved, kept, late, ratings, classes, ...answer }: RowOf<typeof answersOfPeriod>) {
  const count = ratings.reduce((sum, one) => sum + one.count, 0)
  const worth = ratings.reduce((sum, one) => sum + one.count * worthOf(one.rating, one.scale), 0)
  return {
    answers: { given, resolved, medianAnswerMs: rounded(answer.medianAnswerMs) },
    ratings: { count, average: count === 0 ? null : worth / count },
    promises: { kept, late },
    classes,
  }
}

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms))
