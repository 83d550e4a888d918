import type { Requirement, RerouteType, RoutingVerdict } from '@askline/contracts'
import {
  type ColumnType,
  type ParamsOf,
  type RoutingCandidate,
  type RoutingFacts,
  statement,
  type Tx,
  types,
} from '@askline/db'

/** Most experts that the explanation of a decision names. The others are only counted. */
export const mostNamed = 50

/** A snapshot of at most `mostNamed` experts of a company, shared by the decisions that were made from it. */
export type RosterPicture = { id: string; named: RoutingCandidate[] }

/** The facts on which routing selected the experts of a question. */
export type RoutingDecision = {
  policyVersion: string
  /** The required language. Undefined: any. */
  language?: string | undefined
  /** The known facts about the question itself. */
  facts?: RoutingFacts | undefined
  /** The requirement in force. */
  requirement?: Requirement | undefined
  /** At most `mostNamed` experts: ranked but not asked, best first, then those whom the question's past rules out. */
  candidates: RoutingCandidate[]
  /** Number of the company's experts per verdict. */
  counts: Partial<Record<RoutingVerdict, number>>
  rosterId: string
  /** The snapshot, until it is known to be stored. */
  roster?: RosterPicture | undefined
}

export type Decided = { questionId: string; companyId: string; decision?: RoutingDecision | undefined }

const texts = types.array(types.text)
const uuids = types.array(types.uuid)
const optional = <Item>(item: ColumnType<Item>) => types.array(types.nullable(item))

/** Types of the parameters that `keepDecisions` reads. */
export const decisionTypes = [
  uuids,
  texts,
  optional(types.text),
  texts,
  texts,
  uuids,
  optional(types.text),
  uuids,
  uuids,
  texts,
  optional(types.text),
] as const

/** Returns decisions and their rosters as the parallel arrays that `keepDecisions` reads. */
export function decisionColumns(decided: Decided[]): ParamsOf<typeof decisionTypes> {
  const rows = decided.flatMap(({ decision, ...row }) => (decision ? [{ ...row, ...decision }] : []))
  const rosters = new Map(
    rows.flatMap(({ roster, companyId }) => (roster ? [[roster.id, { ...roster, companyId }] as const] : [])),
  )
  return [
    rows.map((row) => row.questionId),
    rows.map((row) => row.policyVersion),
    rows.map((row) => row.language ?? null),
    rows.map((row) => JSON.stringify(row.candidates)),
    rows.map((row) => JSON.stringify(row.counts)),
    rows.map((row) => row.rosterId),
    rows.map((row) => (row.requirement ? JSON.stringify(row.requirement) : null)),
    [...rosters.keys()],
    [...rosters.values()].map((roster) => roster.companyId),
    [...rosters.values()].map((roster) => JSON.stringify(roster.named)),
    rows.map((row) => (row.facts && Object.keys(row.facts).length > 0 ? JSON.stringify(row.facts) : null)),
  ]
}

/**
 * Returns the parts of a WITH that store `decisionColumns`, whose first parameter is `$first`, for the rows of `question` (id,
 * company_id, round, wave, now) of the company. The questions must be locked: a repeated decision increments the counter of the
 * stored one, and no other transaction stores one.
 */
export function keepDecisions(kind: 'wave' | 'wait' | 'reroute', first: number, isLast = 'false'): string {
  const $ = (place: number) => `$${first + place}`
  return `kept_roster as (
  insert into routing_rosters (id, company_id, named)
  select r.id, r.company_id, r.named::json from unnest(${$(7)}::uuid[], ${$(8)}::uuid[], ${$(9)}::text[]) as r(id, company_id, named)
  order by r.id
  on conflict do nothing
), decided as materialized (
  select q.id, q.company_id, q.round, q.wave, q.now, ${isLast} as is_last, g.policy, g.language, g.candidates::json, g.counts::json,
    g.roster, g.facts::json, g.requirement::json
  from unnest(${$(0)}::uuid[], ${$(1)}::text[], ${$(2)}::text[], ${$(3)}::text[], ${$(4)}::text[], ${$(5)}::uuid[],
    ${$(10)}::text[], ${$(6)}::text[]) as g(id, policy, language, candidates, counts, roster, facts, requirement)
  join question q on q.id = g.id
), repeated_decision as (
  update routing_decisions r set times = r.times + 1, policy_version = d.policy, language = d.language,
    candidates = d.candidates, counts = d.counts, roster_id = d.roster, facts = d.facts, requirement = d.requirement, at = d.now
  from decided d
  where r.question_id = d.id and r.question_id = any(array(select id from decided)) and r.company_id = $company and r.round = d.round and r.wave = d.wave and r.kind = '${kind}'
  returning r.question_id
), kept_decision as (
  insert into routing_decisions (question_id, company_id, round, wave, kind, policy_version, language, is_last, candidates,
    counts, roster_id, facts, requirement, at)
  select d.id, d.company_id, d.round, d.wave, '${kind}', d.policy, d.language, d.is_last, d.candidates, d.counts,
    d.roster, d.facts, d.requirement, d.now
  from decided d where not exists (select 1 from repeated_decision r where r.question_id = d.id)
  returning question_id
)`
}

const rerouted = statement({
  name: 'keep-reroute-decision',
  params: decisionTypes,
  row: { kept: types.int },
  text: `with question as (
    select id, company_id, round, wave, rerouted_at as now from questions where id = any($1::uuid[]) and company_id = $company
  ), ${keepDecisions('reroute', 1)} select 1 as kept`,
})

/** Stores why a question was rerouted before any expert was asked. */
export async function keepReroute(tx: Tx, decided: Decided): Promise<void> {
  if (decided.decision) await tx.query(rerouted, decisionColumns([decided]))
}

/** The reroute types of a company that lacks an expert for a question. */
export type Lack = Extract<RerouteType, 'BY_UNSUPPORTED_LANGUAGE' | 'BY_LACK_OF_EXPERTS'>
