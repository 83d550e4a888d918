import type { OutboxJob } from '@askline/contracts'
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
import { MoveRefusedError } from '../errors.ts'
import { lapseLease } from '../questions/claim.ts'
import { type Deadline, deadlines, firstDeadline } from '../questions/deadlines.ts'
import { makeMove } from '../questions/move.ts'
import { movesTogether, moveTogether } from '../questions/move-together.ts'
import { enqueue, routeJob } from '../questions/outbox.ts'
import { questionColumns, questionRow } from '../questions/question.ts'
import { rerouteAfterOpinion } from '../questions/second-opinion.ts'
import { approveBySilence } from '../questions/settle.ts'
import { cancelDeadline, postponeWaves } from '../questions/timers.ts'
import { msBetween } from './milliseconds.ts'

const dueRow = {
  ...questionRow,
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

/** SKIP LOCKED lets any number of sweepers share the work. A locked question is found again in the next sweep. */
const due = statement({
  name: 'find-due',
  params: [types.int, types.array(types.uuid)],
  row: dueRow,
  text: `select ${questionColumns}, ${which}, ${late('statement_timestamp()')} from questions q
    where q.next_due_at <= statement_timestamp() and not q.id = any($2::uuid[]) and ${isAlive}
    order by q.next_due_at limit $1 for update skip locked`,
})

/** SQL: the clock of the company `c` runs ahead, and no advance moves it. */
const isAhead = `c.clock_offset > interval '0'
  and not exists (select 1 from clock_advances a where a.company_id = c.id and a.finished_at is null)`

/**
 * A sandbox's clock runs ahead of the database's. While an advance moves it, the advance meets its deadlines.
 * Each sandbox is queried separately, because in a join the planner would read the deadlines of all companies.
 */
const dueInSandboxes = statement({
  name: 'find-due-in-sandboxes',
  params: [types.int, types.array(types.uuid)],
  row: dueRow,
  text: `select due.* from companies c cross join lateral (
      select ${questionColumns}, ${which}, ${late('statement_timestamp() + c.clock_offset')} from questions q
      where q.company_id = c.id and q.next_due_at <= statement_timestamp() + c.clock_offset and not q.id = any($2::uuid[])
        and ${isAlive}
      order by q.next_due_at limit $1 for update skip locked
    ) due
    where ${isAhead}
    limit $1`,
})

/**
 * SQL: the due wave is only another look of routing, because no offer of the question lapses then. Such a look may come early.
 */
const isLook = `q.next_due_at = q.wave_due_at
  and not exists (select 1 from offers o where o.question_id = q.id and o.company_id = q.company_id and o.status || '' = 'pending' and o.due_at is not null offset 0)`

/**
 * Deadlines of one company by its own clock, and the looks of the next minute. Waiting questions are thereby looked at together,
 * so a clock that moves by hours stops for them at most once per minute.
 */
const dueOfCompany = statement({
  name: 'find-due-of-company',
  params: [types.uuid, types.int],
  row: dueRow,
  text: `select ${questionColumns}, ${which}, ${late('statement_timestamp() + c.clock_offset')}
    from companies c join questions q on q.company_id = c.id
    where c.id = $1 and q.closed_at is null and q.next_due_at + interval '0' <= statement_timestamp() + c.clock_offset + interval '1 minute'
      and (q.next_due_at <= statement_timestamp() + c.clock_offset or ${isLook}) and ${isAlive}
    order by q.next_due_at, q.id limit $2 for update of q skip locked`,
})

/**
 * Locks and returns questions of one company whose deadline has come by its own clock, earliest first. Includes questions that
 * routing looks at again within a minute.
 */
export const findDueOf = (tx: Tx, companyId: string, limit: number): Promise<DueQuestion[]> =>
  tx.query(dueOfCompany, [companyId, limit])

const nextDue = statement({
  name: 'next-due',
  row: { ms: types.nullable(types.float), isDueInSandbox: types.boolean },
  text: `select
      (select extract(epoch from q.next_due_at - clock_timestamp())::float8 * 1000 from questions q
        where q.next_due_at is not null and ${isAlive} order by q.next_due_at limit 1) as ms,
      exists (select 1 from (select c.id, c.clock_offset from companies c where ${isAhead} offset 0) c cross join lateral (
        select 1 from questions q where q.company_id = c.id and q.next_due_at <= statement_timestamp() + c.clock_offset and ${isAlive}
        order by q.next_due_at limit 1
      ) due) as "isDueInSandbox"`,
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

async function findDue(tx: Tx, limit: number, setAside: string[]): Promise<DueQuestion[]> {
  const questions = await tx.query(due, [limit, setAside])
  if (questions.length === limit) return questions
  return [...questions, ...(await tx.query(dueInSandboxes, [limit - questions.length, setAside]))]
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
  const waves = questions.filter((q) => q.deadline === 'wave')
  await seekExperts(tx, waves, routedBy)
  const alone = await meetTogether(
    tx,
    questions.filter((q) => q.deadline !== 'wave'),
  )
  for (const question of alone) {
    // The question has no use for this deadline in its present state. Without cancelling it would be due forever.
    await meet(tx, question).catch(async (error: unknown) => {
      if (!(error instanceof MoveRefusedError)) throw error
      await cancelDeadline(tx.of(question.companyId), question.id, question.deadline)
    })
  }
  return waves.map((q) => q.id)
}

/** Meets the deadlines that many questions reach together. Returns the questions that have to be moved one by one. */
async function meetTogether(tx: Tx, questions: DueQuestion[]): Promise<DueQuestion[]> {
  const alone = new Set(questions)
  for (const move of movesTogether) {
    // Moving a held question changes its holder too.
    const crowd = questions.filter((q) => deadlines[q.deadline].move === move && q.holderId === null)
    if (crowd.length < 2) continue
    const moved = await moveTogether(tx, move, crowd)
    for (const question of crowd) if (moved.has(question.id)) alone.delete(question)
  }
  return [...alone]
}

async function meet(whole: Tx, question: DueQuestion): Promise<unknown> {
  const tx = whole.of(question.companyId)
  const system = { kind: 'system', companyId: question.companyId } as const
  const { move } = deadlines[question.deadline]
  switch (move) {
    case 'approveBySilence':
      return approveBySilence(tx, question)
    case 'lapse':
      return lapseLease(tx, question)
    case 'rerouteAfterOpinion':
      return rerouteAfterOpinion(tx, question, false)
    case null:
      return undefined
    default:
      return makeMove(tx, system, question, move)
  }
}

/** Asks routing for the next wave, and sets a retry in case the job is lost. */
async function seekExperts(tx: Tx, questions: DueQuestion[], routedBy: 'job' | 'caller'): Promise<void> {
  if (questions.length === 0) return
  await postponeWaves(
    tx,
    questions.map((q) => q.id),
  )
  if (routedBy === 'caller') return
  const byCompany = new Map<string, OutboxJob[]>()
  for (const { id, companyId } of questions) {
    byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), routeJob({ kind: 'system', companyId }, id)])
  }
  for (const [companyId, jobs] of byCompany) await enqueue(tx, companyId, jobs)
}
