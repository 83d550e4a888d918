import {
  type Database,
  inSystem,
  isConnectionLoss,
  querySystem,
  questions,
  type RowOf,
  statement,
  type Tx,
  types,
} from '@askline/db'
import type { Actor } from '../actors.ts'
import { byCompany, lockByCompany } from '../by-company.ts'
import type { Change } from '../changes/change.ts'
import { decide, routeJob, setTimers } from '../changes/decide.ts'
import { makeChanges } from '../changes/make-changes.ts'
import { plus, retryRoutingMs } from '../changes/rules.ts'
import { companyClock } from '../clock/company-time.ts'
import { msBetween } from '../clock/milliseconds.ts'
import { MoveRefusedError } from '../errors.ts'
import { hasBacklog } from '../outbox.ts'
import { lapseLease } from '../questions/claim.ts'
import { type Deadline, firstDeadline } from '../questions/deadlines.ts'
import { rerouteAfterOpinion } from '../questions/second-opinion.ts'
import { approveBySilence, markBySilence } from '../questions/settle.ts'

const dueRow = {
  id: questions.id,
  companyId: questions.companyId,
  deadline: types.textOf<Deadline>(),
  dueAt: types.present(questions.nextDueAt),
  /** Time in ms since the deadline was due. */
  lateMs: types.float,
} as const
export type DueQuestion = RowOf<typeof dueRow>

const which = `${firstDeadline} as deadline, q.next_due_at as "dueAt"`
const late = (now: string) => `${msBetween('q.next_due_at', now)} as "lateMs"`

/** SQL: no deadline of the question `q` is an unsettled dead letter. Such a question waits until an admin settles the letter. */
export const isAlive = `not exists (select 1 from dead_letters d where d.question_id = q.id and d.company_id = q.company_id and d.kind = 'deadline' and d.settled_at is null)`

const candidate = { id: questions.id, companyId: questions.companyId } as const

const due = statement({
  name: 'find-due',
  params: [types.int, types.array(types.uuid)],
  row: candidate,
  text: `select q.id, q.company_id as "companyId" from questions q
    where q.next_due_at <= statement_timestamp() and not q.id = any($2::uuid[]) and ${isAlive}
    order by q.next_due_at limit $1`,
})

/**
 * A part of a WITH: the companies whose clock runs ahead of the database's, with their time. While an advance moves the clock of a
 * sandbox, the advance meets its deadlines.
 */
export const ahead = `ahead as materialized (
  select id as company_id, statement_timestamp() + clock_offset as now from companies
  where clock_offset > interval '0' and not id = any(array(select company_id from clock_advances where finished_at is null))
)`

/** SQL that limits the questions `q` to the deadlines of these companies. It is false if there are none. */
export const maybeDueAhead = `q.company_id = any(array(select company_id from ahead)) and q.next_due_at <= (select max(now) from ahead)`

const dueInSandboxes = statement({
  name: 'find-due-in-sandboxes',
  params: [types.int, types.array(types.uuid)],
  row: candidate,
  text: `with ${ahead}
    select q.id, q.company_id as "companyId" from questions q join ahead a on a.company_id = q.company_id and q.next_due_at <= a.now
    where ${maybeDueAhead} and not q.id = any($2::uuid[]) and ${isAlive}
    order by q.next_due_at limit $1`,
})

/** SKIP LOCKED lets any number of sweepers share the work. */
const lockDue = statement({
  name: 'lock-due',
  params: [types.array(types.uuid)],
  row: dueRow,
  text: `with ${companyClock}
    select q.id, q.company_id as "companyId", ${which}, ${late('clock.now')} from clock cross join questions q
    where q.id = any($1::uuid[]) and q.company_id = $company and q.next_due_at <= clock.now and ${isAlive}
    order by q.next_due_at for update of q skip locked`,
})

/**
 * SQL: the due wave is only another look of routing, because no offer of the question lapses then. Such a look may come early.
 */
const isLook = `q.next_due_at = q.wave_due_at
  and not exists (select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.status || '' = 'pending' and o.due_at is not null offset 0)`

