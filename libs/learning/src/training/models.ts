import type { ModelReportView, ModelVerdict } from '@askline/contracts'
import { modelChunks, models, newId, type RowOf, runningModels, statement, type Tx, types } from '@askline/db'
import { plus } from '@askline/domain/clauses'
import { findTrainingSettings } from '@askline/domain/learning/training-settings'
import { hasNewerTexts } from './training-texts.ts'
import { endTraining, type Training } from './trainings.ts'

/** Bytes per row of model_chunks. */
const chunkBytes = 1024 * 1024
/** Versions kept besides the running one. */
const mostVersions = 20
/** Common cases below which two models cannot be compared. */
const leastCases = 20

/** A fully trained classifier. */
export type TrainedModel = {
  bytes: Uint8Array
  judged: Uint8Array
  examples: number
  classes: number
  heldOut: number
  /** On held-out examples, 0 to 1. */
  accuracy: number
  calibrationError: number
  report: ModelReportView
  /** Comparison with the running model on examples that neither had learned from. */
  comparison: { modelId: string; cases: number; accuracy: number; runningAccuracy: number } | undefined
}

const runningModelRow = {
  modelId: runningModels.modelId,
  version: models.version,
  isPinned: runningModels.isPinned,
  /** The model does not know what was said or uploaded later. */
  learnedUntil: models.learnedUntil,
} as const
export type RunningModel = RowOf<typeof runningModelRow>

const running = statement({
  name: 'running-model',
  params: [types.uuid],
  row: runningModelRow,
  text: `select r.model_id as "modelId", m.version, r.is_pinned as "isPinned",
      m.learned_until as "learnedUntil"
    from running_models r join models m on m.id = r.model_id and m.company_id = r.company_id where r.company_id = $1`,
})

/** Returns the model that reads a company's texts, or `undefined` if none was trained yet. */
export async function findRunningModel(tx: Tx, companyId: string): Promise<RunningModel | undefined> {
  const [model] = await tx.query(running, [companyId])
  return model
}

const judged = statement({
  name: 'model-judged',
  params: [types.uuid],
  row: { judged: models.judged },
  text: 'select judged from models where id = $1 and company_id = $company',
})

/** Returns the predictions of a model for its held-out examples. */
export async function findJudged(tx: Tx, modelId: string): Promise<Uint8Array> {
  const [model] = await tx.query(judged, [modelId])
  return model?.judged ?? new Uint8Array()
}

const chunk = statement({
  name: 'model-chunk',
  params: [types.uuid, types.int],
  row: { bytes: modelChunks.bytes, size: models.sizeBytes },
  text: `select c.bytes, m.size_bytes as size from model_chunks c join models m on m.id = c.model_id and m.company_id = c.company_id
    where c.model_id = $1 and c.seq = $2`,
})

/** Reads a model's bytes row by row, so that no query takes long. Returns `undefined` if the model is deleted. */
export async function readModel(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  modelId: string,
): Promise<Uint8Array | undefined> {
  let bytes: Uint8Array | undefined
  for (let seq = 0, at = 0; bytes === undefined || at < bytes.length; seq++) {
    const [piece] = await run((tx) => tx.query(chunk, [modelId, seq]))
    if (!piece) return undefined
    bytes ??= new Uint8Array(piece.size)
    bytes.set(piece.bytes, at)
    at += piece.bytes.length
  }
  return bytes
}

const lockModels = statement({
  name: 'lock-models',
  params: [types.text],
  row: { isLocked: types.boolean },
  text: `select true as "isLocked" from pg_advisory_xact_lock(hashtext('models'), hashtext($1))`,
})

/** Locks the choice of a company's running model until the transaction ends. */
export async function lockRunningModel(tx: Tx, companyId: string): Promise<void> {
  await tx.query(lockModels, [companyId])
}

const insertModel = statement({
  name: 'insert-model',
  params: [
    types.uuid,
    types.uuid,
    types.int,
    types.int,
    types.int,
    types.float,
    types.float,
    types.jsonText,
    types.nullable(types.uuid),
    types.nullable(types.int),
    types.nullable(types.float),
    types.nullable(types.float),
    types.textOf<ModelVerdict>(),
    types.bytes,
    types.int,
    types.instant,
    types.boolean,
  ],
  text: `insert into models (id, company_id, version, examples, classes, held_out, accuracy, calibration_error, report,
      compared_with, compared_cases, compared_accuracy, running_accuracy, verdict, judged, size_bytes, learned_until, is_stale)
    select $1, $2, greatest(max(version), (select last_removed from trainings where company_id = $2), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
    from models where company_id = $2`,
})
const insertChunk = statement({
  name: 'insert-model-chunk',
  params: [types.uuid, types.int, types.uuid, types.bytes],
  text: 'insert into model_chunks (model_id, seq, company_id, bytes) values ($1, $2, $3, $4)',
})
// Later than every other version, also within the same millisecond: a rollback goes by this time.
const run = statement({
  name: 'run-model',
  params: [types.uuid, types.uuid, types.boolean],
  text: `with ran as (
      update models set ran_at = greatest(statement_timestamp(),
        ${plus('(select max(ran_at) from models where company_id = $1)', `interval '1 millisecond'`)})
      where company_id = $1 and id = $2 returning company_id, id
    )
    insert into running_models (company_id, model_id, is_pinned, changed_at)
    select company_id, id, $3, statement_timestamp() from ran
    on conflict (company_id) do update set model_id = excluded.model_id, is_pinned = excluded.is_pinned,
      changed_at = excluded.changed_at`,
})
const dropOld = statement({
  name: 'drop-old-models',
  params: [types.uuid, types.int],
  text: `delete from models m where m.company_id = $1
      and m.id not in (select model_id from running_models where company_id = $1)
      and m.version <= (select max(version) from models where company_id = $1) - $2`,
})

