import { statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'

/** How many predictions or answers of a category people judged in the last 30 days, and how many were right. */
export type Judgements = { categoryId: string; judged: number; right: number }

const row = { categoryId: types.uuid, judged: types.int, right: types.int }

// The first decision of a question has the class that routing predicted. A class that came with the question is not in it.
const ofClasses = statement({
  name: 'observed-precision-of-classes',
  params: [types.uuid],
  row,
  text: `select q.category_id as "categoryId", count(*)::int as judged,
      (count(*) filter (where e.class = d.predicted))::int as right
    from training_examples e join questions q on q.id = e.question_id and q.company_id = e.company_id
    cross join lateral (
      select facts ->> 'predictedClass' as predicted from routing_decisions d
      where d.question_id = e.question_id and d.company_id = e.company_id and facts ->> 'predictedClass' is not null order by round, wave limit 1
    ) d
    where e.company_id = $1 and e.question_id is not null and e.class is not null
      and e.created_at > clock_timestamp() - interval '30 days'
    group by q.category_id`,
})

/**
 * Counts, per category, the questions whose class routing predicted and that a person gave a class in the last 30 days. A
 * prediction is right if it equals the last class that a person gave. Categories without such questions are missing.
 */
export const observeClasses = (tx: Tx, companyId: string): Promise<Judgements[]> => tx.query(ofClasses, [companyId])

const ofAnswers = statement({
  name: 'observed-precision-of-answers',
  params: [types.uuid],
  row,
  text: `select q.category_id as "categoryId", count(*)::int as judged,
      (count(*) filter (where r.quick_reply = 'ACCEPTED'))::int as right
    from responses r join questions q on q.id = r.question_id and q.company_id = r.company_id
    where r.company_id = $1 and r.type = 'AutoResponse' and r.quick_reply in ('ACCEPTED', 'REJECTED')
      and r.updated_at > ${timeOf('$1')} - interval '30 days'
    group by q.category_id`,
})

/** Counts, per category, the automatic answers in questions that askers accepted or rejected in the last 30 days. */
export const observeAnswers = (tx: Tx, companyId: string): Promise<Judgements[]> => tx.query(ofAnswers, [companyId])
