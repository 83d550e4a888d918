import {
  deadlineNames,
  type OfferStatus,
  offerReasonCode,
  promiseBases,
  type Requirement,
  type RerouteCause,
  type RoutingExplanationView,
  type RoutingVerdict,
  routingVerdicts,
} from '@askline/contracts'
import {
  offers,
  questions,
  type RoutingCandidate,
  type RoutingFacts,
  type RowOf,
  routingDecisions,
  routingRosters,
  statement,
  type Tx,
  types,
  users,
} from '@askline/db'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { isolateName } from '../companies/names.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { describeRequirement } from '../people/requirements.ts'
import { columnOf, type Deadline, deadlines } from '../questions/deadlines.ts'
import { mostNamed } from './decision.ts'

type DecisionView = RoutingExplanationView['decisions'][number]
const decisionRow = {
  kind: routingDecisions.kind,
  round: routingDecisions.round,
  wave: routingDecisions.wave,
  at: routingDecisions.at,
  times: routingDecisions.times,
  policyVersion: routingDecisions.policyVersion,
  language: routingDecisions.language,
  requirement: routingDecisions.requirement,
  isLast: routingDecisions.isLast,
  candidates: routingDecisions.candidates,
  counts: routingDecisions.counts,
  facts: routingDecisions.facts,
  roster: types.nullable(routingRosters.named),
  rerouteType: questions.rerouteType,
}
const offerRow = {
  expertId: offers.expertId,
  round: offers.round,
  wave: offers.wave,
  status: offers.status,
  score: types.float,
  reason: offers.reason,
  reasons: types.array(types.text),
  createdAt: offers.createdAt,
  closedAt: offers.closedAt,
}
type Row = RowOf<typeof decisionRow>
type Offer = RowOf<typeof offerRow>
type Names = ReadonlyMap<string, string>

const selectDeadlines = statement({
  name: 'deadlines-of-question',
  params: [types.uuid, types.uuid],
  row: { due: types.json<Partial<Record<Deadline, string>>>() },
  text: `select jsonb_strip_nulls(jsonb_build_object(${deadlineNames.map((name) => `'${name}', ${columnOf(name)}`).join(', ')})) as due
    from questions where company_id = $1 and id = $2`,
})
// Deterministic: decisions follow each other in rounds, and in a round a wait or reroute comes after its wave.
const selectDecisions = statement({
  name: 'routing-decisions',
  params: [types.uuid, types.uuid],
  row: decisionRow,
  text: `select d.kind, d.round, d.wave, d.at, d.times, d.policy_version as "policyVersion", d.language, d.requirement, d.is_last as "isLast",
      d.candidates, d.counts, d.facts, r.named as roster, q.reroute_type as "rerouteType"
    from routing_decisions d join questions q on q.id = d.question_id and q.company_id = d.company_id left join routing_rosters r on r.id = d.roster_id and r.company_id = d.company_id
    where d.company_id = $1 and d.question_id = $2
    order by d.round, d.wave, array_position(array['wave', 'wait', 'reroute'], d.kind)`,
})
const selectOffers = statement({
  name: 'routing-offers',
  params: [types.uuid, types.uuid],
  row: offerRow,
  text: `select expert_id as "expertId", round, wave, status, coalesce(score, 0) as score, reason,
      coalesce(reasons, '{}') as reasons, created_at as "createdAt", closed_at as "closedAt"
    from offers where company_id = $1 and question_id = $2 order by score desc`,
})

/**
 * Explains, wave by wave, why a question was offered to these experts, and lists what is due on it. Has no decisions if routing
 * has not decided yet, or longer ago than decisions are stored. Throws NotFoundError.
 */
