import { type Database, experts, inSystem, offers, statement, type Tx, types } from '@askline/db'
import { closeOffer } from './close-offer.ts'
import { enqueue } from './outbox.ts'
import { questionColumns, questionRow } from './question.ts'
import { type Locking, mostReturned, returnWork } from './reassign-expert-work.ts'

const lockOffered = (locking: Locking) =>
  statement({
    name: `lock-offered${locking && '-free'}`,
    params: [types.uuid],
    row: questionRow,
    text: `select ${questionColumns} from questions q where q.company_id = $company and q.id = any(array(
        select question_id from offers where company_id = $company and expert_id = $1 and status = 'pending'
        order by question_id limit ${mostReturned}))
      order by q.id for update ${locking}`,
  })
const [lockAllOffered, lockFreeOffered] = [lockOffered(''), lockOffered('skip locked')]

/**
 * Withdraws up to 100 pending offers of an expert, those of questions that no other transaction has locked. Each question is routed on
 * unless another expert is deciding. `endOffers` leaves the other offers to a job.
 */
export async function withdrawOffers(tx: Tx, companyId: string, expertId: string, reason: string): Promise<void> {
  await withdraw(tx.of(companyId), companyId, expertId, reason, lockFreeOffered)
}

/** Returns the number of questions that it looked at. */
async function withdraw(
  own: Tx,
  companyId: string,
  expertId: string,
  reason: string,
  lock: typeof lockAllOffered,
): Promise<number> {
  const questions = await own.query(lock, [expertId])
  for (const question of questions) {
    await closeOffer(own, { kind: 'system', companyId }, question, 'withdrawOffer', expertId, reason)
  }
  return questions.length
}

const lockForWaves = statement({
  name: 'lock-expert-for-waves',
  params: [types.uuid],
  row: { id: experts.userId },
  text: 'select user_id as id from experts where user_id = $1 and company_id = $company for update',
})
const anyOffer = statement({
  name: 'any-offer-of-expert',
  params: [types.uuid],
  row: { id: offers.questionId },
  text: `select question_id as id from offers where company_id = $company and expert_id = $1 and status = 'pending' limit 1`,
})

/**
 * Makes waves wait for, or skip, an expert who becomes unavailable in this transaction. Must run before availability is written.
 * A job withdraws the offers that are left: those after the first 100, of locked questions, and of a wave that was committed
 * in between. Afterwards the transaction must not wait for a question, because claims lock the question first.
 */
export async function endOffers(tx: Tx, companyId: string, expertId: string): Promise<void> {
  const own = tx.of(companyId)
  await own.query(lockForWaves, [expertId])
  const left = await own.query(anyOffer, [expertId])
  if (left.length > 0) await enqueue(tx, companyId, [{ job: 'withdraw-offers', payload: { companyId, expertId } }])
}

const absence = statement({
  name: 'absence-of-expert',
  params: [types.uuid],
  row: { isGone: types.boolean },
  text: `select not e.is_active or u.is_blocked as "isGone"
    from experts e join users u on u.id = e.user_id and u.company_id = $company
    where e.user_id = $1 and e.company_id = $company and (not e.is_active or u.is_blocked or e.availability <> 'AVAILABLE')`,
})

/**
 * Withdraws the pending offers of an expert, unless they are available again. Also releases what an expert holds who was
 * deactivated or blocked. Works in transactions of at most 100 questions. Idempotent.
 */
export async function returnWorkOfAbsent(db: Database, companyId: string, expertId: string): Promise<void> {
  const returnSome = async (own: Tx): Promise<number> => {
    const [absent] = await own.query(absence, [expertId])
    if (!absent) return 0
    if (absent.isGone) return (await returnWork(own, companyId, expertId, '')).lookedAt
    return withdraw(own, companyId, expertId, 'expert is not available', lockAllOffered)
  }
  let lookedAt: number
  do lookedAt = await inSystem(db, (tx) => returnSome(tx.of(companyId)))
  while (lookedAt > 0)
}
