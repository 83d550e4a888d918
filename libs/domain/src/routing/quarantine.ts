import { type Database, inSystem, type Statement } from '@askline/db'
import { keepDeadJobsWith } from '../dead-letters/keep.ts'
import { rerouteForLack } from './reroute-for-lack.ts'

/** A question whose routing ended this many workers while it was routed alone is not routed any more. */
export const mostQuarantinedTries = 2

/** SQL: nothing ended a worker with the question `q` in hand. */
export const isAtLarge = 'not exists (select 1 from quarantined_questions z where z.question_id = q.id)'

const quarantine: Statement = {
  name: 'quarantine-questions',
  text: `insert into quarantined_questions (question_id, company_id)
    select q.id, q.company_id from questions q where q.id = any($1::uuid[]) and q.turn = 'experts' on conflict do nothing`,
}

/** Of these questions those that wait for experts are routed alone from now on, until that went well. */
export async function quarantineQuestions(db: Database, questionIds: string[]): Promise<void> {
  await inSystem(db, (tx) => tx.query(quarantine, [questionIds]))
}

const take: Statement = {
  name: 'take-quarantined',
  text: `update quarantined_questions set tries = tries + 1, tried_at = clock_timestamp()
    where question_id = (select question_id from quarantined_questions
      where tried_at is null or tried_at < clock_timestamp() - $1 * interval '1 millisecond'
      order by tries, question_id limit 1 for update skip locked)
    returning question_id as "questionId", company_id as "companyId", tries`,
}

export type QuarantinedQuestion = { questionId: string; companyId: string; tries: number }

/**
 * Takes the least tried of the quarantined questions, and counts the try before it is begun: who dies of it cannot count it.
 * What was taken and not released is taken again after `tryMs`. Undefined: there is none.
 */
export async function takeQuarantined(db: Database, tryMs: number): Promise<QuarantinedQuestion | undefined> {
  const [taken] = await inSystem(db, (tx) => tx.query<QuarantinedQuestion>(take, [tryMs]))
  return taken
}

const release: Statement = {
  name: 'release-quarantined',
  text: 'delete from quarantined_questions where question_id = $1',
}

/** The worker lived through it: the question is routed like any other. */
export async function releaseQuarantined(db: Database, questionId: string): Promise<void> {
  await inSystem(db, (tx) => tx.query(release, [questionId]))
}

/**
 * Routing the question ended one worker after the other: agents get it, and a dead letter says so. Yields false where somebody is
 * moving the question right now: then it stays, to be given up a little later.
 */
export function giveUpQuarantined(db: Database, { questionId, tries }: QuarantinedQuestion): Promise<boolean> {
  return inSystem(db, async (tx) => {
    if ((await rerouteForLack(tx, questionId, 'BY_LACK_OF_EXPERTS')) === 'busy') return false
    const letter = { name: 'route-question', payload: { questionId }, ids: { questionId }, reason: 'stalled' }
    // The try that was counted last was not begun; the first time it ended a worker it was not alone.
    await keepDeadJobsWith(tx, [{ ...letter, jobKey: `quarantine-${questionId}`, attempts: tries }])
    await tx.query(release, [questionId])
    return true
  })
}
