import type { Requirement } from '@askline/contracts'
import { newId, questions, statement, type Tx, types } from '@askline/db'
import type { Origin } from '../actors.ts'
import { byCompany } from '../by-company.ts'
import { companyClock } from '../clock/company-time.ts'
import { setNextLook } from '../questions/timers.ts'
import { decisionColumns, decisionTypes, keepDecisions, type RoutingDecision } from './decision.ts'
import { offerWaves } from './offer-statement.ts'

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
  experts: { expertId: string; score: number; reasons: string[]; features: Record<string, number> }[]
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

// `turn || ''` here, and `status || ''` below: as in `offerWaves`.
const lockPlanned = statement({
  name: 'lock-planned',
  params: [types.array(types.uuid)],
  row: { id: questions.id },
  text: `select id from questions
    where id = any($1::uuid[]) and company_id = $company and status = 'UNRESOLVED' and turn || '' = 'experts' and holder_id is null
    order by id for update skip locked`,
})

const lookAgain = statement({
  name: 'look-again',
  params: [
    types.array(types.uuid),
    ...decisionTypes,
    types.array(types.int),
    types.array(types.int),
    types.array(types.int),
  ],
  row: { id: questions.id },
  text: `with ${companyClock}, question as (
      ${setNextLook('unnest($1::uuid[], $13::bigint[], $14::int[], $15::int[])')}
    ), ${keepDecisions('wait', 2)} select id from question`,
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
    const { offered, kept, busy } = await offerInCompany(tx.of(companyId), own)
    all.offered.push(...offered)
    all.kept.push(...kept)
    all.busy.push(...busy)
  }
  return all
}

async function offerInCompany(tx: Tx, plans: WavePlan[]): Promise<Offered> {
  const locked = await tx.query(lockPlanned, [plans.map((p) => p.questionId)])
  const isLocked = new Set(locked.map(({ id }) => id))
  const free = plans.filter((p) => isLocked.has(p.questionId))
  const isWave = ({ experts, isWithoutOffers }: WavePlan) => experts.length > 0 || isWithoutOffers === true
  const waiting = await wait(
    tx,
    free.filter((p) => !isWave(p)),
  )
  const offered = await writeWaves(tx, free.filter(isWave))
  const done = new Set([...waiting, ...offered])
  return { offered, kept: [...done], busy: plans.map((p) => p.questionId).filter((id) => !done.has(id)) }
}

async function wait(tx: Tx, plans: WavePlan[]): Promise<string[]> {
  if (plans.length === 0) return []
  const rows = await tx.query(lookAgain, [
    plans.map((p) => p.questionId),
    ...decisionColumns(plans),
    plans.map((p) => Math.ceil(Math.min(p.isOpen ? openLookMs : lookAgainMs, p.lookAgainMs ?? openLookMs))),
    plans.map((p) => p.expectedWave),
    plans.map((p) => p.expectedRound),
  ])
  return rows.map(({ id }) => id)
}

async function writeWaves(tx: Tx, plans: WavePlan[]): Promise<string[]> {
  if (plans.length === 0) return []
  const planned = plans.map((p) => ({
    questionId: p.questionId,
    expectedWave: p.expectedWave,
    expectedRound: p.expectedRound,
    isLast: p.isLast,
    isWithoutOffers: p.isWithoutOffers ?? false,
    requirement: p.requirement ?? null,
    offerMs: Math.round(p.offerMs),
    dueMs: Math.round(p.isLast ? openLookMs : p.offerMs),
    language: p.language ?? null,
    lastResponseMs: Math.round(p.lastResponseMs),
    available: p.available ?? null,
    promisedMs: p.promisedMs ?? null,
    widensMs: p.widensInMs === undefined ? null : Math.ceil(p.widensInMs),
    predictedClass: p.predictedClass ?? null,
    correlationId: p.origin?.correlationId ?? null,
    traceparent: p.origin?.traceparent ?? null,
  }))
  const chosen = plans.flatMap((p) => p.experts.map((e) => ({ ...e, id: newId(), questionId: p.questionId })))
  const [written] = await tx.query(offerWaves, [
    JSON.stringify(planned),
    JSON.stringify(chosen),
    ...decisionColumns(plans),
  ])
  tx.outgoing.push(...(written?.rows ?? []))
  return written?.offered ?? []
}
