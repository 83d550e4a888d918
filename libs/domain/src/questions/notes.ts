import type { NoteView } from '@askline/contracts'
import { companies, newId, notes, type RowOf, statement, type Tx, types, users } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { htmlOf } from '../format/html.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { authorView } from '../people/author.ts'
import { mustSeeAsStaff } from '../views/find.ts'
import { mayView } from '../views/may-view.ts'

/** An expert or an agent. Notes have no other readers. */
type StaffActor = Extract<Person, { kind: 'expert' | 'agent' }>

const insertNote = statement({
  name: 'insert-note',
  params: [types.uuid, types.uuid, types.textOf<Actor['kind']>(), types.uuid, types.text],
  row: { id: notes.id },
  text: `insert into notes (id, company_id, question_id, author_id, author_kind, body)
    select $1, q.company_id, q.id, $4, upper($3), $5 from questions q join users a on a.id = q.asker_id and a.company_id = q.company_id
    where q.id = $2 and q.company_id = $company and q.asker_id <> $4 and ${mayView('$3', '$4')} and a.forgotten_at is null
    returning id`,
})

/**
 * Adds a note to a question. It is no change of the question: no event, no webhook, and the same version.
 * Throws NotFoundError if the author may not see the question or asked it, MoveRefusedError `interaction_not_allowed` if its asker
 * was forgotten.
 */
export async function addNote(
  tx: Tx,
  actor: StaffActor,
  { questionId, text }: { questionId: string; text: string },
): Promise<{ noteId: string }> {
  const [added] = await tx.query(insertNote, [newId(), questionId, actor.kind, actor.userId, text])
  if (added) return { noteId: added.id }
  await mustSeeAsStaff(tx, actor, questionId)
  throw new MoveRefusedError('interaction_not_allowed', 'The asker was forgotten, so notes cannot be added.')
}

const noteRow = {
  id: notes.id,
  questionId: notes.questionId,
  body: notes.body,
  createdAt: notes.createdAt,
  authorId: notes.authorId,
  authorKind: notes.authorKind,
  authorName: users.name,
  authorAvatar: users.avatarUrl,
  companyName: companies.name,
  settings: companies.settings,
}

const selectNotes = statement({
  name: 'list-notes',
  params: [types.uuid, types.nullable(types.uuid), types.nullable(types.uuid), types.int],
  row: noteRow,
  text: `select n.id, n.question_id as "questionId", n.body, n.created_at as "createdAt", n.author_id as "authorId",
      n.author_kind as "authorKind", ${shownNameOf('u')} as "authorName", u.avatar_url as "authorAvatar", c.name as "companyName", c.settings
    from notes n join users u on u.id = n.author_id and u.company_id = n.company_id join companies c on c.id = n.company_id
    where n.question_id = $1 and n.company_id = $company and ($2::uuid is null or n.id = $2) and ($3::uuid is null or n.id > $3)
    order by n.id limit $4`,
})

/**
 * Lists the notes of a question, oldest first. Throws NotFoundError if the reader may not see the question or asked it,
 * InvalidValueError for a foreign cursor.
 */
export async function listNotes(
  tx: Tx,
  actor: StaffActor,
  wish: PageWish & { questionId: string },
  publicUrl: string,
): Promise<{ notes: NoteView[]; nextCursor: string | null }> {
  const after = idAfter(wish)
  await mustSeeAsStaff(tx, actor, wish.questionId)
  const rows = await tx.query(selectNotes, [wish.questionId, null, after, wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ id }) => id)
  return { notes: page.map((row) => noteView(row, publicUrl)), nextCursor }
}

/** Returns one note of a question. Throws as `listNotes`. */
export async function viewNote(
  tx: Tx,
  actor: StaffActor,
  { questionId, noteId }: { questionId: string; noteId: string },
  publicUrl: string,
): Promise<NoteView> {
  await mustSeeAsStaff(tx, actor, questionId)
  const [row] = await tx.query(selectNotes, [questionId, noteId, null, 1])
  if (!row) throw new NotFoundError('question', questionId)
  return noteView(row, publicUrl)
}

function noteView(row: RowOf<typeof noteRow>, publicUrl: string): NoteView {
  const { companyName, settings } = row
  return {
    uuid: row.id,
    questionUuid: row.questionId,
    author: authorView(row, companyName, { publicUrl, avatarHosts: settings.avatarHosts ?? [] }),
    text: row.body,
    textHtml: htmlOf(row.body, settings.markdown ?? false),
    dateCreated: dateTime(row.createdAt),
  }
}
