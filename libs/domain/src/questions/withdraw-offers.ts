import { experts, offers, statement, type Tx, types } from '@askline/db'
import { closeOffer } from './close-offer.ts'
import { enqueue } from './outbox.ts'
import { lockQuestion } from './question.ts'

// Ordered by id, as everywhere that several questions are locked, so that two transactions cannot deadlock.
const offeredTo = statement({
  name: 'questions-offered-to-expert',
  params: [types.uuid],
  row: { id: offers.questionId },
  text: `select question_id as id from offers where company_id = $company and expert_id = $1 and status = 'pending' order by 1`,
})

/** Withdraws all pending offers of an expert. Each question is routed on unless another expert is deciding. */
export async function withdrawOffers(tx: Tx, companyId: string, expertId: string, reason: string): Promise<void> {
  const own = tx.of(companyId)
  for (const { id } of await own.query(offeredTo, [expertId])) {
    const question = await lockQuestion(own, id)
    await closeOffer(own, { kind: 'system', companyId }, question, 'withdrawOffer', expertId, reason)
  }
}

const lockForWaves = statement({
  name: 'lock-expert-for-waves',
  params: [types.uuid],
  row: { id: experts.userId },
  text: 'select user_id as id from experts where user_id = $1 and company_id = $company for update',
})

/**
 * Makes waves wait for, or skip, an expert who becomes unavailable in this transaction. Must run after the expert's questions
 * are locked and before availability is written. A wave that was committed in between may leave an offer behind. A job withdraws
 * it, because locking its question now could cause a deadlock.
 */
export async function endOffers(tx: Tx, companyId: string, expertId: string): Promise<void> {
  const own = tx.of(companyId)
  await own.query(lockForWaves, [expertId])
  const left = await own.query(offeredTo, [expertId])
  if (left.length > 0) await enqueue(tx, companyId, [{ job: 'withdraw-offers', payload: { companyId, expertId } }])
}

const isAvailable = statement({
  name: 'is-expert-available',
  params: [types.uuid],
  row: { available: types.int },
  text: `select 1 as available from experts
    where user_id = $1 and company_id = $company and is_active and availability = 'AVAILABLE'`,
})

/** Withdraws the pending offers of an expert, unless they are available again. Idempotent. */
export async function withdrawOffersOfAbsent(tx: Tx, companyId: string, expertId: string): Promise<void> {
  if ((await tx.of(companyId).query(isAvailable, [expertId])).length > 0) return
  await withdrawOffers(tx, companyId, expertId, 'expert is not available')
}
