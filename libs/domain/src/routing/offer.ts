import { limits, type Requirement } from '@askline/contracts'
import { experts, newId, questions, statement, type Tx, together, types } from '@askline/db'
import type { Origin } from '../actors.ts'
import { byCompany } from '../by-company.ts'
import type { Change, Done, Facts, NewOffer } from '../changes/change.ts'
import { setTimers } from '../changes/decide.ts'
import { makeChanges } from '../changes/make-changes.ts'
import { plus } from '../changes/rules.ts'
import { timeOf } from '../clock/company-time.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { MoveRefusedError } from '../errors.ts'
import { enqueue } from '../outbox.ts'
import { keepDecisions, type RoutingDecision } from './decision.ts'

/** The next experts of a question. */
export type WavePlan = {
  questionId: string
  companyId: string
  /** The question's wave and round when the plan was made. If either changed, the plan has no effect. */
  expectedWave: number
  expectedRound: number
  /** From this wave on the question is open to all who meet the rule. Its offers stay open until the question is taken or ends. */
  isLast: boolean
  /** The experts are only named to the asker. They get no offers, because the question is open to them. */
  isWithoutOffers?: boolean | undefined
  /** The question is open to all already, and the rule stays the same. */
  isOpen?: boolean | undefined
  /** The requirements on experts in a last wave. */
  requirement?: Requirement | undefined
  /** ms until the wave's offers lapse and the next one is due. */
  offerMs: number
  /** ms until a requirement relaxes, so that more experts may be asked although these offers are open. Undefined: never. */
  widensInMs?: number | undefined
  experts: { expertId: string; score: number; reasons: string[] }[]
  /** The class that was found in the text of a question without a class. */
  predictedClass?: string | undefined
  /** The detected language of a question that named none. */
  language?: string | undefined
  /** ms that experts took to answer the company's last answered question. */
  lastResponseMs: number
  /** Number of experts who could be asked. */
  available?: number | undefined
  /** Promised time until an answer in ms, for the first wave. Undefined: no promise. */
  promisedMs?: number | undefined
  /** For a plan that changes nothing: ms until routing looks again, if that is earlier than otherwise. */
  lookAgainMs?: number | undefined
  /** The request that the question came with. */
  origin?: Origin | undefined
  /** The reason for these experts, stored with the wave. Undefined: nothing is stored. */
  decision?: RoutingDecision | undefined
}

/** ms between looks of routing while no expert is available. Below the five minutes of the no-limbo rule. */
const lookAgainMs = 4 * 60_000
/** ms between looks of routing at a question that is open to all. They find only that no expert is left who could ever take it. */
const openLookMs = 60 * 60_000

/**
 * Availability is read from the database and not from the router's memory. `for key share` conflicts only with the lock of
 * `endOffers`: a wave sees that an expert becomes unavailable, or commits before it. A wave never waits for an expert.
 */
const lockAvailable = statement({
  name: 'lock-available-experts',
  params: [types.array(types.uuid)],
  row: { id: experts.userId },
  text: `select e.user_id as id from experts e
    where e.company_id = $company and e.user_id = any($1::uuid[]) and e.is_active and e.availability = 'AVAILABLE'
    order by e.user_id for key share skip locked`,
})

/** Experts with lapsed offers of the questions. An expert whose row is locked just now is working, so theirs are not counted as missed. */
const lockIdle = statement({
  name: 'lock-idle-experts',
  params: [types.array(types.uuid)],
  row: { id: experts.userId },
  text: `select e.user_id as id from experts e where e.company_id = $company and e.user_id = any(array(
      select o.expert_id from unnest($1::uuid[]) as i(id) cross join lateral (
        select o.expert_id from offers o where o.company_id = $company and o.question_id = i.id and o.status || '' = 'pending'
          and o.due_at <= ${timeOf('$company')} offset 0) o))
    order by e.user_id for no key update skip locked`,
})

