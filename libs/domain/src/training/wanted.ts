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

/**
 * Asks for the company's models to be trained: `now`, or once more feedback has gathered. What is asked for while they are
 * trained is done afterwards. `mustReplace`: something they learned from was erased, so what comes of it runs in any case.
 */
export async function wantTraining(
  tx: Tx,
  companyId: string,
  { now = false, mustReplace = false }: { now?: boolean; mustReplace?: boolean } = {},
): Promise<void> {
  await tx.query(want, [companyId, now ? 0 : gatheringMs, mustReplace])
  if (now) await enqueue(tx, companyId, [{ job: 'train-models', payload: { companyId } }])
}
