import { statement, type Tx, types } from '@askline/db'
import { enqueue } from '../outbox.ts'

const want = statement({
  name: 'want-training',
  params: [types.uuid, types.float, types.boolean],
  text: `insert into trainings as t (company_id, wanted_at, due_at, must_replace)
    values ($1, statement_timestamp(), statement_timestamp() + $2 * interval '1 ms', $3)
    on conflict (company_id) do update set wanted_at = excluded.wanted_at, must_replace = t.must_replace or excluded.must_replace,
      due_at = case when t.began_at is not null then t.due_at else least(t.due_at, excluded.due_at) end,
      attempts = case when t.began_at is null then 0 else t.attempts end`,
})

/** Time that feedback is collected before it is learned, in ms. */
const gatheringMs = 60_000

type Wish = { now?: boolean }

/** Requests a training: `now`, or after more feedback was collected. A request during a training is due when that one ends. */
export const wantTraining = (tx: Tx, companyId: string, wish: Wish = {}): Promise<void> =>
  askForTraining(tx, companyId, wish, false)

const markStale = statement({
  name: 'mark-models-stale',
  params: [types.uuid],
  text: 'update models set is_stale = true where company_id = $1 and not is_stale',
})

/**
 * Marks the company's models stale, because something they may have learned from is gone. The next model replaces the running one,
 * even if the company's rule would refuse it.
 */
export async function unlearn(tx: Tx, companyId: string, wish: Wish = {}): Promise<void> {
  await tx.query(markStale, [companyId])
  await askForTraining(tx, companyId, wish, true)
}

/** Requests a model that replaces a stale running one, even if the company's rule would refuse it. */
export const wantReplacement = (tx: Tx, companyId: string): Promise<void> =>
  askForTraining(tx, companyId, { now: true }, true)

async function askForTraining(tx: Tx, companyId: string, { now = false }: Wish, mustReplace: boolean): Promise<void> {
  await tx.query(want, [companyId, now ? 0 : gatheringMs, mustReplace])
  if (now) await enqueue(tx, companyId, [{ job: 'train-models', payload: { companyId } }])
}
