import { deletedText } from '../people/forget.ts'

/**
 * What the askers of a company ($1) decided of its known answers, as a table: answers that were asked for outside of
 * conversations, and automatic responses inside of them. Who was forgotten decided nothing.
 */
export const verdictsOfCompany = `(
    select id, knowledge_id, question, quick_reply, decided_at as at, null::uuid as question_id from automatic_answers
    where company_id = $1 and knowledge_id is not null and decided_at is not null
    union all
    select r.id, (e.detail ->> 'sourceId')::uuid, q.text, r.quick_reply, r.updated_at, q.id
    from responses r join questions q on q.id = r.question_id
    join question_events e on e.question_id = q.id and e.type = 'QUESTION_AUTO_RESPONSE' and e.detail ? 'sourceId'
    where r.company_id = $1 and r.type = 'AutoResponse' and r.quick_reply in ('ACCEPTED', 'REJECTED')
      and q.text <> '${deletedText}'
  )`
