import type { Statement, Tx } from '@askline/db'
import { enqueue } from '../questions/effects.ts'

const want: Statement = {
  name: 'want-training',
  text: `insert into trainings as t (company_id, due_at, must_replace) values ($1, clock_timestamp() + $2 * interval '1 ms', $3)
    on conflict (company_id) do update set wanted_at = clock_timestamp(), must_replace = t.must_replace or excluded.must_replace,
      due_at = case when t.began_at is not null then t.due_at else least(t.due_at, excluded.due_at) end,
      attempts = case when t.began_at is null then 0 else t.attempts end`,
}

/** Feedback gathers so long before it is learned from, in ms. */
export const gatheringMs = 60_000

type Wish = { now?: boolean }

/**
 * Asks for the company's models to be trained: `now`, or once more feedback has gathered. What is asked for while they are
 * trained is done afterwards.
 */
export const wantTraining = (tx: Tx, companyId: string, wish: Wish = {}): Promise<void> =>
  askForTraining(tx, companyId, wish, false)

const markStale: Statement = {
  name: 'mark-models-stale',
  text: 'update models set is_stale = true where company_id = $1 and not is_stale',
}

/**
 * Something that the company's models may have learned from is gone: they are stale, and one that is trained without it takes
 * the place of the running one, also where the company's rule keeps others from that.
 */
export async function unlearn(tx: Tx, companyId: string, wish: Wish = {}): Promise<void> {
  await tx.query(markStale, [companyId])
  await askForTraining(tx, companyId, wish, true)
}

/** Asks for a model that takes the place of the running one, which is stale, also where the company's rule keeps others from that. */
export const wantReplacement = (tx: Tx, companyId: string): Promise<void> =>
  askForTraining(tx, companyId, { now: true }, true)

async function askForTraining(tx: Tx, companyId: string, { now = false }: Wish, mustReplace: boolean): Promise<void> {
  await tx.query(want, [companyId, now ? 0 : gatheringMs, mustReplace])
  if (now) await enqueue(tx, companyId, [{ job: 'train-models', payload: { companyId } }])
}