export async function explainRouting(tx: Tx, companyId: string, questionId: string): Promise<RoutingExplanationView> {
  const [asked] = await tx.query(selectDeadlines, [companyId, questionId])
  if (!asked) throw new NotFoundError('question', questionId)
  const rows = await tx.query(selectDecisions, [companyId, questionId])
  const made = await tx.query(selectOffers, [companyId, questionId])
  const told = rows.map((row) => {
    // A wait has the number of the wave before it. Only a wave has offers of its own.
    const own = row.kind === 'wave' ? made.filter((o) => o.round === row.round && o.wave === row.wave) : []
    return { row, offers: new Map(own.map((o) => [o.expertId, o])), named: namedExperts(row, own) }
  })
  const ids = [...new Set(told.flatMap(({ named }) => named.map((one) => one.expertId)))]
  const found = await tx.orm
    .select({ id: users.id, name: sql<string>`${sql.raw(shownNameOf('users'))}` })
    .from(users)
    .where(and(eq(users.companyId, companyId), inArray(users.id, ids)))
  const nameOf = new Map(found.map(({ id, name }) => [id, name]))
  return {
    uuid: questionId,
    decisions: told.map((one) => decisionView(one, nameOf)),
    deadlines: (Object.entries(asked.due) as [Deadline, string][])
      .map(([name, due]) => ({ name, date: dateTime(new Date(due)), task: deadlines[name].task }))
      .sort((one, other) => one.date.localeCompare(other.date)),
  }
}

/** Returns the named experts: asked, ranked below, ruled out by the question's past, then others of the company. */
function namedExperts(row: Row, made: Offer[]): RoutingCandidate[] {
  const ranked = new Map(row.candidates.map((one) => [one.expertId, one]))
  const asked = made.map(({ expertId, score }) => ({
    ...ranked.get(expertId),
    expertId,
    verdict: 'offered' as const,
    score,
  }))
  const named = new Map<string, RoutingCandidate>()
  for (const one of [...asked, ...row.candidates, ...(row.roster ?? [])]) {
    if (named.size === mostNamed || named.has(one.expertId)) continue
    named.set(one.expertId, { ...one, verdict: verdictShown(row, one.verdict) })
  }
  return [...named.values()]
}

/** Whether agents got the question because experts rarely resolve similar ones. */
function isHopeless({ kind, facts }: Row): boolean {
  const { chance, leastChance } = facts ?? {}
  return kind === 'reroute' && chance !== undefined && leastChance !== undefined && chance < leastChance
}

/** Experts of a question that went to agents at once were not ranked below others, but withheld. */
const verdictShown = (row: Row, verdict: RoutingVerdict): RoutingVerdict =>
  verdict === 'ranked_below' && isHopeless(row) ? 'withheld' : verdict

type Told = { row: Row; offers: ReadonlyMap<string, Offer>; named: RoutingCandidate[] }

function decisionView({ row, offers: made, named }: Told, nameOf: Names): DecisionView {
  const counts = Object.entries(row.counts) as [RoutingVerdict, number][]
  const others = new Map(counts.map(([verdict, count]) => [verdictShown(row, verdict), count]))
  for (const { verdict } of named) others.set(verdict, (others.get(verdict) ?? 0) - 1)
  return {
    kind: row.kind,
    round: row.round,
    wave: row.wave,
    date: dateTime(row.at),
    times: row.times,
    policyVersion: row.policyVersion,
    explanation: [describeDecision(row), ...describeFacts(row.facts ?? {}, row.at)].join(' '),
    asked: row.counts.offered ?? 0,
    considered: consideredBy(row),
    language: row.language,
    requirement: row.requirement,
    isOpenToAll: row.isLast,
    cause: causeOf(row),
    facts: row.facts ?? {},
    experts: named.map((one) => {
      const name = nameOf.get(one.expertId) ?? ''
      const offer = made.get(one.expertId)
      return {
        uuid: one.expertId,
        name,
        verdict: one.verdict,
        explanation: describeVerdict(one, offer, isolateName(name)),
        reasons: offer?.reasons ?? [],
        reasonCodes: (offer?.reasons ?? []).map(offerReasonCode),
        unmet: one.unmet ?? null,
        declineReason: offer?.status === 'declined' ? offer.reason : null,
        score: one.score ?? null,
        features: one.features ?? {},
        outcome: offer?.status ?? null,
        dateOffered: offer ? dateTime(offer.createdAt) : null,
        dateSettled: offer?.closedAt ? dateTime(offer.closedAt) : null,
      }
    }),
    others: [...others]
      .filter(([, count]) => count > 0)
      .map(([verdict, count]) => ({ verdict, count, explanation: `${count} more: each ${routingVerdicts[verdict]}.` })),
  }
}

const consideredBy = ({ counts }: Row): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

function causeOf(row: Row): RerouteCause | null {
  if (row.kind !== 'reroute') return null
  if (isHopeless(row)) return 'rarely_resolved'
  return row.rerouteType === 'BY_UNSUPPORTED_LANGUAGE' ? 'unsupported_language' : 'no_expert'
}