/** Counts missed offers. An expert who reaches the limit of a category becomes AWAY and is returned. */
const countMissed = statement({
  name: 'count-missed-offers',
  params: [types.array(types.uuid), types.array(types.int), types.array(types.int)],
  row: { id: experts.userId, leaves: types.boolean },
  text: `with absent as materialized (
      select n.id, n.offers, n.most > 0 and e.availability = 'AVAILABLE' and e.missed_offers + n.offers >= n.most as leaves
      from unnest($1::uuid[], $2::int[], $3::int[]) as n(id, offers, most)
        join experts e on e.user_id = n.id and e.company_id = $company and e.user_id = any($1::uuid[])
    )
    update experts e set missed_offers = e.missed_offers + a.offers,
      availability = case when a.leaves then 'AWAY' else e.availability end,
      away_reason = case when a.leaves then 'MISSED_OFFERS' else e.away_reason end,
      away_since = case when a.leaves then statement_timestamp() else e.away_since end,
      changed_at = case when a.leaves then statement_timestamp() else e.changed_at end
    from absent a where e.user_id = a.id and e.company_id = $company and e.user_id = any($1::uuid[])
    returning e.user_id as id, a.leaves`,
})

/** Names the experts of a wave to the asker, in NOTIFYING_EXPERTS: the first wave's, then those of further waves behind them. */
const nameExperts = statement({
  name: 'name-experts-of-waves',
  params: [types.array(types.uuid), types.array(types.uuid), types.jsonText],
  row: { id: questions.id },
  text: `with faces as materialized (
      select u.id as expert_id, jsonb_build_object('uuid', u.id, 'name', ${shownNameOf('u')}, 'avatar', u.avatar_url,
        'isOfficial', e.is_official, 'isCertified', e.is_certified, 'isElite', e.is_elite, 'numberOfAnswers', e.number_of_answers,
        'ratedAnswers', e.rated_answers, 'ratingSum', e.rating_sum,
        'lastActive', to_char(e.last_active_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as face
      from users u join experts e on e.user_id = u.id and e.company_id = $company
      where u.company_id = $company and u.id = any($2::uuid[])
    ), news as materialized (
      select n.id, n.at, n.wave, n."isWithoutOffers", n.times, (
        select jsonb_agg(f.face order by x.place) from jsonb_array_elements_text(n."expertIds") with ordinality as x(id, place)
          join faces f on f.expert_id = x.id::uuid where x.place <= ${limits.potentialExperts}) as experts
      from jsonb_to_recordset($3::jsonb) as n(id uuid, at timestamptz, wave int, "isWithoutOffers" boolean, "expertIds" jsonb, times jsonb)
    )
    update messages m set updated_at = next_stamp(m.updated_at, n.at), detail = jsonb_set(n.times, '{experts}',
      case when n.wave = 1 or m.detail is null then n.experts
        when n."isWithoutOffers" then m.detail -> 'experts'
        else jsonb_path_query_array((m.detail -> 'experts') || n.experts, '$[0 to ${limits.potentialExperts - 1}]') end)
    from news n
    where m.company_id = $company and m.question_id = any($1::uuid[]) and m.question_id = n.id
      and m.type = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE' and n.experts is not null
    returning m.question_id as id`,
})

export type Offered = {
  offered: string[]
  /** Questions whose decision was stored: those offered, and those that wait. */
  kept: string[]
  /** Locked by another transaction, changed since the plan, or planned for experts who are no longer available. Try again. */
  busy: string[]
}

/**
 * Offers each planned question to its experts and stores why. A plan without experts only sets when routing looks again. A
 * plan that was overtaken by another wave, a claim or an answer has no effect. Does not wait for locked questions.
 */
export async function offerToExperts(tx: Tx, plans: WavePlan[]): Promise<Offered> {
  const all: Offered = { offered: [], kept: [], busy: [] }
  for (const [companyId, own] of byCompany(plans)) {
    const { offered, kept, busy } = await offerInCompany(tx.of(companyId), companyId, own)
    all.offered.push(...offered)
    all.kept.push(...kept)
    all.busy.push(...busy)
  }
  return all
}

