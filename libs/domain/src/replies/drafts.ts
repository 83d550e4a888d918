import type { DraftView } from '@askline/contracts'
import { drafts, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { dateTime } from '../format/dates.ts'
import { mustSee } from '../views/find.ts'

const selectDraft = statement({
  name: 'select-draft',
  params: [types.uuid, types.uuid],
  row: { body: drafts.body, updatedAt: drafts.updatedAt },
  text: `select body, updated_at as "updatedAt" from drafts
    where user_id = $1 and question_id = $2 and company_id = $company for update`,
})

/**
 * Returns the person's draft for a question and locks it until the transaction ends. Throws NotFoundError if the person may not
 * see the question.
 */
export async function findDraft(tx: Tx, person: Person, questionId: string): Promise<DraftView> {
  await mustSee(tx, person, { questionId })
  const [row] = await tx.query(selectDraft, [person.userId, questionId])
  return { uuid: questionId, text: row?.body ?? '', lastUpdated: row ? dateTime(row.updatedAt) : null }
}

const upsertDraft = statement({
  name: 'save-draft',
  params: [types.uuid, types.uuid, types.text],
  text: `insert into drafts (user_id, question_id, company_id, body, updated_at)
    select u.id, q.id, q.company_id, $3, statement_timestamp()
    from questions q join users a on a.id = q.asker_id and a.company_id = q.company_id, users u
    where q.id = $2 and q.company_id = $company and u.id = $1 and u.company_id = $company and a.forgotten_at is null and u.forgotten_at is null
    on conflict (user_id, question_id, company_id) do update set body = excluded.body, updated_at = excluded.updated_at`,
})
const deleteDraft = statement({
  name: 'delete-draft',
  params: [types.uuid, types.uuid],
  text: 'delete from drafts where user_id = $1 and question_id = $2 and company_id = $company',
})

/**
 * Stores the person's draft for a question; an empty text deletes it. Nothing is stored after the asker was forgotten.
 * Throws NotFoundError if the person may not see the question.
 */
export async function saveDraft(
  tx: Tx,
  person: Person,
  { questionId, text }: { questionId: string; text: string },
): Promise<void> {
  await mustSee(tx, person, { questionId })
  if (text === '') await tx.query(deleteDraft, [person.userId, questionId])
  else await tx.query(upsertDraft, [person.userId, questionId, text])
}
