import { type Database, forgetRequests, inSystem, querySystem, statement, type Tx, types } from '@askline/db'
import { asc, gt } from 'drizzle-orm'
import { recordCompanyEvent } from '../feed/company-events.ts'
import { enqueue } from '../outbox.ts'
import { addressHashOf, anonymizePerson } from './forget.ts'

const due = statement({
  name: 'due-forget-requests',
  params: [types.int],
  row: { id: types.uuid },
  text: `select id from forget_requests where due_at <= clock_timestamp() order by due_at limit $1`,
})

/** Returns erasures to continue: their job was lost or interrupted, or their last pass is due. */
export async function findDueErasures(db: Database, limit: number): Promise<string[]> {
  const rows = await querySystem(db, due, [limit])
  return rows.map((row) => row.id)
}

/** Identifies a forgotten person after a restore. Store the list beside the backups, because it must outlive the database. */
export type Tombstone = { requestId: string; companyId: string; userId: string | null; emailHash: string; at: string }

/** Returns the tombstones of all companies, oldest first, starting after `after`. Needs `inSystem`. */
export async function listTombstones(tx: Tx, after: string | null, limit: number): Promise<Tombstone[]> {
  const rows = await tx.orm
    .select({
      requestId: forgetRequests.id,
      companyId: forgetRequests.companyId,
      userId: forgetRequests.userId,
      emailHash: forgetRequests.emailHash,
      at: forgetRequests.createdAt,
    })
    .from(forgetRequests)
    .where(after === null ? undefined : gt(forgetRequests.id, after))
    .orderBy(asc(forgetRequests.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const insertTombstone = statement({
  name: 'insert-tombstone',
  params: [types.uuid, types.uuid, types.nullable(types.uuid), types.text, types.instant],
  text: `insert into forget_requests (id, company_id, user_id, email_hash, created_at, finished_at, unlearned_at)
    select $1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp() where exists (select 1 from companies where id = $2)
    on conflict do nothing`,
})
// A person created after the request is another person, even with the old address.
const returned = statement({
  name: 'returned-persons',
  row: { requestId: types.uuid, companyId: types.uuid, userId: types.uuid },
  text: `select f.id as "requestId", f.company_id as "companyId", u.id as "userId"
    from forget_requests f join users u on u.id = f.user_id and u.company_id = f.company_id and u.forgotten_at is null
    union select f.id, f.company_id, u.id
    from forget_requests f join users u on u.company_id = f.company_id and u.forgotten_at is null
      and f.email_hash = ${addressHashOf('u.company_id', 'u.address')} and u.created_at <= f.created_at`,
})
const returnedHistory = statement({
  name: 'returned-history',
  row: { requestId: forgetRequests.id, companyId: forgetRequests.companyId, userId: forgetRequests.userId },
  text: `select f.id as "requestId", f.company_id as "companyId", f.user_id as "userId" from forget_requests f
    where f.due_at is null and exists (select 1 from past_questions q
      where q.company_id = f.company_id and q.asker_key = f.email_hash and q.asked_at <= f.created_at)`,
})
const reopen = statement({
  name: 'reopen-forget-request',
  params: [types.uuid, types.nullable(types.uuid)],
  text: `update forget_requests set user_id = $2, due_at = clock_timestamp(), finished_at = null, unlearned_at = null, pass_began_at = null,
    last_question_id = null where id = $1 and company_id = $company`,
})

/**
 * Forgets everybody again after a backup was restored, by the tombstones in the database and those given. Returns how many people
 * had come back. Idempotent.
 */
export async function replayTombstones(db: Database, tombstones: Tombstone[] = []): Promise<{ returned: number }> {
  return inSystem(db, async (tx) => {
    for (const { requestId, companyId, userId, emailHash, at } of tombstones) {
      await tx.query(insertTombstone, [requestId, companyId, userId, emailHash, new Date(at)])
    }
    const back = await tx.query(returned, [])
    for (const { requestId, companyId, userId } of back) {
      await anonymizePerson(tx, companyId, userId)
      await tx.of(companyId).query(reopen, [requestId, userId])
      recordCompanyEvent(tx.of(companyId), 'PERSON_FORGOTTEN', { userUuid: userId, receiptUuid: requestId })
      await enqueue(tx, companyId, [{ job: 'forget-person', payload: { requestId } }])
    }
    for (const { requestId, companyId, userId } of await tx.query(returnedHistory, [])) {
      await tx.of(companyId).query(reopen, [requestId, userId])
      await enqueue(tx, companyId, [{ job: 'forget-person', payload: { requestId } }])
    }
    return { returned: back.length }
  })
}