const isWave = ({ experts: chosen, isWithoutOffers }: WavePlan) => chosen.length > 0 || isWithoutOffers === true

async function offerInCompany(tx: Tx, companyId: string, plans: WavePlan[]): Promise<Offered> {
  const ids = plans.map(({ questionId }) => questionId)
  const [available, idle] = await together(
    tx.query(lockAvailable, [[...new Set(plans.flatMap((plan) => plan.experts.map(({ expertId }) => expertId)))]]),
    tx.query(lockIdle, [ids]),
  )
  const isAvailable = new Set(available.map(({ id }) => id))
  const planned = plans.map((plan) => ({
    ...plan,
    experts: plan.experts.filter(({ expertId }) => isAvailable.has(expertId)),
    isWave: isWave(plan),
  }))
  const outcomes = await makeChanges(
    tx,
    planned.map((plan) => waveOf(plan)),
  )
  const made = planned.flatMap((plan, i) => {
    const outcome = outcomes[i]
    return outcome?.is === 'done' ? [{ plan, done: outcome }] : []
  })
  const waves = made.filter(({ plan }) => plan.isWave)
  const decided = (some: typeof made) => some.map(({ plan }) => plan)
  keepDecisions(tx, 'wait', decided(made.filter(({ plan }) => !plan.isWave)))
  keepDecisions(
    tx,
    'wave',
    decided(waves),
    decided(waves)
      .filter(({ isLast }) => isLast)
      .map(({ questionId }) => questionId),
  )
  if (waves.length > 0) {
    tx.send(nameExperts, [
      waves.map(({ plan }) => plan.questionId),
      [...isAvailable],
      JSON.stringify(waves.map(({ plan, done }) => newsOf(plan, done))),
    ])
  }
  await countAbsent(tx, companyId, waves, new Set(idle.map(({ id }) => id)))
  const kept = new Set(made.map(({ plan }) => plan.questionId))
  return {
    offered: waves.map(({ plan }) => plan.questionId),
    kept: [...kept],
    busy: ids.filter((id) => !kept.has(id)),
  }
}

/** Returns the change that makes a plan. `isWave`: the plan had experts when it was made, or opens the question to all. */
export function waveOf(plan: WavePlan & { isWave: boolean }): Change {
  return {
    actor: { kind: 'system', companyId: plan.companyId, ...plan.origin },
    of: { questionId: plan.questionId },
    decide: (facts) => {
      const { question: q } = facts
      const isInForce =
        q.status === 'UNRESOLVED' &&
        q.turn === 'experts' &&
        q.holderId === null &&
        q.wave === plan.expectedWave &&
        q.round === plan.expectedRound
      // Of the planned experts none may be available any more.
      if (!isInForce || plan.isWave !== isWave(plan)) {
        throw new MoveRefusedError('move_not_allowed', 'The plan of routing was overtaken')
      }
      return plan.isWave ? offerWave(facts, plan) : lookAgain(facts, plan)
    },
  }
}

/** Returns the earliest time at which a pending offer lapses. */
const nextLapse = ({ offers, now }: Facts): Date | undefined =>
  earliest(offers.map(({ status, dueAt }) => (status === 'pending' && dueAt && dueAt > now ? dueAt : undefined)))

const earliest = (times: (Date | undefined)[]): Date | undefined =>
  times.reduce((first, time) => (first === undefined || (time && time < first) ? time : first), undefined)

/** Sets when routing looks again at a question without an available expert, at the latest when an open offer lapses. */
function lookAgain(facts: Facts, plan: WavePlan) {
  const ms = Math.ceil(Math.min(plan.isOpen ? openLookMs : lookAgainMs, plan.lookAgainMs ?? openLookMs))
  return setTimers({ waveDueAt: earliest([plus(facts.now, ms), nextLapse(facts)]) ?? null })
}

