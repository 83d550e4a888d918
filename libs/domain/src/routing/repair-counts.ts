import { statement, type Tx, types } from '@askline/db'
import type { InvariantName } from './invariants.ts'

const keepRepairs = statement({
  name: 'keep-repairs',
  params: [types.text, types.int],
  text: `insert into repairs as r (company_id, invariant, hour, count, last_at)
    values ($company, $1, date_trunc('hour', statement_timestamp()), $2, statement_timestamp())
    on conflict (company_id, invariant, hour) do update set count = r.count + excluded.count, last_at = excluded.last_at`,
})

/** Number of repairs of each invariant. */
export type Repairs = Partial<Record<InvariantName, number>>

/** Adds repairs of a company to `repaired`, and to its counts of this hour. */
export async function countRepairs(
  tx: Tx,
  repaired: Repairs,
  name: InvariantName,
  companyId: string,
  repairs: number,
): Promise<void> {
  if (repairs === 0) return
  repaired[name] = (repaired[name] ?? 0) + repairs
  await tx.of(companyId).query(keepRepairs, [name, repairs])
}
