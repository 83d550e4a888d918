import type { OutboxJob } from '@askline/contracts'
import { type Database, inSystem, isConnectionLoss, type Statement, type Tx } from '@askline/db'
import { MoveRefusedError } from '../errors.ts'
import { lapseLease } from '../questions/claim.ts'
import { enqueue } from '../questions/effects.ts'
import { makeMove, routeJob } from '../questions/move.ts'
import { type MoveTogether, moveTogether } from '../questions/move-together.ts'
import { type Question, questionColumns } from '../questions/question.ts'
import { rerouteAfterOpinion } from '../questions/second-opinion.ts'
import { approveBySilence } from '../questions/settle.ts'
import { msBetween } from './milliseconds.ts'

/** Which of a question's deadlines has come: the earliest one. */
export type Deadline = 'wave' | 'lease' | 'prompt' | 'escalation' | 'approval' | 'hold' | 'expiry' | 'opinion'

export type DueQuestion = Question & {
  deadline: Deadline
  dueAt: Date
  /** How late it is met, in ms. */
  lateMs: number
}

// At the same moment the end of a question goes before a prompt in it.
const which = `case q.next_due_at when q.expiry_due_at then 'expiry' when q.escalation_due_at then 'escalation'
  when q.opinion_due_at then 'opinion'
  when q.approval_due_at then 'approval' when q.lease_due_at then 'lease' when q.hold_due_at then 'hold'
  when q.prompt_due_at then 'prompt' else 'wave' end as deadline, q.next_due_at as "dueAt"`
const late = (now: string) => `${msBetween('q.next_due_at', now)} as "lateMs"`

/** A deadline that could not be met again and again waits for somebody to look at it. */
export const isAlive = `not exists (select 1 from dead_letters d where d.question_id = q.id and d.kind = 'deadline' and d.settled_at is null)`

/** SKIP LOCKED: any number of sweepers share the work. A question that somebody is moving right now is looked at next time. */
const due: Statement = {
  name: 'find-due',
  text: `select ${questionColumns}, ${which}, ${late('statement_timestamp()')} from questions q
    where q.next_due_at <= statement_timestamp() and not q.id = any($2::uuid[]) and ${isAlive}
    order by q.next_due_at limit $1 for update skip locked`,
}

/**
 * A sandbox's clock runs ahead of the database's. While it is moved, whoever moves it meets its deadlines. Each sandbox is asked
 * on its own: in one join the planner would walk the deadlines of all companies to find that none of them is a sandbox's.
 */
const dueInSandboxes: Statement = {
  name: 'find-due-in-sandboxes',
  text: `select due.* from companies c cross join lateral (
      select ${questionColumns}, ${which}, ${late('statement_timestamp() + c.clock_offset')} from questions q
      where q.company_id = c.id and q.next_due_at <= statement_timestamp() + c.clock_offset and not q.id = any($2::uuid[])
        and ${isAlive}
      order by q.next_due_at limit $1 for update skip locked
    ) due
    where c.clock_offset > interval '0'
      and not exists (select 1 from clock_advances a where a.company_id = c.id and a.finished_at is null)
    limit $1`,
}

/**
 * Whether routing only looks again: no offer of the question lapses, so that nothing ends when its wave is due. Such a look may
 * come early without harm.
 */
const isLook = `q.next_due_at = q.wave_due_at
  and not exists (select 1 from offers o where o.question_id = q.id and o.status || '' = 'pending' and o.due_at is not null)`

/**
 * What is due in one company by its own clock, and the looks of the next minute: questions that wait for somebody to come are
 * then looked at together, and a clock that is moved by hours stops at each minute once at most on their account.
 */
const dueOfCompany: Statement = {
  name: 'find-due-of-company',
  text: `select ${questionColumns}, ${which}, ${late('statement_timestamp() + c.clock_offset')}
    from companies c join questions q on q.company_id = c.id
    where c.id = $1 and q.closed_at is null and q.next_due_at + interval '0' <= statement_timestamp() + c.clock_offset + interval '1 minute'
      and (q.next_due_at <= statement_timestamp() + c.clock_offset or ${isLook}) and ${isAlive}
    order by q.next_due_at, q.id limit $2 for update of q skip locked`,
}

/**
 * Questions of one company whose deadline has come, by its own clock, earliest first, and those that routing is to look at again
 * within a minute; locked until the transaction ends.
 */
export const findDueOf = (tx: Tx, companyId: string, limit: number): Promise<DueQuestion[]> =>
  tx.query<DueQuestion>(dueOfCompany, [companyId, limit])

const nextDue: Statement = {
  name: 'next-due',
  text: `select extract(epoch from q.next_due_at - clock_timestamp()) * 1000 as ms from questions q
    where q.next_due_at is not null and ${isAlive} order by q.next_due_at limit 1`,
}

export type Sweep = {
  moved: number
  /** How late each deadline was met, in ms. */
  lateMs: number[]
  /** ms until the next deadline; negative when it has come, undefined when there is none. */
  nextDueInMs: number | undefined
  /** Questions whose deadline could not be acted on, and why. The caller logs them and sets them aside for a while. */
  failed: { question: DueQuestion; error: unknown }[]
}

