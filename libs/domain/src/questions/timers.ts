import { deadlineNames } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { after, clockOfQuestion, now, plus } from './clauses.ts'
import { columnOf, type Deadline } from './deadlines.ts'

// The exceptions to the table of moves: they change only leases and timers. No view of the question shows those, so the
// question keeps its version, and no one is notified. A test finds every other statement that updates questions.

const extend = statement({
  name: 'extend-lease',
  params: [types.uuid],
  text: `with ${clockOfQuestion(after('leaseMs'))}
    update questions q set lease_due_at = ${after('leaseMs')} from clock where q.id = $1 and q.company_id = $company and q.lease_due_at is not null`,
})

/** Restarts the running lease of a locked question. */
export async function extendLease(tx: Tx, questionId: string): Promise<void> {
  await tx.query(extend, [questionId])
}

const cancellationOf = (deadline: Deadline) =>
  statement({
    name: `cancel-${deadline}`,
    params: [types.uuid],
    text: `update questions set ${columnOf(deadline)} = null where id = $1 and company_id = $company`,
  })

const cancellations = Object.fromEntries(
  deadlineNames.map((deadline) => [deadline, cancellationOf(deadline)]),
) as Record<Deadline, ReturnType<typeof cancellationOf>>

/** Cancels a deadline that the question has no use for. The reconciler sets one again that the question needs. */
export async function cancelDeadline(tx: Tx, questionId: string, deadline: Deadline): Promise<void> {
  await tx.query(cancellations[deadline], [questionId])
}

const postpone = statement({
  name: 'postpone-wave',
  params: [types.array(types.uuid), types.float],
  text: `with ${companyClock}
    update questions q set wave_due_at = case when q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is null
      then ${plus(now, `$2 * interval '1 millisecond'`)} end
    from clock where q.id = any($1::uuid[]) and q.company_id = $company`,
})

/** Has locked questions of the company ask routing again after `ms`, in case the job that asks it now is lost. */
export async function postponeWaves(tx: Tx, questionIds: string[], ms: number): Promise<void> {
  await tx.query(postpone, [questionIds, ms])
}

/**
 * Sets when routing looks again at questions of the company without an available expert, at the latest when an open offer lapses.
 * The row `w` has id, ms, and the wave and round of the plan: an overtaken plan changes nothing. Reads the part `clock`.
 */
export const setNextLook = (rows: string): string => `update questions q
      set wave_due_at = least(${plus(now, `w.ms * interval '1 millisecond'`)}, (
        select min(o.due_at) from offers o
        where o.question_id = q.id and o.company_id = $company and o.status || '' = 'pending' and o.due_at > ${now}))
      from clock, ${rows} as w(id, ms, wave, round)
      where q.id = w.id and q.company_id = $company and q.wave = w.wave and q.round = w.round
      returning q.id, q.company_id, q.round, q.wave, ${now} as now`