/**
 * Deadlines of one company by its own clock, and the looks of the next minute. Waiting questions are thereby looked at together,
 * so a clock that moves by hours stops for them at most once per minute.
 */
const dueOfCompany = statement({
  name: 'find-due-of-company',
  params: [types.int],
  row: dueRow,
  text: `with ${companyClock}
    select q.id, q.company_id as "companyId", ${which}, ${late('clock.now')} from clock cross join questions q
    where q.company_id = $company and q.closed_at is null and q.next_due_at + interval '0' <= clock.now + interval '1 minute'
      and (q.next_due_at <= clock.now or ${isLook}) and ${isAlive}
    order by q.next_due_at, q.id limit $1 for update of q skip locked`,
})

/**
 * Locks and returns questions of one company whose deadline has come by its own clock, earliest first. Includes questions that
 * routing looks at again within a minute.
 */
export const findDueOf = (tx: Tx, companyId: string, limit: number): Promise<DueQuestion[]> =>
  tx.of(companyId).query(dueOfCompany, [limit])

const nextDue = statement({
  name: 'next-due',
  row: { ms: types.nullable(types.float), isDueInSandbox: types.boolean },
  text: `with ${ahead}
    select
      (select extract(epoch from q.next_due_at - clock_timestamp())::float8 * 1000 from questions q
        where q.next_due_at is not null and ${isAlive} order by q.next_due_at limit 1) as ms,
      exists (select 1 from questions q join ahead a on a.company_id = q.company_id and q.next_due_at <= a.now
        where ${maybeDueAhead} and ${isAlive}) as "isDueInSandbox"`,
})

export type Sweep = {
  moved: number
  /** Delay of each met deadline, in ms. */
  lateMs: number[]
  /** ms until the next deadline. Negative if it has come, undefined without one. */
  nextDueInMs: number | undefined
  /** Questions whose deadline could not be met, with the error. The caller logs them and skips them for a while. */
  failed: { question: DueQuestion; error: unknown }[]
}

/**
 * Makes the moves that are due by the database's clock, for at most `limit` questions in one transaction. Deadlines that were
 * met meanwhile are skipped. If a batch fails, its questions are moved one by one, so a bad row does not stop the others.
 * `setAside` names questions to skip.
 */
export async function moveDueQuestions(db: Database, limit: number, setAside: string[] = []): Promise<Sweep> {
  const next = await findNextDue(db)
  if (!next.isDue) return { moved: 0, lateMs: [], nextDueInMs: next.inMs, failed: [] }
  try {
    const met = await inSystem(db, async (tx) => {
      const questions = await findDue(tx, limit, setAside)
      await meetDeadlines(tx, questions)
      return questions
    })
    const nextDueInMs = met.length < limit ? (await findNextDue(db)).inMs : 0
    return { moved: met.length, lateMs: met.map((q) => q.lateMs), nextDueInMs, failed: [] }
  } catch (error) {
    if (isConnectionLoss(error)) throw error
    return moveOneByOne(db, limit, setAside)
  }
}

async function moveOneByOne(db: Database, limit: number, setAside: string[]): Promise<Sweep> {
  const sweep: Sweep = { moved: 0, lateMs: [], nextDueInMs: 0, failed: [] }
  while (sweep.moved + sweep.failed.length < limit) {
    let current: DueQuestion | undefined
    try {
      await inSystem(db, async (tx) => {
        const [question] = await findDue(tx, 1, [...setAside, ...sweep.failed.map((f) => f.question.id)])
        current = question
        if (question) await meetDeadlines(tx, [question])
      })
      if (!current) break
      sweep.moved++
      sweep.lateMs.push(current.lateMs)
    } catch (error) {
      // The database failed, so the caller has to wait.
      if (current === undefined || isConnectionLoss(error)) throw error
      sweep.failed.push({ question: current, error })
    }
  }
  return { ...sweep, nextDueInMs: (await findNextDue(db)).inMs }
}

