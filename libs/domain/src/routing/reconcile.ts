import { type Database, inSystem, reconciliation, statement, types } from '@askline/db'
import { repairChanged, repairWindow } from './limbo.ts'
import { meetOverdue } from './overdue.ts'
import type { Repairs } from './repair-counts.ts'

/** Time between two checks of what changed, in ms. */
const changesMs = 5_000
/** A change may be committed after a check that began later than the change. The next pass finds one that took longer. */
const overlapMs = 1_000
/** Time between the starts of two passes over all open questions, in ms. A pass over very many questions takes longer. */
const passMs = 60_000
/** Pause between two windows of a pass, in ms. A pass over a million open questions takes about five minutes. */
const windowPauseMs = 500
/** Open questions that a window checks. */
const standardWindow = 2_000

// The row stays locked until the step is committed. Another worker skips it then, and takes it at once if this one dies.
const takeStep = statement({
  name: 'take-reconciler-step',
  params: [types.float, types.float, types.float],
  row: {
    now: types.instant,
    passedId: reconciliation.passedId,
    isPassDue: types.boolean,
    areChangesDue: types.boolean,
    changesSince: types.instant,
  },
  text: `select clock_timestamp()::timestamptz(3) as now, passed_id as "passedId",
      passed_id is not null or pass_at <= clock_timestamp() - $1 * interval '1 millisecond' as "isPassDue",
      changes_at <= clock_timestamp() - $2 * interval '1 millisecond' as "areChangesDue",
      greatest(changes_at, clock_timestamp() - $1 * interval '1 millisecond')
        - $3 * interval '1 millisecond' as "changesSince"
    from reconciliation where due_at <= clock_timestamp() for update skip locked`,
})
const keepStep = statement({
  name: 'keep-reconciler-step',
  params: [types.float, types.nullable(types.instant), types.nullable(types.instant), types.nullable(types.uuid)],
  text: `update reconciliation set due_at = clock_timestamp() + $1 * interval '1 millisecond',
    changes_at = coalesce($2, changes_at), pass_at = coalesce($3, pass_at), passed_id = $4`,
})

export type Step = {
  repaired: Repairs
  /** ms until the next step is due. */
  nextInMs: number
}

/**
 * Takes the next step of the reconciler, if it is due and no other process takes it. Every five seconds a step checks what changed.
 * Every minute a pass checks all open questions, one window of `size` per step. Returns the number of repairs per invariant, or
 * `undefined` if no step was taken. A step that fails has no effect and is taken again.
 */
export async function reconcile(db: Database, size: number = standardWindow): Promise<Step | undefined> {
  const step = await inSystem(db, async (tx) => {
    const repaired: Repairs = {}
    const [taken] = await tx.query(takeStep, [passMs, changesMs, overlapMs])
    if (!taken) return undefined
    const { now, passedId, isPassDue, areChangesDue, changesSince } = taken
    if (areChangesDue) await repairChanged(tx, repaired, changesSince, size)
    const last = isPassDue ? await repairWindow(tx, repaired, passedId, size) : null
    const nextInMs = last === null ? changesMs : windowPauseMs
    const beginsPass = isPassDue && passedId === null
    await tx.query(keepStep, [nextInMs, areChangesDue ? now : null, beginsPass ? now : null, last])
    return { repaired, nextInMs, areChangesDue }
  })
  if (step?.areChangesDue) await meetOverdue(db, step.repaired)
  return step
}
