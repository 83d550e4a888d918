import { deletedText } from '../people/forget.ts'

/**
 * What the askers of a company ($1) decided of its known answers, as a table: answers that were asked for outside of
 * conversations, and automatic responses inside of them. Who was forgotten decided nothing.
 */
export const verdictsOfCompany = `(
    select id, knowledge_id, question, quick_reply, decided_at as at, null::uuid as question_id, user_id from automatic_answers
    where company_id = $1 and knowledge_id is not null and decided_at is not null
    union all
    select r.id, (e.detail ->> 'sourceId')::uuid, q.text, r.quick_reply, r.updated_at, q.id, q.asker_id
    from responses r join questions q on q.id = r.question_id
    join question_events e on e.question_id = q.id and e.type = 'QUESTION_AUTO_RESPONSE' and e.detail ? 'sourceId'
    where r.company_id = $1 and r.type = 'AutoResponse' and r.quick_reply in ('ACCEPTED', 'REJECTED')
      and q.text <> '${deletedText}'
  )`

/** The same, with one verdict of each user on an answer to a question, the latest. Whoever was not named counts each time. */
export const latestVerdictsOfCompany = `(
    select distinct on (knowledge_id, coalesce(user_id, id), question) * from ${verdictsOfCompany} said
    order by knowledge_id, coalesce(user_id, id), question, at desc
  )`

/**
 * What different askers of a company ($1) make of each known answer since it was last changed, be it by an admin who gives it
 * again: the latest verdict of each, whatever they asked.
 */
export const recordsOfCompany = `(
    select knowledge_id, count(*)::int as judged, (count(*) filter (where quick_reply = 'REJECTED'))::int as rejected
    from (
      select distinct on (v.knowledge_id, coalesce(v.user_id, v.id)) v.knowledge_id, v.quick_reply
      from ${verdictsOfCompany} v join knowledge k on k.id = v.knowledge_id and v.at > k.updated_at
      order by v.knowledge_id, coalesce(v.user_id, v.id), v.at desc
    ) latest group by knowledge_id
  )`