/** Locks and returns due questions, earliest first. A locked question is found again in the next sweep. */
async function findDue(tx: Tx, limit: number, setAside: string[]): Promise<DueQuestion[]> {
  const questions = await lockEarliest(tx, due, limit, setAside)
  if (questions.length === limit) return questions
  return [...questions, ...(await lockEarliest(tx, dueInSandboxes, limit - questions.length, setAside))]
}

async function lockEarliest(
  tx: Tx,
  candidates: typeof due | typeof dueInSandboxes,
  limit: number,
  setAside: string[],
): Promise<DueQuestion[]> {
  const locked = await lockByCompany(tx, candidates, lockDue, limit, setAside)
  return locked.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
}

/** One statement, because nearly every sweep finds nothing to do. */
async function findNextDue(db: Database): Promise<{ isDue: boolean; inMs: number | undefined }> {
  const [next] = await querySystem(db, nextDue, [])
  const inMs = next?.ms ?? undefined
  return { isDue: next?.isDueInSandbox === true || (inMs !== undefined && inMs <= 0), inMs }
}

/**
 * Makes the moves of due deadlines on locked questions. Returns the questions whose next wave is due. A job asks routing for it,
 * or with `routedBy: 'caller'` the caller does.
 */
export async function meetDeadlines(
  tx: Tx,
  questions: DueQuestion[],
  routedBy: 'job' | 'caller' = 'job',
): Promise<string[]> {
  const waves = questions.filter((q) => q.deadline === 'wave').map(({ id }) => id)
  const isBehind = waves.length > 0 && routedBy === 'job' && (await hasBacklog(tx, retryRoutingMs))
  for (const [companyId, due] of byCompany(questions)) {
    const actor = { kind: 'system', companyId } as const
    await makeChanges(
      tx.of(companyId),
      due.map(({ id, deadline }) => ({
        actor,
        of: { questionId: id },
        locksHolder: true,
        decide:
          deadline === 'wave'
            ? seekExperts(actor, { retryMs: isBehind ? retryInBacklogMs : retryRoutingMs, routedBy })
            : meet(deadline, actor),
      })),
    )
  }
  return waves
}

const plain =
  (move: 'expireInTime' | 'rerouteByTime' | 'endHold' | 'promptReroute') =>
  (actor: Actor): Change['decide'] =>
  (facts) =>
    decide(facts, actor, move, {})

/** The decision that meets each deadline. */
const meeting: Record<Exclude<Deadline, 'wave'>, (actor: Actor) => Change['decide']> = {
  expiry: plain('expireInTime'),
  escalation: plain('rerouteByTime'),
  opinion: (actor) => rerouteAfterOpinion(actor, false),
  approval: approveBySilence,
  silence: markBySilence,
  lease: lapseLease,
  hold: plain('endHold'),
  prompt: plain('promptReroute'),
}

/**
 * Returns the decision that meets a deadline. It cancels a deadline that the question has no use for in its present state, which would
 * be due forever.
 */
export const meet =
  (deadline: Exclude<Deadline, 'wave'>, actor: Actor): Change['decide'] =>
  (facts) => {
    try {
      return meeting[deadline](actor)(facts)
    } catch (error) {
      if (error instanceof MoveRefusedError) return setTimers({ [`${deadline}DueAt`]: null })
      throw error
    }
  }

/** Time after which a question asks again while Redis does not take jobs, in ms. It is well inside the no-limbo rule too. */
const retryInBacklogMs = 120_000

/**
 * Asks routing for the next wave, and sets a retry in case the job is lost. While many jobs wait for Redis longer than that, the retry
 * comes later: most jobs of an outage of minutes would otherwise be repetitions.
 */
const seekExperts =
  (actor: Actor, { retryMs, routedBy }: { retryMs: number; routedBy: 'job' | 'caller' }): Change['decide'] =>
  ({ question: q, now }) => ({
    ...setTimers({
      waveDueAt: q.status === 'UNRESOLVED' && q.turn === 'experts' && q.holderId === null ? plus(now, retryMs) : null,
    }),
    jobs: routedBy === 'job' ? [routeJob(actor, q.id)] : [],
  })