/** Makes every worker read the company's texts with this model. */
export async function runModel(tx: Tx, companyId: string, modelId: string, isPinned: boolean): Promise<void> {
  await tx.query(run, [companyId, modelId, isPinned])
}

const verdictsThatRun: ModelVerdict[] = ['FIRST', 'NOT_WORSE', 'ALWAYS', 'ERASED']

/** The texts of a training set: all, or those that existed at `until`. If `isLast`, there is no smaller scope to try. */
export type TrainingScope = { until: Date | undefined; isLast: boolean }
/** The scope of a finished training. `ran`: the model that ran while it trained, even if it could not be compared. */
export type LessonLearned = TrainingScope & { ran: string | undefined }

/**
 * Stores a trained model as the next version, runs it if the company's rule allows, and ends its training, atomically. Returns
 * `lost` if the lease is lost, and `compare-again` if another model runs by now. Returns `learnOnly` if the running model must be
 * replaced but the rule refuses this one. The next training then uses only texts of that time, minus erased ones.
 */
export async function keepModel(
  tx: Tx,
  training: Training,
  model: TrainedModel,
  { until, isLast, ran }: LessonLearned,
): Promise<{ modelId: string; verdict: ModelVerdict } | 'lost' | 'compare-again' | { learnOnly: Date }> {
  const { companyId } = training
  await lockRunningModel(tx, companyId)
  const runs = await findRunningModel(tx, companyId)
  if (runs?.modelId !== ran) return 'compare-again'
  let verdict = await judge(tx, companyId, model, runs)
  if (training.mustReplace && runs && verdict !== 'PINNED') {
    const isRefused = !verdictsThatRun.includes(verdict)
    if (isRefused && !isLast && (await hasNewerTexts(tx, companyId, runs.learnedUntil))) {
      return { learnOnly: runs.learnedUntil }
    }
    verdict = 'ERASED'
  }
  const modelId = newId()
  const { comparison } = model
  const ended = await endTraining(tx, training, { modelId, accuracy: model.accuracy })
  if (!ended) return 'lost'
  await tx.query(insertModel, [
    modelId,
    companyId,
    model.examples,
    model.classes,
    model.heldOut,
    model.accuracy,
    model.calibrationError,
    JSON.stringify(model.report),
    comparison?.modelId ?? null,
    comparison?.cases ?? null,
    comparison?.accuracy ?? null,
    comparison?.runningAccuracy ?? null,
    verdict,
    bufferOf(model.judged),
    model.bytes.length,
    until ?? training.beganAt,
    ended.isErasedMeanwhile,
  ])
  for (let seq = 0; seq * chunkBytes < model.bytes.length; seq++) {
    const piece = model.bytes.subarray(seq * chunkBytes, (seq + 1) * chunkBytes)
    await tx.query(insertChunk, [modelId, seq, companyId, bufferOf(piece)])
  }
  if (verdictsThatRun.includes(verdict)) await runModel(tx, companyId, modelId, false)
  await tx.query(dropOld, [companyId, mostVersions])
  return { modelId, verdict }
}

// A view of the same bytes, because pg treats a plain Uint8Array as an object.
const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Applies the company's rule to a new model. A running model with lost or damaged bytes does not count. */
async function judge(
  tx: Tx,
  companyId: string,
  { comparison }: TrainedModel,
  runs: RunningModel | undefined,
): Promise<ModelVerdict> {
  if (runs?.isPinned) return 'PINNED'
  if (!runs || !comparison) return 'FIRST'
  const { replace, tolerance } = await findTrainingSettings(tx, companyId)
  if (replace !== 'NOT_WORSE') return replace
  const isWorse = comparison.cases >= leastCases && comparison.accuracy < comparison.runningAccuracy - tolerance
  return isWorse ? 'WORSE' : 'NOT_WORSE'
}

const stopRunning = statement({
  name: 'stop-running-model',
  params: [types.uuid],
  text: 'delete from running_models where company_id = $1 and not is_pinned',
})

/** Stops a running model that learned from erased texts, if nothing is left to train another one. */
export async function stopRunningModel(tx: Tx, companyId: string): Promise<void> {
  await tx.query(stopRunning, [companyId])
}
