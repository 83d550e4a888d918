import type { ForgetReceiptView, WebhookDeliveryStatus } from '@askline/contracts'
import { forgetRequests, newId, type RowOf, statement, type Tx, types, users } from '@askline/db'
import { endAccess } from '../access/revoke.ts'
import { NotFoundError } from '../errors.ts'
import { recordCompanyEvent } from '../feed/company-events.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { dropOutdatedSnapshot, hasOrphanedBytes } from '../learning/drop-snapshot.ts'
import { enqueue } from '../outbox.ts'
import { addressOf } from '../people/address.ts'
import { findPerson } from '../people/find-person.ts'
import { releaseTakenQuestions } from '../questions/agents.ts'
import { reassignExpertWork } from '../questions/reassign-expert-work.ts'
import { type Remains, remainsExplanation, remainsOf } from './forget-learned.ts'

/** Replaces the name of a forgotten person. */
const deletedName = 'Deleted user'

/** SQL: the tombstone's hash of an address in its normal form. It recognizes the address without storing it. */
export const addressHashOf = (company: string, address: string) =>
  `encode(sha256(convert_to(${company}::text || ':' || ${address}, 'UTF8')), 'hex')`

type WebhookJson = { uuid: string; status: WebhookDeliveryStatus }
const receiptColumns = `f.id as uuid, f.user_id as "userId", f.erased, f.created_at as "createdAt", f.unlearned_at as "erasedAt",
  ${remainsOf('f', 'f.company_id')} as remains, (
    select coalesce(json_agg(json_build_object('uuid', d.endpoint_id, 'status', d.status) order by d.id), '[]')
    from webhook_deliveries d where d.company_id = f.company_id and d.receipt_id = f.id
  ) as webhooks`
const receiptRow = {
  uuid: forgetRequests.id,
  userId: forgetRequests.userId,
  erased: forgetRequests.erased,
  createdAt: forgetRequests.createdAt,
  erasedAt: forgetRequests.unlearnedAt,
  remains: types.array(types.textOf<Remains>()),
  webhooks: types.json<WebhookJson[]>(),
}

const receiptOf = ({
  uuid,
  userId,
  erased,
  createdAt,
  erasedAt,
  remains,
  webhooks,
}: RowOf<typeof receiptRow>): ForgetReceiptView => ({
  uuid,
  status: !erasedAt ? 'ERASING' : userId === null && Object.keys(erased).length === 0 ? 'NOT_FOUND' : 'ERASED',
  remains: remains.map((code) => ({ code, message: remainsExplanation[code] })),
  erased,
  webhooks,
  dateCreated: dateTime(createdAt),
  dateErased: erasedAt && dateTime(erasedAt),
})

const earlier = statement({
  name: 'earlier-forget-request',
  params: [types.uuid, types.text],
  row: receiptRow,
  text: `select ${receiptColumns} from forget_requests f
    where f.company_id = $1::uuid and f.email_hash = ${addressHashOf('$1::uuid', '$2::text')} order by f.created_at desc limit 1`,
})
const insert = statement({
  name: 'insert-forget-request',
  params: [types.uuid, types.uuid, types.nullable(types.uuid), types.text, types.boolean],
  row: receiptRow,
  text: `insert into forget_requests as f (id, company_id, user_id, email_hash, due_at, finished_at, unlearned_at)
    values ($1, $2::uuid, $3::uuid, ${addressHashOf('$2::uuid', '$4::text')}, case when $5 then statement_timestamp() end,
      case when not $5 then statement_timestamp() end, case when not $5 then statement_timestamp() end)
    returning ${receiptColumns}`,
})

// A file that is not read yet may contain the address.
const inHistory = statement({
  name: 'is-in-history',
  params: [types.uuid, types.text],
  row: { found: types.int },
  text: `select 1 as found where exists (select 1 from past_questions
      where company_id = $1::uuid and asker_key = ${addressHashOf('$1::uuid', '$2::text')})
    or exists (select 1 from files where company_id = $1::uuid and type = 'HISTORY' and status in ('QUEUED', 'READING'))`,
})

