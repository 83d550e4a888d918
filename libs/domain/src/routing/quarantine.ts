import { type Database, inSystem, quarantinedQuestions, querySystem, statement, types } from '@askline/db'
import { keepDeadJobsWith } from '../dead-letters/keep.ts'
import { rerouteForLack } from './reroute-for-lack.ts'

/** Number of failed attempts to route a quarantined question alone, after which it is given up. */
export const mostQuarantinedTries = 2

/** SQL: the question `q` is not in quarantine. */
export const isAtLarge =
  'not exists (select 1 from quarantined_questions z where z.question_id = q.id and z.company_id = q.company_id)'

const quarantine = statement({
  name: 'quarantine-questions',
  params: [types.array(types.uuid)],
  text: `insert into quarantined_questions (question_id, company_id)
    select q.id, q.company_id from questions q where q.id = any($1::uuid[]) and q.turn = 'experts' on conflict do nothing`,
})

/** Quarantines those of the questions that wait for experts: each is routed alone until that succeeds. */
export async function quarantineQuestions(db: Database, questionIds: string[]): Promise<void> {
  await inSystem(db, (tx) => tx.query(quarantine, [questionIds]))
}

// Not a lease of work-lease.ts: what routing writes is guarded by the question's wave and round, so a late worker does no harm.
// Success deletes the row, and giving up is a move that may have to wait for the question's lock.
const isUntried = `(tried_at is null or tried_at < statement_timestamp() - $1 * interval '1 millisecond')`
const findUntried = statement({
  name: 'find-quarantined',
  params: [types.float],
  row: { questionId: quarantinedQuestions.questionId, companyId: quarantinedQuestions.companyId },
  text: `select question_id as "questionId", company_id as "companyId" from quarantined_questions
    where ${isUntried} order by tries, question_id limit 100`,
})
const take = statement({
  name: 'take-quarantined',
  params: [types.float, types.uuid, types.uuid],
  row: {
    questionId: quarantinedQuestions.questionId,
    companyId: quarantinedQuestions.companyId,
    tries: quarantinedQuestions.tries,
  },
  text: `update quarantined_questions set tries = tries + 1, tried_at = statement_timestamp()
    where company_id = $3 and question_id = any(array(select question_id from quarantined_questions
      where question_id = $2 and company_id = $3 and ${isUntried} for update skip locked))
    returning question_id as "questionId", company_id as "companyId", tries`,
})

export type QuarantinedQuestion = { questionId: string; companyId: string; tries: number }

/**
 * Takes the quarantined question with the fewest tries, or returns `undefined`. Counts the try before it starts, because a worker
 * that dies cannot count it. A question that is not released is taken again after `tryMs`.
 */
export async function takeQuarantined(db: Database, tryMs: number): Promise<QuarantinedQuestion | undefined> {
  // The first one, unless another worker takes it at this moment.
  for (const { questionId, companyId } of await querySystem(db, findUntried, [tryMs])) {
    const [taken] = await querySystem(db, take, [tryMs, questionId, companyId])
    if (taken) return taken
  }
  return undefined
}

const release = statement({
  name: 'release-quarantined',
  params: [types.uuid],
  text: 'delete from quarantined_questions where question_id = $1 and company_id = $company',
})

/** Ends the quarantine of a question that was routed successfully. */
export async function releaseQuarantined(
  db: Database,
  { questionId, companyId }: Pick<QuarantinedQuestion, 'questionId' | 'companyId'>,
): Promise<void> {
  await inSystem(db, (tx) => tx.of(companyId).query(release, [questionId]))
}

/**
 * Reroutes a question whose routing ended several workers, and writes a dead letter. Returns false if another transaction holds
 * the question's lock; it stays in quarantine then.
 */
export function giveUpQuarantined(
  db: Database,
  { questionId, companyId, tries }: QuarantinedQuestion,
): Promise<boolean> {
  return inSystem(db, async (tx) => {
    if ((await rerouteForLack(tx, { questionId, companyId }, 'BY_LACK_OF_EXPERTS')) === 'busy') return false
    const letter = { name: 'route-question', payload: { questionId }, ids: { questionId }, reason: 'stalled' }
    // `tries` counts one try that did not start, and does not count the first failure, when it was not routed alone.
    await keepDeadJobsWith(tx, [{ ...letter, jobKey: `quarantine-${questionId}`, attempts: tries }])
    await tx.of(companyId).query(release, [questionId])
    return true
  })
}
