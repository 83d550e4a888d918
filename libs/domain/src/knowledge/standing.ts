import { questions, responses, statement, type Tx, together, types } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { deletedText } from '../privacy/deleted-text.ts'
import { isContesting } from '../questions/rate.ts'

// Contesting or erasing an answer locks its question first, so it either finds the new lineage or is found here.
const lock = statement({
  name: 'lock-questions-of-sources',
  params: [types.uuid, types.array(types.uuid)],
  row: { id: questions.id },
  text: `select id from questions where company_id = $1 and id = any(array(
      select question_id from responses where company_id = $1 and id = any($2::uuid[])))
    order by id for share`,
})
const standing = statement({
  name: 'find-standing-of-sources',
  params: [types.uuid, types.array(types.uuid)],
  row: {
    id: responses.id,
    rating: responses.rating,
    ratingSystem: responses.ratingSystem,
    isForgotten: types.boolean,
    isContested: types.boolean,
  },
  text: `select r.id, r.rating, r.rating_system as "ratingSystem", q.text = '${deletedText}' or u.forgotten_at is not null as "isForgotten",
      not r.is_accepted and exists (select 1 from messages m
        where m.question_id = r.question_id and m.company_id = $1 and m.response_id = r.id and m.type = 'CONTESTED_MARK_AS_RESOLVED_MESSAGE' offset 0) as "isContested"
    from responses r
      cross join lateral (select text from questions q where q.id = r.question_id and q.company_id = $1 offset 0) q
      left join lateral (select forgotten_at from users u where u.id = r.author_id and u.company_id = $1 offset 0) u on true
    where r.company_id = $1 and r.id = any($2::uuid[]) order by r.id`,
})

/** Which of these human answers their askers contested. Throws InvalidValueError `source_forgotten` for one of a forgotten person. */
export async function findContested(tx: Tx, companyId: string, responseIds: string[]): Promise<string[]> {
  const [, contested] = await together(
    tx.query(lock, [companyId, responseIds]),
    findContestedOfLocked(tx, companyId, responseIds),
  )
  return contested
}

/** Does what `findContested` does, for answers to questions that this transaction has locked. */
export async function findContestedOfLocked(tx: Tx, companyId: string, responseIds: string[]): Promise<string[]> {
  const found = await tx.query(standing, [companyId, responseIds])
  const forgotten = found.find(({ isForgotten }) => isForgotten)
  if (forgotten) {
    throw new InvalidValueError(
      'source_forgotten',
      'sources',
      'standing',
      `Source ${forgotten.id} belongs to a forgotten person and cannot be used.`,
    )
  }
  return found
    .filter(
      ({ rating, ratingSystem, isContested }) => isContested || (rating !== null && isContesting(rating, ratingSystem)),
    )
    .map(({ id }) => id)
}