/** Offers the question to the experts of a plan, or opens it to all. Offers whose time is over end as missed. */
function offerWave(facts: Facts, plan: WavePlan) {
  const { question: q, now } = facts
  const wave = q.wave + 1
  const widensAt = plan.widensInMs === undefined ? undefined : plus(now, Math.ceil(plan.widensInMs))
  const isFirst = q.firstOfferedAt === null
  const dueAt = plus(now, Math.round(plan.isLast ? openLookMs : plan.offerMs))
  const offers = plan.experts.map(
    ({ expertId, score, reasons }): NewOffer => ({
      id: newId(),
      expertId,
      round: q.round,
      wave,
      status: 'pending',
      dueAt: plan.isLast ? null : plus(now, Math.round(plan.offerMs)),
      createdAt: now,
      closedAt: null,
      score,
      reasons,
    }),
  )
  return {
    ...setTimers({
      wave,
      ...(plan.isLast
        ? {
            openToAllAt: q.openToAllAt ?? now,
            openLanguage: plan.language ?? null,
            openRequirement: plan.requirement ?? null,
          }
        : {}),
      waveDueAt: earliest([dueAt, widensAt, plan.isLast ? nextLapse(facts) : undefined]) ?? null,
      widensAt: widensAt ?? null,
      predictedClass: q.predictedClass ?? plan.predictedClass ?? null,
      ...(isFirst
        ? { firstOfferedAt: now, expertsAvailable: plan.available ?? null, promisedMs: plan.promisedMs ?? null }
        : {}),
      ...(q.language === null && plan.language !== undefined
        ? { language: plan.language, languages: [plan.language] }
        : {}),
    }),
    event: 'QUESTION_OFFERED' as const,
    closes: lapsedOffers(facts).map(({ id, expertId }) => ({ id, expertId, status: 'timed_out' as const })),
    offers: plan.isWithoutOffers ? [] : offers,
  }
}

const lapsedOffers = ({ offers, now }: Facts) =>
  offers.filter(({ status, dueAt }) => status === 'pending' && dueAt !== null && dueAt <= now)

function newsOf(plan: WavePlan, { facts, after }: Done) {
  const byScore = [...plan.experts].sort((one, other) => other.score - one.score)
  return {
    id: plan.questionId,
    at: facts.now,
    wave: after.wave,
    isWithoutOffers: plan.isWithoutOffers ?? false,
    expertIds: byScore.map(({ expertId }) => expertId),
    times: {
      lastResponseTimeInMillis: String(Math.round(plan.lastResponseMs)),
      estimatedResponseTimeInMillis: after.promisedMs,
      estimatedAnswerDate:
        after.firstOfferedAt && after.promisedMs !== null ? plus(after.firstOfferedAt, after.promisedMs) : null,
    },
  }
}

/**
 * Counts the lapsed offers of idle experts as missed. A job withdraws the other offers of an expert who becomes AWAY: their questions
 * are not locked here.
 */
async function countAbsent(
  tx: Tx,
  companyId: string,
  waves: { done: Done }[],
  idle: ReadonlySet<string>,
): Promise<void> {
  const missed = new Map<string, { offers: number; most: number }>()
  for (const { done } of waves) {
    const { awayAfterMissed } = done.facts.category
    for (const { expertId } of lapsedOffers(done.facts).filter((offer) => idle.has(offer.expertId))) {
      const { offers, most } = missed.get(expertId) ?? { offers: 0, most: awayAfterMissed }
      missed.set(expertId, { offers: offers + 1, most: Math.min(most, awayAfterMissed) })
    }
  }
  if (missed.size === 0) return
  const counts = [...missed.values()]
  const counted = await tx.query(countMissed, [
    [...missed.keys()],
    counts.map(({ offers }) => offers),
    counts.map(({ most }) => most),
  ])
  const leaving = counted.filter(({ leaves }) => leaves)
  if (leaving.length === 0) return
  const jobs = leaving.map(({ id: expertId }) => ({
    job: 'withdraw-offers' as const,
    payload: { companyId, expertId },
  }))
  await enqueue(tx, companyId, jobs)
}
