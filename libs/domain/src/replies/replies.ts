import type { ReplyOwner, ReplyView } from '@askline/contracts'
import { newId, type RowOf, savedReplies, selectList, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { ForbiddenError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'

/** The person who uses or changes replies. `isAdmin`: may also change those of the company. */
export type ReplyUser = Person & { isAdmin: boolean }

const replyRow = {
  id: savedReplies.id,
  ownerId: savedReplies.ownerId,
  title: savedReplies.title,
  shortcut: savedReplies.shortcut,
  body: savedReplies.body,
  createdAt: savedReplies.createdAt,
  updatedAt: savedReplies.updatedAt,
}

const selectReplies = statement({
  name: 'list-saved-replies',
  params: [types.uuid, types.uuid, types.nullable(types.uuid), types.nullable(types.uuid), types.int],
  row: replyRow,
  text: `select ${selectList(replyRow, 'r')} from saved_replies r
    where r.company_id = $1 and (r.owner_id is null or r.owner_id = $2)
      and ($3::uuid is null or r.id = $3) and ($4::uuid is null or r.id > $4)
    order by r.id limit $5`,
})

/** Lists the person's own replies and those of the company, oldest first. Throws InvalidValueError for a foreign cursor. */
export async function listReplies(
  tx: Tx,
  person: Person,
  wish: PageWish,
): Promise<{ replies: ReplyView[]; nextCursor: string | null }> {
  const rows = await tx.query(selectReplies, [person.companyId, person.userId, null, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ id }) => id)
  return { replies: page.map(replyView), nextCursor }
}

/** Returns one reply that the person may use. Throws NotFoundError. */
export async function findReply(tx: Tx, person: Person, replyId: string): Promise<ReplyView> {
  const [row] = await tx.query(selectReplies, [person.companyId, person.userId, replyId, null, 1])
  if (!row) throw new NotFoundError('reply', replyId)
  return replyView(row)
}

/** The most replies of one person, and of one company. */
const mostReplies = 500

const insertReply = statement({
  name: 'insert-saved-reply',
  params: [types.uuid, types.uuid, types.nullable(types.uuid), types.text, types.nullable(types.text), types.text],
  row: { id: savedReplies.id },
  text: `insert into saved_replies (id, company_id, owner_id, title, shortcut, body, updated_at)
    select $1, $2, $3::uuid, $4, $5, $6, statement_timestamp()
    where (select count(*) from saved_replies r where r.company_id = $2 and r.owner_id is not distinct from $3::uuid) < ${mostReplies}
    returning id`,
})

export type NewReply = { title: string; shortcut?: string | null | undefined; text: string; owner: ReplyOwner }

/**
 * Adds a reply. Throws ForbiddenError `forbidden` unless an admin adds one of the company, MoveRefusedError `too_many_replies`
 * above 500 of one owner.
 */
export async function addReply(tx: Tx, person: ReplyUser, reply: NewReply): Promise<{ replyId: string }> {
  if (reply.owner === 'COMPANY') assertAdmin(person)
  const ownerId = reply.owner === 'COMPANY' ? null : person.userId
  const values = [reply.title.trim(), reply.shortcut ?? null, reply.text] as const
  const [added] = await tx.query(insertReply, [newId(), person.companyId, ownerId, ...values])
  if (!added)
    throw new MoveRefusedError('too_many_replies', `There are ${mostReplies} saved replies. Remove some of them first.`)
  return { replyId: added.id }
}

const updateReply = statement({
  name: 'change-saved-reply',
  params: [
    types.uuid,
    types.nullable(types.text),
    types.boolean,
    types.nullable(types.text),
    types.nullable(types.text),
  ],
  text: `update saved_replies set title = coalesce($2, title), shortcut = case when $3 then $4 else shortcut end,
      body = coalesce($5, body), updated_at = statement_timestamp()
    where id = $1 and company_id = $company`,
})

/** Omitted fields keep their value. `shortcut: null` removes the shortcut. */
export type ReplyChanges = {
  title?: string | undefined
  shortcut?: string | null | undefined
  text?: string | undefined
}

/** Changes a reply. Throws NotFoundError, ForbiddenError `forbidden` unless an admin changes one of the company. */
export async function changeReply(tx: Tx, person: ReplyUser, replyId: string, changes: ReplyChanges): Promise<void> {
  await assertMayChange(tx, person, replyId)
  const { title, shortcut, text } = changes
  await tx.query(updateReply, [replyId, title?.trim() ?? null, shortcut !== undefined, shortcut ?? null, text ?? null])
}

const deleteReply = statement({
  name: 'remove-saved-reply',
  params: [types.uuid],
  text: 'delete from saved_replies where id = $1 and company_id = $company',
})

/** Removes a reply and returns its owner. Throws as `changeReply`. */
export async function removeReply(tx: Tx, person: ReplyUser, replyId: string): Promise<ReplyOwner> {
  const owner = await assertMayChange(tx, person, replyId)
  await tx.query(deleteReply, [replyId])
  return owner
}

async function assertMayChange(tx: Tx, person: ReplyUser, replyId: string): Promise<ReplyOwner> {
  const { owner } = await findReply(tx, person, replyId)
  if (owner === 'COMPANY') assertAdmin(person)
  return owner
}

function assertAdmin({ isAdmin }: ReplyUser) {
  if (!isAdmin) throw new ForbiddenError('forbidden', 'Only admins can change the saved replies of the company.')
}

const replyView = (row: RowOf<typeof replyRow>): ReplyView => ({
  uuid: row.id,
  title: row.title,
  shortcut: row.shortcut,
  text: row.body,
  owner: row.ownerId === null ? 'COMPANY' : 'ME',
  dateCreated: dateTime(row.createdAt),
  lastUpdated: dateTime(row.updatedAt),
})
