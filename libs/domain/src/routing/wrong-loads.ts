import { experts, type RowOf, statement, type Tx, types } from '@askline/db'
import { byCompany } from '../by-company.ts'
import { held } from './invariants.ts'
import { countRepairs, type Repairs } from './repair-counts.ts'

const expertRow = { id: experts.userId, companyId: experts.companyId } as const
const isLoadWrong = `e.load <> ${held('e')}`
/** Experts of all companies whose load is not what they hold. */
export const wrongLoads = statement({
  name: 'find-wrong-loads',
  row: expertRow,
  text: `select e.user_id as id, e.company_id as "companyId" from experts e where ${isLoadWrong}
    and (e.load > 0 or exists (select 1 from questions q
      where q.holder_id = e.user_id and q.company_id = e.company_id and q.closed_at is null and q.status = 'UNRESOLVED'))`,
})
/** Those of them that changed after $1, by the database's time. */
export const changedLoads = statement({
  name: 'find-changed-wrong-loads',
  params: [types.instant],
  row: expertRow,
  text: `select e.user_id as id, e.company_id as "companyId" from companies c join experts e on e.company_id = c.id and e.changed_at > $1
    where ${isLoadWrong}`,
})
const lockExperts = statement({
  name: 'lock-wrong-loads',
  params: [types.array(types.uuid)],
  row: { id: experts.userId },
  text: `select user_id as id from experts where user_id = any($1::uuid[]) and company_id = $company order by user_id for update skip locked`,
})
/** A claim or answer changes the load under the lock of the expert, so the sum is that of the locked load. */
const repairLoads = statement({
  name: 'repair-loads',
  params: [types.array(types.uuid)],
  row: { id: experts.userId },
  text: `update experts e set load = ${held('e')}, changed_at = statement_timestamp()
    where e.user_id = any($1::uuid[]) and e.company_id = $company and ${isLoadWrong} returning e.user_id as id`,
})

/** Sets the load of each expert to the sum of what they hold. Skips experts that another transaction has locked. */
export async function mendLoads(tx: Tx, repaired: Repairs, suspected: RowOf<typeof expertRow>[]): Promise<void> {
  for (const [companyId, own] of byCompany(suspected)) {
    const locked = await tx.of(companyId).query(lockExperts, [own.map(({ id }) => id)])
    const mended = await tx.of(companyId).query(repairLoads, [locked.map(({ id }) => id)])
    await countRepairs(tx, repaired, 'load-is-what-is-held', companyId, mended.length)
  }
}
