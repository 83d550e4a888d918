import type { Statement, Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { deletedText } from '../people/forget.ts'
import { isContesting, ratingValues } from '../questions/rate.ts'

// Whoever contests an answer, or erases it, locks its question first: either they find the new lineage, or this finds what they did.
const lock: Statement = {
  name: 'lock-questions-of-sources',
  text: `select id from questions where id in (select question_id from responses where company_id = $1 and id = any($2::uuid[]))
    order by id for share`,
}
const standing: Statement = {
  name: 'find-standing-of-sources',
  text: `select r.id, r.rating, q.text = '${deletedText}' or u.forgotten_at is not null as "isForgotten",
      not r.is_accepted and exists (select 1 from messages m
        where m.response_id = r.id and m.type = 'CONTESTED_MARK_AS_RESOLVED_MESSAGE') as "isContested"
    from responses r join questions q on q.id = r.question_id left join users u on u.id = r.author_id
    where r.company_id = $1 and r.id = any($2::uuid[]) order by r.id`,
}
type Standing = { id: string; rating: string | null; isForgotten: boolean; isContested: boolean }

/** Which of these human answers their askers contested. Throws InvalidValueError `source_forgotten` for one of a forgotten person. */
export async function findContested(tx: Tx, companyId: string, responseIds: string[]): Promise<string[]> {
  await tx.query(lock, [companyId, responseIds])
  const values = await ratingValues(tx, companyId)
  const found = await tx.query<Standing>(standing, [companyId, responseIds])
  const forgotten = found.find(({ isForgotten }) => isForgotten)
  if (forgotten) {
    throw new InvalidValueError(
      'source_forgotten',
      'sources',
      'standing',
      `Source ${forgotten.id} is of a person who was forgotten: nothing may be made of it`,
    )
  }
  return found
    .filter(({ rating, isContested }) => isContested || (rating !== null && isContesting(rating, values)))
    .map(({ id }) => id)
}
