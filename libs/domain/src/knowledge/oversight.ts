import type { AnswersLatelyView, RejectedAnswerView, StaleAnswerView } from '@askline/contracts'
import { knowledge, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { deletedText } from '../privacy/deleted-text.ts'
import { fold } from '../text/fold.ts'
import { foldedQuestion } from './folded.ts'
import { leastRejected } from './record.ts'
import { recordsOf, verdictsOfCompany } from './verdicts.ts'

const rejected = statement({
  name: 'rejected-answers',
  params: [types.uuid, types.nullable(types.uuid), types.int],
  row: {
    uuid: knowledge.id,
    question: knowledge.question,
    answer: knowledge.answer,
    shown: types.int,
    rejected: types.int,
    suspendedAt: knowledge.suspendedAt,
    suspendedReason: knowledge.suspendedReason,
  },
  text: `select k.id as uuid, k.question, k.answer, r.judged as shown, r.rejected, k.suspended_at as "suspendedAt",
      k.suspended_reason as "suspendedReason"
    from ${recordsOf('knowledge')}
    where k.company_id = $1 and ($2::uuid is null or k.id < $2) and k.verdict_changes > 0 and r.judged > 0
      and (k.suspended_reason = 'REJECTED' or (r.rejected >= ${leastRejected} and r.rejected * 2 > r.judged))
    order by k.id desc limit $3`,
})

/**
 * Known answers that askers reject more often than not, three of them at least, and those suspended for that, the newest first.
 * Verdicts from before the last change of an answer do not count.
 */
export async function listRejectedAnswers(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ answers: RejectedAnswerView[]; nextCursor: string | null }> {
  const rows = await tx.query(rejected, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  const answers = page.map(({ suspendedAt, suspendedReason, ...row }) => ({
    ...row,
    suspended: suspendedAt && suspendedReason ? { reason: suspendedReason, date: dateTime(suspendedAt) } : null,
  }))
  return { answers, nextCursor }
}

const stale = statement({
  name: 'stale-answers',
  params: [types.uuid, types.nullable(types.uuid), types.int, types.float],
  row: {
    uuid: knowledge.id,
    question: knowledge.question,
    answer: knowledge.answer,
    updatedAt: knowledge.updatedAt,
    acceptedAt: types.nullable(types.instant),
  },
  text: `select k.id as uuid, k.question, k.answer, k.updated_at as "updatedAt", v.accepted_at as "acceptedAt"
    from knowledge k left join (
      select knowledge_id, max(at) as accepted_at from ${verdictsOfCompany} v where quick_reply = 'ACCEPTED' group by knowledge_id
    ) v on v.knowledge_id = k.id
    where k.company_id = $1 and k.suspended_at is null and ($2::uuid is null or k.id > $2)
      and greatest(k.updated_at, v.accepted_at) < ${timeOf('$1')} - $4 * interval '1 day'
    order by k.id limit $3`,
})

/** Returns known answers that were neither changed nor accepted for `days` days, oldest first. */
export async function listStaleAnswers(
  tx: Tx,
  companyId: string,
  wish: PageWish & { days: number },
): Promise<{ answers: StaleAnswerView[]; nextCursor: string | null }> {
  const rows = await tx.query(stale, [companyId, idAfter(wish), wish.limit + 1, wish.days])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  const answers = page.map(({ updatedAt, acceptedAt, ...row }) => ({
    ...row,
    lastUpdated: dateTime(updatedAt),
    lastAccepted: acceptedAt && dateTime(acceptedAt),
  }))
  return { answers, nextCursor }
}

const lately = statement({
  name: 'answers-lately',
  params: [types.uuid],
  row: {
    asked: types.int,
    answered: types.int,
    accepted: types.int,
    rejected: types.int,
    precision: types.nullable(types.float),
  },
  text: `select count(*)::int as asked, count(knowledge_id)::int as answered,
      (count(*) filter (where quick_reply = 'ACCEPTED'))::int as accepted,
      (count(*) filter (where quick_reply = 'REJECTED'))::int as rejected,
      avg((quick_reply = 'ACCEPTED')::int) filter (where quick_reply in ('ACCEPTED', 'REJECTED'))::float8 as precision
    from automatic_answers where company_id = $1 and created_at > (select ${timeOf('$1')} - interval '30 days')`,
})
const none: AnswersLatelyView = { asked: 0, answered: 0, accepted: 0, rejected: 0, precision: null }

/** Counts what was asked outside of conversations in the last 30 days, with the observed precision of the answers. */
export async function countAnswersLately(tx: Tx, companyId: string): Promise<AnswersLatelyView> {
  return (await tx.query(lately, [companyId]))[0] ?? none
}

const unanswered = statement({
  name: 'unanswered-questions',
  params: [types.uuid, types.int],
  row: { question: types.text },
  text: `select question from (
      (select question, created_at as at from automatic_answers where company_id = $1 and knowledge_id is null
        and created_at > ${timeOf('$1')} - interval '30 days' order by created_at desc limit $2)
      union all
      (select q.text, q.created_at from questions q
        where q.company_id = $1 and q.changed_at > ${timeOf('$1')} - interval '30 days'
          and q.created_at > ${timeOf('$1')} - interval '30 days'
          and q.status not in ('INAPPROPRIATE', 'FLAGGED') and q.text <> '${deletedText}'
          and not exists (select 1 from responses r where r.question_id = q.id and r.company_id = q.company_id and r.type = 'AutoResponse')
        order by q.changed_at desc limit $2)
    ) both_of
    order by at desc limit 2 * $2`,
})

const knownQuestions = statement({
  name: 'known-questions',
  params: [types.uuid, types.array(types.text)],
  row: { folded: types.text },
  text: `select ${foldedQuestion} as folded from knowledge
    where company_id = $1 and suspended_at is null and ${foldedQuestion} = any($2)`,
})

/**
 * Returns the questions of the last 30 days that got no automatic answer and are not known questions now, newest first.
 * Includes texts asked outside conversations.
 */
export async function findUnanswered(tx: Tx, companyId: string, most: number): Promise<string[]> {
  const asked = (await tx.query(unanswered, [companyId, most])).map(({ question }) => ({
    question,
    folded: fold(question),
  }))
  const known = await tx.query(knownQuestions, [companyId, [...new Set(asked.map(({ folded }) => folded))]])
  const answered = new Set(known.map(({ folded }) => folded))
  return asked
    .filter(({ folded }) => !answered.has(folded))
    .slice(0, most)
    .map(({ question }) => question)
}
