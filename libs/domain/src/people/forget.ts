import type { ForgetReceiptView } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { endAccess } from '../access/revoke.ts'
import { NotFoundError } from '../errors.ts'
import { clearDesk } from '../questions/clear-desk.ts'
import { enqueue } from '../questions/effects.ts'
import { hasOrphanedBytes } from '../routing/snapshot-bytes.ts'
import { dropOutdatedSnapshot } from '../routing/snapshots.ts'
import { dateTime } from '../views/dates.ts'
import { findPerson } from './find.ts'
import { type Remains, remainsOf, remainsSays } from './forget-learned.ts'

/** What stands where a forgotten person's name and texts were. */
const deletedName = 'Deleted user'
export const deletedText = '[deleted]'

/** The tombstone's hash of an address, in SQL: known again when it comes back, and no address itself. */
export const emailHashOf = (company: string, email: string) =>
  `encode(sha256(convert_to(${company}::text || ':' || lower(${email}), 'UTF8')), 'hex')`

const receiptColumns = `f.id as uuid, f.erased, f.created_at as "createdAt", f.unlearned_at as "erasedAt", ${remainsOf('f')} as remains`
type ReceiptRow = {
  uuid: string
  erased: Record<string, number>
  createdAt: Date
  erasedAt: Date | null
  remains: Remains[]
}

const receiptOf = ({ uuid, erased, createdAt, erasedAt, remains }: ReceiptRow): ForgetReceiptView => ({
  uuid,
  status: erasedAt ? 'ERASED' : 'ERASING',
  remains: remains.map((code) => ({ code, message: remainsSays[code] })),
  erased,
  dateCreated: dateTime(createdAt),
  dateErased: erasedAt && dateTime(erasedAt),
})

const earlier: Statement = {
  name: 'earlier-forget-request',
  text: `select ${receiptColumns} from forget_requests f
    where f.company_id = $1::uuid and f.email_hash = ${emailHashOf('$1::uuid', '$2::text')} order by f.created_at desc limit 1`,
}
const insert: Statement = {
  name: 'insert-forget-request',
  text: `insert into forget_requests as f (id, company_id, user_id, email_hash, due_at, finished_at, unlearned_at)
    values ($1, $2::uuid, $3::uuid, ${emailHashOf('$2::uuid', '$4::text')}, case when $5 then clock_timestamp() end,
      case when not $5 then clock_timestamp() end, case when not $5 then clock_timestamp() end)
    returning ${receiptColumns}`,
}

// The file itself may name them, where it is not read yet.
const inHistory: Statement = {
  name: 'is-in-history',
  text: `select 1 where exists (select 1 from past_questions
      where company_id = $1::uuid and asker_key = ${emailHashOf('$1::uuid', '$2::text')})
    or exists (select 1 from files where company_id = $1::uuid and type = 'HISTORY' and status in ('QUEUED', 'READING'))`,
}

export type Forgotten = {
  receipt: ForgetReceiptView
  /** Whose tokens end with this transaction, and from when: for the process that commits it. */
  ended?: { userId: string; at: Date }
}

/**
 * Forgets a person: from COMMIT on nobody has this name or address, their tokens are void, and whoever asks under the
 * address is somebody new. Texts are erased by the job this enqueues, see `erasePerson`. For an address nobody has, the
 * earlier receipt stands, or one is written that nothing was there. Needs a transaction of `inSystem`.
 */
export async function forgetPerson(
  tx: Tx,
  { companyId, email, correlationId }: { companyId: string; email: string; correlationId?: string | undefined },
): Promise<Forgotten> {
  const person = await findPerson(tx, companyId, email)
  // What was learned of a file that is gone may name them, too.
  await dropOutdatedSnapshot(tx, companyId)
  const isInHistory =
    (await tx.query(inHistory, [companyId, email])).length > 0 || (await hasOrphanedBytes(tx, companyId))
  if (!person && !isInHistory) {
    const [known] = await tx.query<ReceiptRow>(earlier, [companyId, email])
    if (known) return { receipt: receiptOf(known) }
  }
  const requestId = newId()
  const [row] = await tx.query<ReceiptRow>(insert, [
    requestId,
    companyId,
    person?.userId ?? null,
    email,
    person !== undefined || isInHistory,
  ])
  if (!row) throw new Error('A forget request was not written')
  if (!person && !isInHistory) return { receipt: receiptOf(row) }
  const at = person && (await becomeNobody(tx, companyId, person.userId))
  await enqueue(tx, companyId, [
    { job: 'forget-person', payload: { requestId, ...(correlationId === undefined ? {} : { correlationId }) } },
  ])
  return { receipt: receiptOf(row), ...(person && at ? { ended: { userId: person.userId, at } } : {}) }
}

const wipe: Statement = {
  name: 'wipe-person',
  text: `with person as (
      update users set name = '${deletedName}', email = null, avatar_url = null, password_hash = null,
        forgotten_at = coalesce(forgotten_at, clock_timestamp())
      where company_id = $1 and id = $2 returning id
    ), expert as (
      update experts set is_active = false, availability = 'OFFLINE', languages = '{}', topics = '{}', working_hours = null,
        changed_at = clock_timestamp()
      where user_id in (select id from person)
    )
    select 1 from person`,
}

/** Takes name, address and every access from a person; answers from when their tokens are void. */
export async function becomeNobody(tx: Tx, companyId: string, userId: string): Promise<Date> {
  await clearDesk(tx, companyId, userId)
  await tx.query(wipe, [companyId, userId])
  return endAccess(tx, companyId, userId)
}

const receipt: Statement = {
  name: 'forget-receipt',
  text: `select ${receiptColumns} from forget_requests f where f.company_id = $1 and f.id = $2`,
}

/** What was erased where, so far. Throws NotFoundError. */
export async function findForgetReceipt(tx: Tx, companyId: string, requestId: string): Promise<ForgetReceiptView> {
  const [row] = await tx.query<ReceiptRow>(receipt, [companyId, requestId])
  if (!row) throw new NotFoundError('receipt', requestId)
  return receiptOf(row)
}