/**
 * Makes the moves whose time has come, by the database's clock: `limit` questions at most, in one transaction. A deadline
 * that somebody else met meanwhile is passed over. Where a batch fails its questions are moved one by one, so that one bad
 * row cannot stop its neighbours. `setAside` names questions to leave alone.
 */
export async function moveDueQuestions(db: Database, limit: number, setAside: string[] = []): Promise<Sweep> {
  try {
    const met = await inSystem(db, async (tx) => {
      const questions = await findDue(tx, limit, setAside)
      await meetDeadlines(tx, questions)
      return questions
    })
    const nextDueInMs = met.length < limit ? await findNextDue(db) : 0
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
      // It is the database that failed, and the caller has to wait.
      if (current === undefined || isConnectionLoss(error)) throw error
      sweep.failed.push({ question: current, error })
    }
  }
  return { ...sweep, nextDueInMs: await findNextDue(db) }
}

async function findDue(tx: Tx, limit: number, setAside: string[]): Promise<DueQuestion[]> {
  const questions = await tx.query<DueQuestion>(due, [limit, setAside])
  if (questions.length === limit) return questions
  return [...questions, ...(await tx.query<DueQuestion>(dueInSandboxes, [limit - questions.length, setAside]))]
}

async function findNextDue(db: Database): Promise<number | undefined> {
  const { rows } = await db.system.query<{ ms: string | null }>(nextDue)
  return rows[0]?.ms == null ? undefined : Number(rows[0].ms)
}

/**
 * Makes the moves of deadlines that have come, on locked questions. Yields the questions whose next wave is due: routing is asked
 * for it by a job or, with `routedBy: 'caller'`, is left to whoever called.
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
    // Refused: in its present state the question has no use for this deadline. Left standing it would be due for ever.
    await meet(tx, question).catch(async (error: unknown) => {
      if (!(error instanceof MoveRefusedError)) throw error
      await cancelDeadline(tx, question.id, question.deadline)
    })
  }
  return waves.map((q) => q.id)
}

const movesTogether: Partial<Record<Deadline, MoveTogether>> = {
  expiry: 'expireInTime',
  escalation: 'rerouteByTime',
  prompt: 'promptReroute',
}

/** Meets the deadlines that come in crowds, and yields the questions that have to be moved one by one. */
async function meetTogether(tx: Tx, questions: DueQuestion[]): Promise<DueQuestion[]> {
  const alone = new Set(questions)
  for (const [deadline, move] of Object.entries(movesTogether)) {
    // With whoever holds a question there is more to settle.
    const crowd = questions.filter((q) => q.deadline === deadline && q.holderId === null)
    if (crowd.length < 2) continue
    const moved = await moveTogether(tx, move, crowd)
    for (const question of crowd) if (moved.has(question.id)) alone.delete(question)
  }
  return [...alone]
}

async function meet(tx: Tx, question: DueQuestion): Promise<unknown> {
  const system = { kind: 'system', companyId: question.companyId } as const
  switch (question.deadline) {
    case 'expiry':
      return makeMove(tx, system, question, 'expireInTime')
    case 'escalation':
      return makeMove(tx, system, question, 'rerouteByTime')
    case 'approval':
      return approveBySilence(tx, question)
    case 'lease':
      return lapseLease(tx, question)
    case 'hold':
      return makeMove(tx, system, question, 'endHold')
    case 'opinion':
      return rerouteAfterOpinion(tx, question, false)
    case 'prompt':
      return makeMove(tx, system, question, 'promptReroute')
    case 'wave':
      return undefined
  }
}

const cancellations = Object.fromEntries(
  (['wave', 'lease', 'prompt', 'escalation', 'approval', 'hold', 'expiry', 'opinion'] as const).map((deadline) => [
    deadline,
    { name: `cancel-${deadline}`, text: `update questions set ${deadline}_due_at = null where id = $1` },
  ]),
) as Record<Deadline, Statement>

/** Takes a deadline off its question. One that the question needs is set anew by the reconciler. */
export async function cancelDeadline(tx: Tx, questionId: string, deadline: Deadline): Promise<void> {
  await tx.query(cancellations[deadline], [questionId])
}

const postponeWave: Statement = {
  name: 'postpone-wave',
  text: `update questions q set wave_due_at = case when q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is null
      then company_now(q.company_id) + interval '15 seconds' end
    where q.id = any($1::uuid[])`,
}

/** A wave is due: routing is asked again, and asked once more in a moment should that job be lost. */
async function seekExperts(tx: Tx, questions: DueQuestion[], routedBy: 'job' | 'caller'): Promise<void> {
  if (questions.length === 0) return
  await tx.query(postponeWave, [questions.map((q) => q.id)])
  if (routedBy === 'caller') return
  const byCompany = new Map<string, OutboxJob[]>()
  for (const { id, companyId } of questions) {
    byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), routeJob({ kind: 'system', companyId }, id)])
  }
  for (const [companyId, jobs] of byCompany) await enqueue(tx, companyId, jobs)
}
