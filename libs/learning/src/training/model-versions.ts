import type { ModelComparisonView, ModelDetailView, ModelReportView, ModelVerdict, ModelView } from '@askline/contracts'
import { models, type RowOf, statement, type Tx, types } from '@askline/db'
import { MoveRefusedError, NotFoundError } from '@askline/domain/errors'
import { dateTime } from '@askline/domain/format/dates'
import { idAfter, type PageWish, pageOf } from '@askline/domain/format/page'
import { findRunningModel, lockRunningModel, runModel } from './models.ts'

const modelRow = {
  uuid: models.id,
  version: models.version,
  isRunning: types.boolean,
  isPinned: types.boolean,
  isStale: models.isStale,
  examples: models.examples,
  classes: models.classes,
  heldOut: models.heldOut,
  accuracy: models.accuracy,
  calibrationError: models.calibrationError,
  verdict: types.textOf<ModelVerdict>(),
  comparedWith: models.comparedWith,
  comparedCases: models.comparedCases,
  comparedAccuracy: models.comparedAccuracy,
  runningAccuracy: models.runningAccuracy,
  sizeBytes: models.sizeBytes,
  createdAt: models.createdAt,
} as const
const detailRow = {
  ...modelRow,
  report: types.json<ModelReportView>(),
} as const
type Row = RowOf<typeof detailRow>

const columns = `m.id as uuid, m.version, r.model_id is not null as "isRunning", coalesce(r.is_pinned, false) as "isPinned",
  m.is_stale as "isStale", m.examples, m.classes, m.held_out as "heldOut", m.accuracy, m.calibration_error as "calibrationError",
  m.verdict, m.compared_with as "comparedWith", m.compared_cases as "comparedCases", m.compared_accuracy as "comparedAccuracy",
  m.running_accuracy as "runningAccuracy", m.size_bytes as "sizeBytes", m.created_at as "createdAt"`
const source = 'models m left join running_models r on r.model_id = m.id and r.company_id = m.company_id'

const viewOf = (row: Omit<Row, 'report'>): ModelView => ({
  uuid: row.uuid,
  version: row.version,
  isRunning: row.isRunning,
  isPinned: row.isPinned,
  isStale: row.isStale,
  examples: row.examples,
  classes: row.classes,
  heldOut: row.heldOut,
  accuracy: row.accuracy,
  calibrationError: row.calibrationError,
  verdict: row.verdict,
  comparedWith:
    row.comparedWith === null
      ? null
      : {
          uuid: row.comparedWith,
          cases: row.comparedCases ?? 0,
          accuracy: row.comparedAccuracy ?? 0,
          runningAccuracy: row.runningAccuracy ?? 0,
        },
  sizeBytes: row.sizeBytes,
  dateCreated: dateTime(row.createdAt),
})

const list = statement({
  name: 'list-models',
  params: [types.uuid, types.nullable(types.uuid), types.int],
  row: modelRow,
  text: `select ${columns} from ${source} where m.company_id = $1 and ($2::uuid is null or m.id < $2) order by m.id desc limit $3`,
})

/** Returns the versions of a company's classifier, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listModels(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ models: ModelView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { models: page.map(viewOf), nextCursor }
}

const one = statement({
  name: 'view-model',
  params: [types.uuid, types.uuid],
  row: detailRow,
  text: `select ${columns}, m.report from ${source} where m.company_id = $1 and m.id = $2`,
})

async function rowOf(tx: Tx, companyId: string, modelId: string): Promise<Row> {
  const [row] = await tx.query(one, [companyId, modelId])
  if (!row) throw new NotFoundError('model', modelId)
  return row
}

/** Returns a version with its held-out figures per class. Throws NotFoundError. */
export async function findModel(tx: Tx, companyId: string, modelId: string): Promise<ModelDetailView> {
  const row = await rowOf(tx, companyId, modelId)
  return { ...viewOf(row), report: row.report }
}

/** Compares two versions; the other one is the running one by default. Throws NotFoundError. */
export async function compareModels(
  tx: Tx,
  companyId: string,
  modelId: string,
  otherId: string | undefined,
): Promise<ModelComparisonView> {
  const model = await rowOf(tx, companyId, modelId)
  const other = await rowOf(tx, companyId, otherId ?? (await findRunningModel(tx, companyId))?.modelId ?? modelId)
  const names = new Set([...model.report.classes, ...other.report.classes].map((one) => one.class))
  const find = ({ report }: Row, name: string) => report.classes.find((one) => one.class === name)
  const classes = [...names].map((name) => {
    const [mine, its] = [find(model, name), find(other, name)]
    return {
      class: name,
      precision: mine?.precision ?? null,
      otherPrecision: its?.precision ?? null,
      recall: mine?.recall ?? null,
      otherRecall: its?.recall ?? null,
    }
  })
  const differs = (one: (typeof classes)[number]) => Math.abs((one.recall ?? 0) - (one.otherRecall ?? 0))
  return {
    model: viewOf(model),
    other: viewOf(other),
    classes: classes.sort((a, b) => differs(b) - differs(a)),
    confusions: confusionsOf(model.report, other.report),
  }
}

