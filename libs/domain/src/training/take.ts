import type { Database, Statement, Tx } from '@askline/db'
import { keepDeadJobsWith } from '../dead-letters/keep.ts'
import { removeRows } from '../files/store.ts'

/** Whoever trains says so every now and then, and has lost it after that long without a word, in ms. */
const leaseMs = 20_000
const mostAttempts = 3

/** A training under way: what is written for it is written only while nobody else has taken it over. */
export type Training = { companyId: string; beganAt: Date; attempts: number; mustReplace: boolean }

const due: Statement = {
  name: 'due-trainings',
  text: 'select company_id as id from trainings where due_at <= clock_timestamp() order by due_at limit $1',
}

/** Companies whose models are to be trained now: asked for, or begun by somebody who is gone. */
export async function findDueTrainings(db: Database, limit: number): Promise<string[]> {
  const { rows } = await db.system.query<{ id: string }>({ ...due, values: [limit] })
  return rows.map((row) => row.id)
}

const giveUp: Statement = {
  name: 'give-up-training',
  text: `with given_up as (
      update trainings set due_at = null, began_at = null, attempts = 0, progress = 0
      where company_id = $1 and due_at <= clock_timestamp() and attempts >= $2 returning company_id
    )
    update files f set status = 'FAILED', fault_code = 'worker_lost', finished_at = clock_timestamp()
    from given_up g where f.company_id = g.company_id and f.status = 'TRAINING' returning f.id`,
}
const take: Statement = {
  name: 'take-training',
  text: `update trainings set began_at = clock_timestamp(), attempts = attempts + 1, progress = 0,
      due_at = clock_timestamp() + $2 * interval '1 ms'
    where company_id = $1 and due_at <= clock_timestamp() and attempts < $3
    returning company_id as "companyId", began_at as "beganAt", attempts, must_replace as "mustReplace"`,
}

/**
 * Takes up a company's training, where it is due and nobody else has it. One whose trainer was lost the third time is given up:
 * its files have failed, and nothing of them is kept.
 */
export async function takeTraining(tx: Tx, companyId: string): Promise<Training | undefined> {
  for (const { id } of await tx.query<{ id: string }>(giveUp, [companyId, mostAttempts])) await removeRows(tx, id)
  const [training] = await tx.query<Training>(take, [companyId, leaseMs, mostAttempts])
  return training
}

const tell: Statement = {
  name: 'tell-training',
  text: `update trainings set progress = $3, due_at = clock_timestamp() + $4 * interval '1 ms'
    where company_id = $1 and began_at = $2 returning 1`,
}

/** Says how far it is, 0 to 1, and that it goes on. Yields false where somebody else has taken it over. */
export async function tellTraining(tx: Tx, { companyId, beganAt }: Training, progress: number): Promise<boolean> {
  return (await tx.query(tell, [companyId, beganAt, progress, leaseMs])).length > 0
}

const putBack: Statement = {
  name: 'put-training-back',
  text: `update trainings set due_at = clock_timestamp() + $3 * interval '1 ms', began_at = null, progress = 0, attempts = $4
    where company_id = $1 and began_at = $2`,
}

/** Lets go of a training whose process ends, which is nobody's fault: the next one takes it up at once. */
export async function putTrainingBack(tx: Tx, { companyId, beganAt, attempts }: Training): Promise<void> {
  await tx.query(putBack, [companyId, beganAt, 0, attempts - 1])
}

const fail: Statement = {
  name: 'fail-training',
  text: `update trainings set due_at = case when wanted_at > began_at then clock_timestamp() end, began_at = null, attempts = 0,
      progress = 0
    where company_id = $1 and began_at = $2 returning 1`,
}
const failFiles: Statement = {
  name: 'fail-trained-files',
  text: `update files set status = 'FAILED', fault_code = 'training_failed', finished_at = clock_timestamp()
    where company_id = $1 and status = 'TRAINING' and imported_at <= $2 returning id`,
}

/**
 * Lets go of a training that threw. It is tried again two seconds later; the third time it has failed, with its files, of which
 * nothing is kept, and a dead letter says why: `reason`, one word. What was asked for meanwhile is due at once. Without effect
 * where it was lost.
 */
export async function failTraining(tx: Tx, training: Training, reason: string): Promise<void> {
  const { companyId, beganAt, attempts } = training
  if (attempts < mostAttempts) {
    await tx.query(putBack, [companyId, beganAt, 2_000, attempts])
    return
  }
  if ((await tx.query(fail, [companyId, beganAt])).length === 0) return
  for (const { id } of await tx.query<{ id: string }>(failFiles, [companyId, beganAt])) await removeRows(tx, id)
  // Its files are gone, and whatever is learned from next trains all the rest: the letter keeps no job that could be replayed.
  const jobKey = `train-models-${companyId}-${beganAt.getTime()}`
  await keepDeadJobsWith(tx, [{ name: 'train-models', jobKey, payload: null, ids: { companyId }, reason, attempts }])
}

const end: Statement = {
  name: 'end-training',
  text: `update trainings set attempts = 0, progress = 0, began_at = null,
      due_at = case when wanted_at > began_at then clock_timestamp() end,
      must_replace = must_replace and wanted_at > began_at
    where company_id = $1 and began_at = $2 returning must_replace as "isErasedMeanwhile"`,
}
const finishFiles: Statement = {
  name: 'finish-trained-files',
  text: `update files set status = 'READY', held_out_accuracy = $3, model_id = $4, finished_at = clock_timestamp()
    where company_id = $1 and status = 'TRAINING' and imported_at <= $2`,
}

/**
 * Ends a training, with the files that were learned from. What was asked for meanwhile is due at once; `isErasedMeanwhile`: it
 * may have learned from what is gone by now. Yields undefined where it was lost.
 */
export async function endTraining(
  tx: Tx,
  { companyId, beganAt }: Training,
  model: { modelId: string; accuracy: number } | undefined,
): Promise<{ isErasedMeanwhile: boolean } | undefined> {
  await tx.query(finishFiles, [companyId, beganAt, model?.accuracy ?? null, model?.modelId ?? null])
  const [ended] = await tx.query<{ isErasedMeanwhile: boolean }>(end, [companyId, beganAt])
  return ended
}
