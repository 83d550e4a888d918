import type { OutboxRow } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { decisionColumns, keepDecisions, type RoutingDecision } from './decision.ts'
import { offerWaves } from './offer-statement.ts'

/** Which experts are to be offered a question next. */
export type WavePlan = {
  questionId: string
  companyId: string
  /** The question's wave and round when the plan was made: if either changed since, somebody else was faster. */
  expectedWave: number
  expectedRound: number
  /** The last wave goes to everyone eligible, in a new round, and stays open until somebody takes it or time runs out. */
  isLast: boolean
  /** ms until the wave's offers lapse and the next one is due. */
  offerMs: number
  /** ms until more experts may be asked although these offers are open: a requirement relaxes; undefined: not so. */
  widensInMs?: number | undefined
  experts: { expertId: string; score: number; reasons: string[]; features: Record<string, number> }[]
  /** The class that was found in its text, where it came without one. */
  predictedClass?: string | undefined
  /** Detected language, where the question named none. */
  language?: string | undefined
  /** How long experts took to answer the company's last answered question, in ms. */
  lastResponseMs: number
  /** How many experts could be asked. */
  available?: number | undefined
  /** ms from now in which an answer is promised, where this is the question's first wave; undefined: nothing is promised. */
  promisedMs?: number | undefined
  /** Without experts: ms until routing looks again, `lookAgainMs` at most; undefined: that long. */
  lookAgainMs?: number | undefined
  /** Of the request that it is offered for. */
  correlationId?: string | undefined
  /** Why these experts: kept with the wave. Missing: nothing is kept. */
  decision?: RoutingDecision | undefined
}

/** After the last wave, and while nobody is available, routing looks again this often: within the five minutes of the no-limbo rule. */
const lookAgainMs = 4 * 60_000

// `turn || ''` here, and `status || ''` below: as in `offerWaves`.
const lockPlanned: Statement = {
  name: 'lock-planned',
  text: `select id, wave, round from questions
    where id = any($1::uuid[]) and status = 'UNRESOLVED' and turn || '' = 'experts' and holder_id is null
    order by id for update skip locked`,
}

const lookAgain: Statement = {
  name: 'look-again',
  text: `with question as (
      update questions q set wave_due_at = least(company_now(q.company_id) + w.ms * interval '1 millisecond', (
        select min(o.due_at) from offers o
        where o.question_id = q.id and o.status || '' = 'pending' and o.due_at > company_now(q.company_id)))
      from unnest($1::uuid[], $13::bigint[]) as w(id, ms) where q.id = w.id
      returning q.id, q.company_id, q.round, q.wave, company_now(q.company_id) as now
    ), ${keepDecisions('wait', 2)} select 1`,
}

export type Offered = {
  offered: string[]
  /** Those whose decision was kept, offered to somebody or not. */
  kept: string[]
  /** Locked by somebody, or no more in need of experts: to be looked at again. */
  busy: string[]
}

/**
 * Offers each planned question to its experts, and keeps why. A plan without experts only sets when routing looks again; a plan that was
 * overtaken (another wave, a claim, an answer) does nothing. A question that somebody is moving right now is not waited for.
 */
export async function offerToExperts(tx: Tx, plans: WavePlan[]): Promise<Offered> {
  if (plans.length === 0) return { offered: [], kept: [], busy: [] }
  const locked = await tx.query<{ id: string; wave: number; round: number }>(lockPlanned, [
    plans.map((p) => p.questionId),
  ])
  const state = new Map(locked.map((q) => [q.id, q]))
  const timely = plans.filter((p) => {
    const q = state.get(p.questionId)
    return q?.wave === p.expectedWave && q.round === p.expectedRound
  })
  const empty = timely.filter((p) => p.experts.length === 0)
  if (empty.length > 0) {
    const waits = empty.map((p) => Math.ceil(Math.min(lookAgainMs, p.lookAgainMs ?? lookAgainMs)))
    await tx.query(lookAgain, [empty.map((p) => p.questionId), ...decisionColumns(empty), waits])
  }

  const full = timely.filter((p) => p.experts.length > 0)
  const done = {
    offered: full.map((p) => p.questionId),
    kept: timely.map((p) => p.questionId),
    busy: plans.map((p) => p.questionId).filter((id) => !state.has(id)),
  }
  if (full.length === 0) return done
  const questions = full.map((p) => ({
    questionId: p.questionId,
    companyId: p.companyId,
    isLast: p.isLast,
    offerMs: Math.round(p.offerMs),
    dueMs: Math.round(p.isLast ? lookAgainMs : p.offerMs),
    language: p.language ?? null,
    lastResponseMs: Math.round(p.lastResponseMs),
    available: p.available ?? null,
    promisedMs: p.promisedMs ?? null,
    widensMs: p.widensInMs === undefined ? null : Math.ceil(p.widensInMs),
    predictedClass: p.predictedClass ?? null,
    correlationId: p.correlationId ?? null,
  }))
  const chosen = full.flatMap((p) => p.experts.map((e) => ({ ...e, id: newId(), questionId: p.questionId })))
  const rows = await tx.query<OutboxRow>(offerWaves, [
    JSON.stringify(questions),
    JSON.stringify(chosen),
    ...decisionColumns(full),
  ])
  tx.outgoing.push(...rows)
  return done
}
