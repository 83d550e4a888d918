import { deletedText } from '../privacy/deleted-text.ts'

/**
 * SQL: a table of the verdicts of a company's ($1) askers on its known answers. It includes answers given outside of conversations
 * and automatic responses inside of them. Questions of forgotten people are excluded.
 */
export const verdictsOfCompany = `(
    select id, knowledge_id, question, quick_reply, decided_at as at, null::uuid as question_id, user_id from automatic_answers
    where company_id = $1 and knowledge_id is not null and decided_at is not null
    union all
    select r.id, r.knowledge_id, q.text, r.quick_reply, r.updated_at, q.id, q.asker_id
    from responses r join questions q on q.id = r.question_id and q.company_id = r.company_id
    where r.company_id = $1 and r.type = 'AutoResponse' and r.quick_reply in ('ACCEPTED', 'REJECTED')
      and r.knowledge_id is not null and q.text <> '${deletedText}'
  )`

/** SQL: the latest verdict of each user on an answer to a question. Every verdict without a user counts. */
export const latestVerdictsOfCompany = `(
    select distinct on (knowledge_id, coalesce(user_id, id), question) * from ${verdictsOfCompany} said
    order by knowledge_id, coalesce(user_id, id), question, at desc
  )`

/** A record uses at most this many of the newest verdicts, which limits the cost of another verdict. */
const mostVerdicts = 1_000

/**
 * SQL: counts the verdicts on each known answer since it was last changed, also by an admin who gives it again. Each asker counts
 * once, with the latest verdict among the newest 1,000 on the answer, whatever the question. `entries` is a table with `id`,
 * `company_id` and `updated_at`. The result has its columns and `judged` and `rejected`.
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
          ) r join questions q on q.id = r.question_id and q.company_id = k.company_id)
        order by at desc limit ${mostVerdicts}
      ) newest order by coalesce(user_id, id), at desc
    ) latest
  ) r`