function confusionsOf(mine: Row['report'], others: Row['report']): ModelComparisonView['confusions'] {
  const pairs = new Map<string, ModelComparisonView['confusions'][number]>()
  for (const [report, field] of [
    [mine, 'count'],
    [others, 'otherCount'],
  ] as const) {
    for (const { actual, predicted, count } of report.confusions) {
      const key = JSON.stringify([actual, predicted])
      const pair = pairs.get(key) ?? { actual, predicted, count: 0, otherCount: 0 }
      pairs.set(key, { ...pair, [field]: count })
    }
  }
  return [...pairs.values()].sort((a, b) => b.count + b.otherCount - a.count - a.otherCount).slice(0, 50)
}

function staleError(): MoveRefusedError {
  const message = 'The version may have learned from erased data, so it cannot run again.'
  return new MoveRefusedError('model_stale', message)
}

/** Pins a version: it runs until it is unpinned. Throws NotFoundError, and MoveRefusedError `model_stale`. */
export async function pinModel(tx: Tx, companyId: string, modelId: string): Promise<ModelView> {
  await lockRunningModel(tx, companyId)
  if ((await rowOf(tx, companyId, modelId)).isStale) throw staleError()
  await runModel(tx, companyId, modelId, true)
  return viewOf(await rowOf(tx, companyId, modelId))
}

const unpin = statement({
  name: 'unpin-model',
  params: [types.uuid, types.uuid],
  text: 'update running_models set is_pinned = false where company_id = $1 and model_id = $2',
})

/** Unpins a version, so that training may replace it. Has no effect if it is not pinned. Throws NotFoundError. */
export async function unpinModel(tx: Tx, companyId: string, modelId: string): Promise<ModelView> {
  await lockRunningModel(tx, companyId)
  await tx.query(unpin, [companyId, modelId])
  return viewOf(await rowOf(tx, companyId, modelId))
}

const before = statement({
  name: 'model-before',
  params: [types.uuid, types.uuid],
  row: { id: models.id, isStale: models.isStale },
  text: `select id, is_stale as "isStale" from models
    where company_id = $1 and ran_at < (select ran_at from models where id = $2 and company_id = $1) order by is_stale, ran_at desc limit 1`,
})
// The version that runs keeps its start time, by which the version before it is found.
const goBack = statement({
  name: 'go-back-to-model',
  params: [types.uuid, types.uuid, types.uuid],
  text: `with left_behind as (update models set ran_at = null where company_id = $1 and id = $2)
    update running_models set model_id = $3, is_pinned = true, changed_at = statement_timestamp() where company_id = $1`,
})

/**
 * Runs and pins the newest earlier version that is not stale. `fromId`: the version to roll back from. Throws MoveRefusedError
 * `no_earlier_model`, `model_not_running`, or `model_stale` if every earlier version is stale.
 */
export async function rollBackModel(tx: Tx, companyId: string, fromId?: string): Promise<ModelView> {
  await lockRunningModel(tx, companyId)
  const running = await findRunningModel(tx, companyId)
  if (fromId !== undefined && fromId !== running?.modelId) {
    throw new MoveRefusedError('model_not_running', 'Another version is running now.')
  }
  const [earlier] = running ? await tx.query(before, [companyId, running.modelId]) : []
  if (!running || !earlier) throw new MoveRefusedError('no_earlier_model', 'No version ran before the running one.')
  if (earlier.isStale) throw staleError()
  await tx.query(goBack, [companyId, running.modelId, earlier.id])
  return viewOf(await rowOf(tx, companyId, earlier.id))
}

// Versions are counted on from the highest that there ever was, so that no number names two models.
const remove = statement({
  name: 'remove-model',
  params: [types.uuid, types.uuid],
  text: `with gone as (delete from models where company_id = $1 and id = $2 returning company_id, version)
    insert into trainings as t (company_id, last_removed) select company_id, version from gone
    on conflict (company_id) do update set last_removed = greatest(t.last_removed, excluded.last_removed)`,
})

/** Removes a version with its bytes and figures. Throws NotFoundError, and MoveRefusedError `model_running` if it runs. */
export async function removeModel(tx: Tx, companyId: string, modelId: string): Promise<void> {
  await lockRunningModel(tx, companyId)
  if ((await rowOf(tx, companyId, modelId)).isRunning) {
    const message = 'This version is running. Pin another version or roll back first, then remove it.'
    throw new MoveRefusedError('model_running', message)
  }
  await tx.query(remove, [companyId, modelId])
}
