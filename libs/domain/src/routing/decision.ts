import type { Requirement, RerouteType, RoutingVerdict } from '@askline/contracts'
import {
  type ColumnType,
  type ParamsOf,
  type RoutingCandidate,
  type RoutingFacts,
  routingDecisions,
  statement,
  type Tx,
  types,
} from '@askline/db'
import { timeOf } from '../clock/company-time.ts'

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
  /** At most `mostNamed` experts: ranked ones, best first, also those who are asked, then those whom the question's past rules out. */
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

/** Types of the parameters that `keepDecisions` passes. */
const decisionTypes = [
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

/** Returns decisions and their rosters as parallel arrays. */
function decisionColumns(decided: Decided[]): ParamsOf<typeof decisionTypes> {
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

type DecisionKind = 'wave' | 'wait' | 'reroute'

/**
 * Stores the parallel arrays $1 to $11 of `decisionColumns` for locked questions, at their present round and wave. A repeated
 * decision increments the counter of the stored one. $12 lists the questions whose wave is the last of its round.
 */
const keeping = (kind: DecisionKind) =>
  statement({
    name: `keep-${kind}-decisions`,
    params: [...decisionTypes, uuids],
    row: { questionId: routingDecisions.questionId },
    text: `with kept_roster as (
  insert into routing_rosters (id, company_id, named)
  select r.id, r.company_id, r.named::json from unnest($8::uuid[], $9::uuid[], $10::text[]) as r(id, company_id, named)
  order by r.id
  on conflict do nothing
  returning id
), decided as materialized (
  select q.id, q.round, q.wave, ${timeOf('$company')} as now, q.id = any($12::uuid[]) as is_last, g.policy, g.language,
    g.candidates::json, g.counts::json, g.roster, g.facts::json, g.requirement::json
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $11::text[], $7::text[])
      as g(id, policy, language, candidates, counts, roster, facts, requirement)
    join questions q on q.id = g.id and q.company_id = $company and q.id = any($1::uuid[])
), repeated_decision as (
  update routing_decisions r set times = r.times + 1, policy_version = d.policy, language = d.language,
    candidates = d.candidates, counts = d.counts, roster_id = d.roster, facts = d.facts, requirement = d.requirement, at = d.now
  from decided d
  where r.question_id = d.id and r.question_id = any($1::uuid[]) and r.company_id = $company and r.round = d.round and r.wave = d.wave
    and r.kind = '${kind}'
  returning r.question_id
)
insert into routing_decisions (question_id, company_id, round, wave, kind, policy_version, language, is_last, candidates,
  counts, roster_id, facts, requirement, at)
select d.id, $company, d.round, d.wave, '${kind}', d.policy, d.language, d.is_last, d.candidates, d.counts, d.roster, d.facts,
  d.requirement, d.now
from decided d where not exists (select 1 from repeated_decision r where r.question_id = d.id)
returning question_id as "questionId"`,
  })
const statements = { wave: keeping('wave'), wait: keeping('wait'), reroute: keeping('reroute') }

/** Stores why routing asked these experts, asked nobody, or rerouted. The questions of the company must be locked. */
export function keepDecisions(tx: Tx, kind: DecisionKind, decided: Decided[], lastWaves: string[] = []): void {
  const stored = decided.filter(({ decision }) => decision)
  if (stored.length > 0) tx.send(statements[kind], [...decisionColumns(stored), lastWaves])
}

/** The reroute types of a company that lacks an expert for a question. */
export type Lack = Extract<RerouteType, 'BY_UNSUPPORTED_LANGUAGE' | 'BY_LACK_OF_EXPERTS'>
