import type { ForgetReceiptView } from '@askline/contracts'
import { type Database, querySystem, runningModels, statement, type Tx, types } from '@askline/db'
import { wantReplacement } from '../learning/want-training.ts'

export type Remains = ForgetReceiptView['remains'][number]['code']

/** Sentences for what may still hold data of a person. */
export const remainsExplanation: Record<Remains, string> = {
  rows: 'Rows of the person are still being erased.',
  running_model: 'A model that may have learned from them runs until one that is trained without them takes its place.',
  pinned_model:
    'A pinned model that may have learned from them runs. An admin unpins it, and one that is trained without them takes its place.',
  stored_models: 'Models that may have learned from them and do not run are stored until their bytes are deleted.',
  memory: 'Workers are about to take up what was learned without them.',
}

/**
 * Time after which no worker uses erased data, in ms. Workers look for changes twice a second and learn them within seconds. There
 * is no list of workers to ask.
 */
const standardMemoryMs = 10_000

/** SQL: a stale model ({m}) still has its bytes, so it may know forgotten people. */
const knowsStill = (m: string, company: string) =>
  `${m}.is_stale and (octet_length(${m}.judged) > 0 or exists (select 1 from model_chunks c where c.model_id = ${m}.id and c.company_id = ${company}))`

/** SQL: the codes of what remains of a forget request (`f`) of a company; empty once it is completed. */
export const remainsOf = (
  f: string,
  company: string,
) => `array_remove(case when ${f}.unlearned_at is not null then '{}'::text[] else array[
    case when ${f}.finished_at is null then 'rows' end,
    (select case when r.is_pinned then 'pinned_model' else 'running_model' end
      from running_models r join models m on m.id = r.model_id and m.company_id = r.company_id where r.company_id = ${company} and m.is_stale),
    case when exists (select 1 from models m where m.company_id = ${company} and ${knowsStill('m', company)}
      and m.id not in (select model_id from running_models where company_id = ${company})) then 'stored_models' end,
    'memory'
  ] end, null)`

const clearStored = [
  // A worker that does not know the new model yet reads these bytes completely or not at all.
  `delete from model_chunks c using models m where c.model_id = m.id and c.company_id = m.company_id and m.company_id = $1 and m.is_stale
    and m.id not in (select model_id from running_models where company_id = $1) returning 1 as cleared`,
  `update models set judged = '' where company_id = $1 and is_stale and octet_length(judged) > 0
    and id not in (select model_id from running_models where company_id = $1) returning 1 as cleared`,
].map((text, at) =>
  statement({ name: `clear-stale-models-${at}`, params: [types.uuid], row: { cleared: types.int }, text }),
)

const end = statement({
  name: 'end-unlearned',
  params: [types.uuid, types.int],
  text: `update forget_requests f set unlearned_at = statement_timestamp()
    where f.company_id = $1 and f.finished_at < statement_timestamp() - ($2 - 1) * interval '1 ms' and f.unlearned_at is null
      and not exists (select 1 from running_models r where r.company_id = $1
        and r.changed_at > statement_timestamp() - $2 * interval '1 ms' and r.changed_at > f.created_at)
      and ${remainsOf('f', '$1')} <@ array['memory']`,
})

const isNeglected = statement({
  name: 'is-stale-model-neglected',
  params: [types.uuid],
  row: { id: runningModels.companyId },
  text: `select r.company_id as id from running_models r join models m on m.id = r.model_id and m.company_id = r.company_id left join trainings t on t.company_id = r.company_id
    where r.company_id = $1 and m.is_stale and not r.is_pinned and t.due_at is null
      and coalesce(t.wanted_at, '-infinity') < statement_timestamp() - interval '10 minutes'`,
})

/**
 * Completes the erasures of a company if nothing is left: the rows are gone, and no stale model has run for `memoryMs`. Deletes
 * the bytes of stale models that do not run; the next call then completes the erasures. If a stale model runs and no training is
 * due, requests one every ten minutes.
 */
export async function endUnlearned(tx: Tx, companyId: string, memoryMs = standardMemoryMs): Promise<void> {
  let cleared = 0
  for (const statement of clearStored) cleared += (await tx.query(statement, [companyId])).length
  // The model may have run until a moment ago, so the next call completes the erasure.
  if (cleared > 0) return
  await tx.query(end, [companyId, memoryMs])
  if ((await tx.query(isNeglected, [companyId])).length > 0) await wantReplacement(tx, companyId)
}

const open = statement({
  name: 'find-unlearning',
  params: [types.int],
  row: { id: types.uuid },
  text: `select distinct company_id as id from forget_requests where finished_at is not null and unlearned_at is null limit $1`,
})

/** Returns companies with erased rows whose models or caches may still know them. */
export async function findUnlearning(db: Database, limit: number): Promise<string[]> {
  const rows = await querySystem(db, open, [limit])
  return rows.map((row) => row.id)
}
