import { type Database, inSystem, offers, statement, type Tx, types } from '@askline/db'
import { makeChanges } from '../changes/make-changes.ts'
import { enqueue } from '../outbox.ts'
import { closeOffer } from './close-offer.ts'
import { lockOutWaves, mostReturned, returnWork } from './reassign-expert-work.ts'

const offeredTo = statement({
  name: 'questions-offered-to-expert',
  params: [types.uuid],
  row: { id: offers.questionId },
  text: `select question_id as id from offers where company_id = $company and expert_id = $1 and status = 'pending'
    order by question_id limit ${mostReturned}`,
})

/**
 * Withdraws up to 100 pending offers of an expert, those of questions that no other transaction has locked. Each question is routed on
 * unless another expert is deciding. `endOffers` leaves the other offers to a job.
 */
export async function withdrawOffers(tx: Tx, companyId: string, expertId: string, reason: string): Promise<void> {
  await withdraw(tx.of(companyId), companyId, expertId, reason, { waits: false })
}

/** Returns the number of questions that it looked at. */
async function withdraw(
  own: Tx,
  companyId: string,
  expertId: string,
  reason: string,
  { waits }: { waits: boolean },
): Promise<number> {
  const actor = { kind: 'system', companyId } as const
  const offered = await own.query(offeredTo, [expertId])
  await makeChanges(
    own,
    offered.map(({ id }) => ({
      actor,
      of: { questionId: id },
      decide: (facts) => closeOffer(facts, actor, { expertId, status: 'withdrawn', reason }),
    })),
    { waits },
  )
  return offered.length
}

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
  await own.query(lockOutWaves, [expertId])
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
    if (absent.isGone) return (await returnWork(own, companyId, expertId, { waits: true })).lookedAt
    return withdraw(own, companyId, expertId, 'expert is not available', { waits: true })
  }
  let lookedAt: number
  do lookedAt = await inSystem(db, (tx) => returnSome(tx.of(companyId)))
  while (lookedAt > 0)
}