export type Forgotten = {
  receipt: ForgetReceiptView
  /** The person whose tokens end with this transaction, and since when, for the process that commits it. */
  ended?: { userId: string; at: Date }
}

/**
 * Forgets a person. From COMMIT on the name and address are gone, the tokens are void, and a new request under the address is a
 * new person. The enqueued job erases the texts: see `erasePerson`. An unknown address gets its earlier receipt, or a new one that
 * nothing was there. Needs a transaction of `inSystem`.
 */
export async function forgetPerson(
  tx: Tx,
  { companyId, email, correlationId }: { companyId: string; email: string; correlationId?: string | undefined },
): Promise<Forgotten> {
  const person = await findPerson(tx, companyId, email)
  const address = addressOf(email)
  // Bytes learned from a removed file may name the person, too.
  await dropOutdatedSnapshot(tx, companyId)
  const isInHistory =
    (await tx.query(inHistory, [companyId, address])).length > 0 || (await hasOrphanedBytes(tx, companyId))
  if (!person && !isInHistory) {
    const [known] = await tx.query(earlier, [companyId, address])
    if (known) return { receipt: receiptOf(known) }
  }
  const requestId = newId()
  const [row] = await tx.query(insert, [
    requestId,
    companyId,
    person?.userId ?? null,
    address,
    person !== undefined || isInHistory,
  ])
  if (!row) throw new Error('A forget request was not written')
  if (!person && !isInHistory) return { receipt: receiptOf(row) }
  const at = person && (await anonymizePerson(tx, companyId, person.userId))
  if (person) {
    recordCompanyEvent(tx.of(companyId), 'PERSON_FORGOTTEN', { userUuid: person.userId, receiptUuid: requestId })
  }
  await enqueue(tx, companyId, [
    { job: 'forget-person', payload: { requestId, ...(correlationId === undefined ? {} : { correlationId }) } },
  ])
  return { receipt: receiptOf(row), ...(person && at ? { ended: { userId: person.userId, at } } : {}) }
}

const wipe = statement({
  name: 'wipe-person',
  params: [types.uuid, types.uuid],
  row: { id: users.id },
  text: `with person as (
      update users set name = '${deletedName}', folded = '', email = null, address = null, avatar_url = null, password_hash = null,
        forgotten_at = least(forgotten_at, statement_timestamp())
      where company_id = $1 and id = $2 returning id
    ), expert as (
      update experts set is_active = false, availability = 'OFFLINE', languages = '{}', topics = '{}', working_hours = null,
        changed_at = statement_timestamp()
      where company_id = $1 and user_id in (select id from person)
    )
    select id from person`,
})

/** Removes name, address and access of a person. Returns since when the tokens are void. */
export async function anonymizePerson(tx: Tx, companyId: string, userId: string): Promise<Date> {
  await releaseTakenQuestions(tx, companyId, userId)
  await reassignExpertWork(tx, companyId, userId)
  await tx.query(wipe, [companyId, userId])
  return endAccess(tx, companyId, userId)
}

const receipt = statement({
  name: 'forget-receipt',
  params: [types.uuid, types.uuid],
  row: receiptRow,
  text: `select ${receiptColumns} from forget_requests f where f.company_id = $1 and f.id = $2`,
})

/** Returns what was erased where, so far. Throws NotFoundError. */
export async function findForgetReceipt(tx: Tx, companyId: string, requestId: string): Promise<ForgetReceiptView> {
  const [row] = await tx.query(receipt, [companyId, requestId])
  if (!row) throw new NotFoundError('receipt', requestId)
  return receiptOf(row)
}

const list = statement({
  name: 'list-forget-requests',
  params: [types.uuid, types.nullable(types.uuid), types.int],
  row: receiptRow,
  text: `select ${receiptColumns} from forget_requests f where f.company_id = $1 and ($2::uuid is null or f.id < $2)
    order by f.id desc limit $3`,
})

/** Lists the receipts of a company, newest first. Throws InvalidValueError for a foreign cursor. */
export async function listForgetReceipts(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ receipts: ForgetReceiptView[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { receipts: page.map(receiptOf), nextCursor }
}
