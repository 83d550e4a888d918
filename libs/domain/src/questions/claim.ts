import type { OfferStatus } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { type DomainError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { noteActivity } from '../people/activity.ts'
import { after } from './clauses.ts'
import { enqueue, tellOfferClosed } from './effects.ts'
import { claimLost } from './lost-claim.ts'
import { makeMove, routeJob } from './move.ts'
import { lockQuestion, type Question } from './question.ts'

const takeLoad: Statement = {
  name: 'take-load',
  text: `update experts set load = load + $2, missed_offers = 0, last_active_at = clock_timestamp(), changed_at = clock_timestamp()
    where user_id = $1 and is_active and load + $2 <= capacity returning load`,
}

/**
 * Counts a question that was just claimed on the expert's desk, with the units it takes, under the lock of the expert's row.
 * Throws MoveRefusedError `at_capacity`; the transaction must then be given up.
 */
export async function countOnDesk(tx: Tx, { units }: Question, expertId: string): Promise<void> {
  const taken = await tx.query(takeLoad, [expertId, units])
  if (taken.length === 0) {
    throw new MoveRefusedError(
      'at_capacity',
      units === 1
        ? 'You hold as many questions as your capacity allows: finish or release one'
        : `This question takes ${units} units of your capacity, and you have fewer left: finish or release another one`,
    )
  }
}

/**
 * An offered expert takes a 1:1 question: a lease that lapses without activity, under a new fence number. Of many claims one
 * wins; the same expert's second claim finds it theirs already and renews the lease.
 * Throws NotFoundError where the expert was never offered it, MoveRefusedError `already_claimed`, `at_capacity`, `not_one_to_one`.
 */
export async function claimQuestion(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  if (question.status === 'UNRESOLVED' && question.holderId === actor.userId) {
    await extendLease(tx, question)
    return { questionId }
  }
  await mustKnow(tx, actor, question)
  if (question.type === 'ONE_TO_MANY') {
    throw new MoveRefusedError('not_one_to_one', 'Several experts answer this question: respond without claiming it')
  }
  const claimed = await makeMove(tx, actor, question, 'claim', {
    values: [actor.userId],
    acceptedBy: actor.userId,
    otherwise: () => lostTo(question, actor),
  })
  await countOnDesk(tx, claimed, actor.userId)
  return { questionId }
}

/** Why an expert may not act on a question they once knew of. */
export function lostTo(question: Question, actor: Person): DomainError {
  if (question.holderId !== null && question.holderId !== actor.userId) {
    return new MoveRefusedError('already_claimed', 'Another expert has taken this question')
  }
  return new MoveRefusedError('offer_closed', 'Your offer is no longer open')
}

const myOffers: Statement = {
  name: 'offers-of-expert',
  text: 'select status from offers where question_id = $1 and expert_id = $2 order by created_at desc, id desc',
}

/** The expert's offers of a question, newest first. Throws NotFoundError when there never was one: then it does not exist for them. */
export async function mustKnow(tx: Tx, actor: Person, question: Question): Promise<OfferStatus[]> {
  const offers = await tx.query<{ status: OfferStatus }>(myOffers, [question.id, actor.userId])
  if (offers.length === 0) throw new NotFoundError('question', question.id)
  return offers.map((o) => o.status)
}

const leave: Statement = {
  name: 'leave-round',
  text: `insert into offers (id, company_id, question_id, expert_id, round, wave, status, reason, closed_at)
    values ($1, $2, $3, $4, $5, 0, $6, $7, clock_timestamp())`,
}

/** Notes in the question's present round that this expert is not to be asked again. */
export async function leaveRound(tx: Tx, question: Question, expertId: string, status: OfferStatus, reason: string) {
  await tx.query(leave, [newId(), question.companyId, question.id, expertId, question.round, status, reason])
}

/**
 * The holder gives the question back: it returns to routing at its age, and is offered anew to everybody but them.
 * Throws MoveRefusedError `not_claimed` or `claim_lost`.
 */
export async function releaseQuestion(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  const offers = await mustKnow(tx, actor, question)
  const released = await makeMove(tx, actor, question, 'release', {
    values: [actor.userId],
    adds: question.numResponses === 0 ? [notifyingAgain] : [],
    otherwise: () =>
      offers.includes('accepted')
        ? claimLost(tx, actor, question)
        : new MoveRefusedError('not_claimed', 'You do not hold this question'),
  })
  await leaveRound(tx, released, actor.userId, 'declined', 'released')
  return { questionId }
}

export const notifyingAgain = { type: 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE', responseId: null } as const

/** The lease of an idle holder ran out: as a release, made by the sweeper. Throws MoveRefusedError when it was renewed meanwhile. */
export async function lapseLease(tx: Tx, question: Question) {
  const lapsed = await makeMove(tx, { kind: 'system', companyId: question.companyId }, question, 'lapse', {
    adds: question.numResponses === 0 ? [notifyingAgain] : [],
  })
  if (question.holderId) await leaveRound(tx, lapsed, question.holderId, 'timed_out', 'lease lapsed')
}

export const closeOffer: Statement = {
  name: 'decline-offer',
  text: `update offers set status = 'declined', reason = $3, closed_at = clock_timestamp()
    where question_id = $1 and expert_id = $2 and status = 'pending' returning id`,
}
const pendingOffers: Statement = {
  name: 'count-pending-offers',
  text: `select count(*)::int as pending from offers where question_id = $1 and status = 'pending'`,
}

/**
 * An expert does not want an offered question. When nobody else is left to decide, the next wave is sought at once.
 * Declining what is no longer offered changes nothing. Throws NotFoundError where it was never offered.
 */
export async function declineQuestion(
  tx: Tx,
  actor: Person,
  input: { questionId: string; reason?: string | undefined },
) {
  const question = await lockQuestion(tx, input.questionId)
  const offers = await mustKnow(tx, actor, question)
  if (!offers.includes('pending')) return { questionId: question.id }

  await noteActivity(tx, actor.userId)
  await tx.query(closeOffer, [question.id, actor.userId, input.reason ?? null])
  await tellOfferClosed(tx, question, [actor.userId])
  await seekOthers(tx, actor, question)
  return { questionId: question.id }
}

/** Seeks the next wave at once where an offer was closed and nobody else is left to decide. */
export async function seekOthers(tx: Tx, actor: Actor, question: Question): Promise<void> {
  const [left] = await tx.query<{ pending: number }>(pendingOffers, [question.id])
  if (left?.pending === 0 && question.turn === 'experts' && question.holderId === null) {
    await enqueue(tx, question.companyId, [routeJob(actor, question.id)])
  }
}

const extend: Statement = {
  name: 'extend-lease',
  text: `update questions q set lease_due_at = ${after('leaseMs')}
    where q.id = $1 and q.lease_due_at is not null`,
}

/** No version is counted: nobody else sees a lease grow longer. */
const extendLease = (tx: Tx, question: Question) => tx.query(extend, [question.id])

/**
 * The holder is at work ("is composing"): the lease starts anew.
 * Throws NotFoundError where the expert never knew of it, MoveRefusedError `claim_lost` where they hold it no longer.
 */
export async function renewLease(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  await noteActivity(tx, actor.userId)
  if (question.holderId !== actor.userId) {
    const offers = await mustKnow(tx, actor, question)
    if (offers.includes('pending')) return { questionId }
    throw await claimLost(tx, actor, question)
  }
  if (question.closedAt || question.isRerouted) {
    throw new MoveRefusedError('interaction_not_allowed', 'The question has moved on')
  }
  await extendLease(tx, question)
  return { questionId }
}
