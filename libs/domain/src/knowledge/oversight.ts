import type { RejectedAnswerView, StaleAnswerView } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { deletedText } from '../people/forget.ts'
import { dateTime } from '../views/dates.ts'
import { idAfter, type PageWish, pageOf } from '../views/page.ts'
import { verdictsOfCompany } from './verdicts.ts'

/** So many askers must have rejected an answer before it is told. */
const leastRejected = 3

const rejected: Statement = {
  name: 'rejected-answers',
  text: `select k.id as uuid, k.question, k.answer, v.shown, v.rejected from knowledge k join (
      select knowledge_id, count(*)::int as shown, (count(*) filter (where quick_reply = 'REJECTED'))::int as rejected
      from ${verdictsOfCompany} v group by knowledge_id
    ) v on v.knowledge_id = k.id
    where k.company_id = $1 and v.rejected >= ${leastRejected} and v.rejected * 2 > v.shown and ($2::uuid is null or k.id < $2)
    order by k.id desc limit $3`,
}

/** Known answers that askers reject more often than not, three times at least, the newest first. */
export async function listRejectedAnswers(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ answers: RejectedAnswerView[]; nextCursor: string | null }> {
  const rows = await tx.query<RejectedAnswerView>(rejected, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { answers: page, nextCursor }
}

const stale: Statement = {
  name: 'stale-answers',
  text: `select k.id as uuid, k.question, k.answer, k.updated_at as "updatedAt", v.accepted_at as "acceptedAt"
    from knowledge k left join (
      select knowledge_id, max(at) as accepted_at from ${verdictsOfCompany} v where quick_reply = 'ACCEPTED' group by knowledge_id
    ) v on v.knowledge_id = k.id
    where k.company_id = $1 and k.suspended_at is null and ($2::uuid is null or k.id > $2)
      and greatest(k.updated_at, v.accepted_at) < company_now($1) - $4 * interval '1 day'
    order by k.id limit $3`,
}
type StaleRow = { uuid: string; question: string; answer: string; updatedAt: Date; acceptedAt: Date | null }

/** Known answers that were neither changed nor accepted for so many days, the oldest first. */
export async function listStaleAnswers(
  tx: Tx,
  companyId: string,
  wish: PageWish & { days: number },
): Promise<{ answers: StaleAnswerView[]; nextCursor: string | null }> {
  const rows = await tx.query<StaleRow>(stale, [companyId, idAfter(wish), wish.limit + 1, wish.days])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  const answers = page.map(({ updatedAt, acceptedAt, ...row }) => ({
    ...row,
    lastUpdated: dateTime(updatedAt),
    lastAccepted: acceptedAt && dateTime(acceptedAt),
  }))
  return { answers, nextCursor }
}

const unanswered: Statement = {
  name: 'unanswered-questions',
  text: `select question from (
      (select question, created_at as at from automatic_answers where company_id = $1 and knowledge_id is null
        and created_at > company_now($1) - interval '30 days' order by created_at desc limit $2)
      union all
      (select q.text, q.created_at from questions q
        where q.company_id = $1 and q.changed_at > company_now($1) - interval '30 days'
          and q.created_at > company_now($1) - interval '30 days'
          and q.status not in ('INAPPROPRIATE', 'FLAGGED') and q.text <> '${deletedText}'
          and not exists (select 1 from responses r where r.question_id = q.id and r.type = 'AutoResponse')
        order by q.changed_at desc limit $2)
    ) both_of order by at desc limit $2`,
}

/** What was asked in the last 30 days and got no automatic answer, inside conversations and outside, the newest first. */
export async function findUnanswered(tx: Tx, companyId: string, most: number): Promise<string[]> {
  return (await tx.query<{ question: string }>(unanswered, [companyId, most])).map((row) => row.question)
}
