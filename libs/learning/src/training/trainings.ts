import { files, statement, type Tx, trainings, types } from '@askline/db'
import { keepDeadJobsWith } from '@askline/domain/dead-letters/keep'
import { removeRows } from '@askline/domain/files/store'
import { declareWorkLeases, type Lease } from '@askline/domain/work-lease'

/** Leases of trainings, one per company. A training requested while one runs is due when that one ends. */
export const trainingLeases = declareWorkLeases({
  table: 'trainings',
  key: 'company_id',
  leaseMs: 20_000,
  maxAttempts: 3,
  onTake: 'progress = 0',
  onGiveUp: 'due_at = case when wanted_at > began_at then wanted_at end, progress = 0',
  progress: [['progress', types.float]],
})

/** A running training. `mustReplace`: its model replaces the running one, because something that one learned from was erased. */
export type Training = Lease & { companyId: string; mustReplace: boolean }

const mustReplace = statement({
  name: 'must-training-replace',
  params: [types.uuid],
  row: { mustReplace: types.boolean },
  text: 'select must_replace as "mustReplace" from trainings where company_id = $1',
})

const failFiles = statement({
  name: 'fail-trained-files',
  params: [types.uuid, types.nullable(types.instant), types.text],
  row: { id: files.id },
  text: `update files set status = 'FAILED', fault_code = $3, finished_at = statement_timestamp()
    where company_id = $1 and status = 'TRAINING' and ($2::timestamptz is null or imported_at <= $2) returning id`,
})

/** Takes a company's training if it is due. After three lost workers its files fail with `worker_lost`, and their rows are removed. */
export async function takeTraining(tx: Tx, companyId: string): Promise<Training | undefined> {
  const lease = await trainingLeases.take(tx, companyId)
  if (lease === 'given-up') await removeFailedFiles(tx, companyId, null, 'worker_lost')
  if (!lease || lease === 'given-up') return undefined
  const [row] = await tx.query(mustReplace, [companyId])
  return { ...lease, companyId, mustReplace: row?.mustReplace ?? false }
}

/**
 * Ends a training that threw. It is retried two seconds later. After the third failure its files fail, their rows are removed, and a
 * dead letter holds `reason`, a code. Has no effect if the lease is lost.
 */
export async function failTraining(tx: Tx, training: Training, reason: string): Promise<void> {
  const { companyId, beganAt, attempts } = training
  if ((await trainingLeases.fail(tx, training)) !== 'given-up') return
  await removeFailedFiles(tx, companyId, beganAt, 'training_failed')
  // The files are gone, and the next request trains everything else, so the letter holds no job to replay.
  const jobKey = `train-models-${companyId}-${beganAt.getTime()}`
  await keepDeadJobsWith(tx, [{ name: 'train-models', jobKey, payload: null, ids: { companyId }, reason, attempts }])
}

/** Fails the files that wait for a training, or those imported by `until`, and removes their rows. */
async function removeFailedFiles(tx: Tx, companyId: string, until: Date | null, fault: string): Promise<void> {
  const failed = await tx.query(failFiles, [companyId, until, fault])
  for (const { id } of failed) await removeRows(tx, companyId, id)
}

const end = statement({
  name: 'end-training',
  params: [types.uuid, types.instant],
  row: { isErasedMeanwhile: trainings.mustReplace },
  text: `update trainings set attempts = 0, progress = 0, began_at = null,
      due_at = case when wanted_at > began_at then wanted_at end,
      must_replace = must_replace and wanted_at > began_at
    where company_id = $1 and began_at = $2 returning must_replace as "isErasedMeanwhile"`,
})
const finishFiles = statement({
  name: 'finish-trained-files',
  params: [types.uuid, types.instant, types.nullable(types.float), types.nullable(types.uuid)],
  text: `update files set status = 'READY', held_out_accuracy = $3, model_id = $4, finished_at = statement_timestamp()
    where company_id = $1 and status = 'TRAINING' and imported_at <= $2`,
})

/**
 * Ends a training and the files it learned from. A training requested meanwhile is due at once. `isErasedMeanwhile`: it may have
 * learned from rows that are erased now. Returns `undefined` if the lease is lost.
 */
export async function endTraining(
  tx: Tx,
  { companyId, beganAt }: Training,
  model: { modelId: string; accuracy: number } | undefined,
): Promise<{ isErasedMeanwhile: boolean } | undefined> {
  await tx.query(finishFiles, [companyId, beganAt, model?.accuracy ?? null, model?.modelId ?? null])
  const [ended] = await tx.query(end, [companyId, beganAt])
  return ended
}