function describeDecision(row: Row): string {
  const all = consideredBy(row)
  const asked = row.counts.offered ?? 0
  const required = row.requirement === null ? '' : ` Required of experts: ${describeRequirement(row.requirement)}.`
  const language = `${required}${row.language === null ? '' : ` Its language is ${languageName(row.language)}.`}`
  const people = (count: number) => (count === 1 ? '1 expert' : `${count} experts`)
  if (row.kind === 'wave') {
    const last = row.isLast
      ? ' No further expert was left for another wave, so the question is open to all eligible experts.'
      : ''
    return `Wave ${row.wave} went to ${asked} of ${people(all)}${describeRound(row.round)}.${last}${language}`
  }
  if (row.kind === 'wait') {
    const deciding = row.counts.offer_open ?? 0
    return deciding > 0
      ? `No other expert could be asked at that time; ${people(deciding)} had an open offer.${language}`
      : `None of ${people(all)} could be asked at that time, so the question waited for an available expert.${language}`
  }
  const cause = causeOf(row)
  if (cause === 'rarely_resolved') {
    const { chance = 0, leastChance = 0, chanceCases } = row.facts ?? {}
    return `Judged by ${chanceCases} settled questions, experts would have resolved it with a probability of ${tenths(chance)}. The category requires ${tenths(leastChance)}, so the agents got it at once.${language}`
  }
  return cause === 'unsupported_language'
    ? `No active expert speaks the language, so the agents got the question.${language}`
    : `The company has no expert who could ever take it, so the agents got the question.${language}`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })
/** Matches the codes for which `Intl` does not throw. */
const codeForm = /^[a-z]{2,3}$/i

/** Returns the name of a language. A stored text that is no code stays as it is. */
const languageName = (code: string): string =>
  (codeForm.test(code) ? languageNames.of(code) : undefined) ?? isolateName(code)

/** A round starts when a question comes back from the expert who held it. */
const describeRound = (round: number) => (round === 0 ? '' : `, after the question had come back ${timesOf(round)}`)
const timesOf = (count: number) => (count === 1 ? 'once' : `${count} times`)

const percent = (share: number) => `${Math.round(share * 100)}%`
const tenths = (share: number) => `${Math.round(share * 1_000) / 10}%`

function* describeFacts(facts: RoutingFacts, at: Date): Iterable<string> {
  const { predictedClass, classConfidence, promisedMs, promiseBasis, promiseCases, passedOver, relaxesInMs } = facts
  if (passedOver) yield describeSkipped(passedOver)
  if (relaxesInMs !== undefined) yield describeRelaxing(relaxesInMs, at)
  if (predictedClass !== undefined) yield `Its class is ${predictedClass}, ${percent(classConfidence ?? 0)} sure.`
  if (promisedMs !== undefined && promiseBasis)
    yield `An answer was promised within ${duration(promisedMs)}, by ${promiseCases} questions ${promiseBases[promiseBasis]}.`
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

function describeSkipped(requirements: Requirement[]): string {
  const named = anyOf.format(requirements.map((requirement) => `“${describeRequirement(requirement)}”`))
  return `No active expert can ever meet ${named}, so ${requirements.length === 1 ? 'it was' : 'they were'} skipped.`
}

function describeRelaxing(ms: number, at: Date): string {
  const from = new Date(Math.round((at.getTime() + ms) / 60_000) * 60_000)
  return `The requirement relaxes after ${duration(ms)}, at ${from.toISOString().slice(11, 16)} UTC.`
}

function duration(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

const outcomes: Record<OfferStatus, string> = {
  pending: 'has not decided yet',
  accepted: 'took it',
  declined: 'declined',
  timed_out: 'let the offer lapse',
  withdrawn: 'lost the offer before deciding',
}

function describeVerdict({ verdict, unmet }: RoutingCandidate, offer: Offer | undefined, name: string): string {
  const why = offer && offer.reasons.length > 0 ? ` (${offer.reasons.join('; ')})` : ''
  const reason = offer?.status === 'declined' && offer.reason ? ` (“${offer.reason}”)` : ''
  const then = offer ? `, and ${outcomes[offer.status]}${reason}` : ''
  const lack = unmet ? `: ${describeRequirement(unmet)}` : ''
  return `${name} ${routingVerdicts[verdict]}${lack}${why}${then}.`
}
