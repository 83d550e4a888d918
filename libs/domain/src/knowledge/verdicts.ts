import { deletedText } from '../people/forget.ts'

/**
 * What the askers of a company ($1) decided of its known answers, as a table: answers that were asked for outside of
 * conversations, and automatic responses inside of them. Who was forgotten decided nothing.
 */
export const verdictsOfCompany = `(
    select id, knowledge_id, question, quick_reply, decided_at as at, null::uuid as question_id, user_id from automatic_answers
    where company_id = $1 and knowledge_id is not null and decided_at is not null
    union all
    select r.id, r.knowledge_id, q.text, r.quick_reply, r.updated_at, q.id, q.asker_id
    from responses r join questions q on q.id = r.question_id
    where r.company_id = $1 and r.type = 'AutoResponse' and r.quick_reply in ('ACCEPTED', 'REJECTED')
      and r.knowledge_id is not null and q.text <> '${deletedText}'
  )`

/** The same, with one verdict of each user on an answer to a question, the latest. Whoever was not named counts each time. */
export const latestVerdictsOfCompany = `(
    select distinct on (knowledge_id, coalesce(user_id, id), question) * from ${verdictsOfCompany} said
    order by knowledge_id, coalesce(user_id, id), question, at desc
  )`

/** So many verdicts on an answer, the newest, make its record: another one costs the same however many there are. */
const mostVerdicts = 1_000

/**
 * What different askers make of each of these known answers since it was last changed, be it by an admin who gives it again: the
 * latest verdict of each among its newest thousand, whatever they asked. `entries` is a table with their `id`, `company_id` and
 * `updated_at`; the columns of both are those of the result.
 */
export const recordsOf = (entries: string) => `${entries} k cross join lateral (
    select count(*)::int as judged, (count(*) filter (where quick_reply = 'REJECTED'))::int as rejected
    from (
      select distinct on (coalesce(user_id, id)) quick_reply from (
        (select id, user_id, quick_reply, decided_at as at from automatic_answers a
          where a.company_id = k.company_id and a.knowledge_id = k.id and a.decided_at > k.updated_at order by a.decided_at desc limit ${mostVerdicts})
        union all
        (select r.id, q.asker_id, r.quick_reply, r.updated_at from (
            select id, question_id, quick_reply, updated_at from responses
            where company_id = k.company_id and knowledge_id = k.id and updated_at > k.updated_at order by updated_at desc limit ${mostVerdicts}
          ) r join questions q on q.id = r.question_id)
        order by at desc limit ${mostVerdicts}
      ) newest order by coalesce(user_id, id), at desc
    ) latest
  ) r`
