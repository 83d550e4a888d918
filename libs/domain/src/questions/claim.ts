import type { OfferStatus } from '@askline/contracts'
import { experts, offers, statement, type Tx, together, types, users } from '@askline/db'
import type { Person } from '../actors.ts'
import { settingIn } from '../companies/category-setting.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { AlreadyClaimedError, type DomainError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { noteActivity } from '../people/activity.ts'
import { closeOffer } from './close-offer.ts'
import { claimLost } from './lost-claim.ts'
import { makeMove } from './move.ts'
import { couldTakeOpen, isOpen, meetsOpenRule } from './open-to-all.ts'
import { lockQuestion, type Question } from './question.ts'
import { extendLease } from './timers.ts'

const takeLoad = statement({
  name: 'take-load',
  params: [types.uuid, types.uuid, types.int],
  row: { isAway: types.boolean },
  text: `update experts e set load = e.load + q.units, missed_offers = 0, number_of_answers = e.number_of_answers + $3,
      last_active_at = statement_timestamp(), changed_at = statement_timestamp()
    from questions q join categories k on k.id = q.category_id and k.company_id = $company
    where q.id = $1 and q.company_id = $company and q.holder_id = $2 and e.user_id = $2 and e.company_id = $company
      and e.is_active and e.load + ${settingIn('k.settings', 'weight')} <= e.capacity
    returning e.away_reason is not null as "isAway"`,
})
const room = statement({
  name: 'room-for-question',
  params: [types.uuid, types.uuid],
  row: { load: experts.load, capacity: experts.capacity, isActive: experts.isActive, units: types.int },
  text: `select e.load, e.capacity, e.is_active as "isActive", ${settingIn('k.settings', 'weight')} as units
    from questions q join categories k on k.id = q.category_id and k.company_id = $company
      join experts e on e.user_id = $2 and e.company_id = $company
    where q.id = $1 and q.company_id = $company`,
})
// A statement of its own, because it must see a block that `take-load` waited for.
const isBlocked = statement({
  name: 'is-claimant-blocked',
  params: [types.uuid],
  row: { isBlocked: users.isBlocked },
  text: 'select is_blocked as "isBlocked" from users where id = $1 and company_id = $company',
})

/**
 * Takes the units of a question from the capacity of the expert whose claim was sent before. The question must fit with its full
 * weight, also if it came with an answer and waits for the asker. Counts the answers that came with the claim. Locks the expert's
 * row. Has no room for an expert who was deactivated or blocked meanwhile.
 * Throws MoveRefusedError `at_capacity`; the transaction must then be rolled back.
 */
export async function countOnDesk(
  tx: Tx,
  questionId: string,
  expert: Person,
  { answers = 0 }: { answers?: 0 | 1 } = {},
): Promise<void> {
  const [taken, [person]] = await together(
    tx.query(takeLoad, [questionId, expert.userId, answers]),
    tx.query(isBlocked, [expert.userId]),
  )
  if (person?.isBlocked) throw noRoom('You can take no questions, because an admin blocked you')
  if (taken[0]) return taken[0].isAway ? noteActivity(tx, expert) : undefined
  const [found] = await tx.query(room, [questionId, expert.userId])
  if (!found?.isActive) throw noRoom('You can take no questions, because an admin deactivated you')
  const { load, capacity, units } = found
  throw noRoom(
    capacity === 0
      ? 'You can take no questions, because your capacity is 0'
      : `You have ${load} of ${capacity} units to do, and this question takes ${units}: answer or release one first`,
  )
}

const noRoom = (message: string) => new MoveRefusedError('at_capacity', message)

/**
 * Gives a 1:1 question to an offered expert under a new fence, as a lease that lapses without activity. Only one of several
 * concurrent claims succeeds. A second claim of the same expert renews the lease.
 * Throws NotFoundError if the expert was never offered it, MoveRefusedError `already_claimed`, `at_capacity`, `not_one_to_one`.
 */
export async function claimQuestion(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const { question } = await lockKnown(tx, actor, questionId)
  if (question.status === 'UNRESOLVED' && question.holderId === actor.userId) {
    await extendLease(tx, question.id)
    return { questionId }
  }
  const move = makeMove(tx, actor, question, 'claim', {
    values: [actor.userId],
    ownOffer: { expertId: actor.userId, status: 'accepted' },
    otherwise: () =>
      question.type === 'ONE_TO_MANY'
        ? new MoveRefusedError('not_one_to_one', 'Several experts answer this question, so respond without claiming it')
        : lostTo(tx, actor, question),
  })
  await together(move, countOnDesk(tx, questionId, actor))
  return { questionId }
}

const winner = statement({
  name: 'winner-of-claim',
  params: [types.uuid, types.uuid],
  row: { name: users.name },
  text: `select ${shownNameOf('w')} as name from questions q join users w on w.id = q.holder_id and w.company_id = $company
    where q.id = $1 and q.company_id = $company and (
      exists (select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.expert_id = $2
        and o.round = q.round and o.status = 'withdrawn' and o.reason is null)
      or (q.open_to_all_at is not null and exists (select 1 from experts e where e.user_id = $2 and ${meetsOpenRule()})))`,
})

/**
 * Returns the error for an expert who may not act any more on a question that they were offered. It names the expert who has the
 * question only to those who could see it until that claim, because only they compete for it.
 */
export async function lostTo(tx: Tx, actor: Person, question: Question): Promise<DomainError> {
  if (question.holderId !== null && question.holderId !== actor.userId) {
    const [taker] = await tx.query(winner, [question.id, actor.userId])
    return new AlreadyClaimedError(taker && { name: taker.name })
  }
  return new MoveRefusedError('offer_closed', 'Your offer of this question is closed')
}

const myOffers = statement({
  name: 'offers-of-expert',
  params: [types.uuid, types.uuid],
  row: { status: offers.status },
  text: `select status from offers where company_id = $company and question_id = $1 and expert_id = $2
    order by created_at desc, id desc`,
})

/**
 * Returns the statuses of the expert's offers of a question, newest first. A question that is open to the expert counts as one
 * more pending offer, and one that was open as withdrawn. Throws NotFoundError if there never was an offer.
 */
export async function mustKnow(tx: Tx, actor: Person, question: Question): Promise<OfferStatus[]> {
  return withOpen(tx, actor, question, await tx.query(myOffers, [question.id, actor.userId]))
}

/** Locks a question and returns it with the statuses of `mustKnow`. Throws NotFoundError if the expert was never offered it. */
export async function lockKnown(
  tx: Tx,
  actor: Person,
  questionId: string,
): Promise<{ question: Question; offers: OfferStatus[] }> {
  // Postgres runs the second statement once the first one has the lock.
  const [question, rows] = await together(lockQuestion(tx, questionId), tx.query(myOffers, [questionId, actor.userId]))
  return { question, offers: await withOpen(tx, actor, question, rows) }
}

async function withOpen(
  tx: Tx,
  actor: Person,
  question: Question,
  rows: { status: OfferStatus }[],
): Promise<OfferStatus[]> {
  const statuses = rows.map(({ status }) => status)
  if (!statuses.includes('pending') && (await couldTakeOpen(tx, question, actor.userId))) {
    statuses.unshift(isOpen(question) ? 'pending' : 'withdrawn')
  }
  if (statuses.length === 0) throw new NotFoundError('question', question.id)
  return statuses
}

/**
 * Gives a held question back to routing at its age. It is offered again to every expert but its former holder.
 * Throws MoveRefusedError `not_claimed` or `claim_lost`.
 */
export async function releaseQuestion(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const { question, offers } = await lockKnown(tx, actor, questionId)
  await makeMove(tx, actor, question, 'release', {
    values: [actor.userId],
    leavesRound: { expertId: actor.userId, status: 'declined', reason: 'released' },
    adds: question.numResponses === 0 ? [notifyingAgain] : [],
    otherwise: () =>
      offers.includes('accepted')
        ? claimLost(tx, actor, question)
        : new MoveRefusedError('not_claimed', 'You do not hold this question'),
  })
  return { questionId }
}

export const notifyingAgain = { type: 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE', responseId: null } as const

/** Ends a lease that ran out, with the effects of a release. Throws MoveRefusedError if it was renewed meanwhile. */
export async function lapseLease(tx: Tx, question: Question) {
  await makeMove(tx, { kind: 'system', companyId: question.companyId }, question, 'lapse', {
    adds: question.numResponses === 0 ? [notifyingAgain] : [],
    leavesRound: question.holderId
      ? { expertId: question.holderId, status: 'timed_out', reason: 'lease lapsed' }
      : undefined,
  })
}

/**
 * Declines an expert's offer. If no other expert is deciding, routing looks for the next ones at once. Declining a closed offer
 * has no effect. Throws NotFoundError if the expert was never offered the question.
 */
export async function declineQuestion(
  tx: Tx,
  actor: Person,
  input: { questionId: string; reason?: string | undefined },
) {
  const { question, offers } = await lockKnown(tx, actor, input.questionId)
  if (!offers.includes('pending')) return { questionId: question.id }

  await noteActivity(tx, actor)
  await closeOffer(tx, actor, question, 'declineOffer', actor.userId, input.reason)
  return { questionId: question.id }
}

/**
 * Restarts the lease of a holder who is composing.
 * Throws NotFoundError if the expert was never offered the question, MoveRefusedError `claim_lost` if the claim ended.
 */
export async function renewLease(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  await noteActivity(tx, actor)
  if (question.holderId !== actor.userId) {
    const offers = await mustKnow(tx, actor, question)
    if (offers.includes('pending')) return { questionId }
    throw await claimLost(tx, actor, question)
  }
  if (question.closedAt || question.isRerouted) {
    throw new MoveRefusedError('interaction_not_allowed', 'The question is not with the experts any more')
  }
  await extendLease(tx, question.id)
  return { questionId }
}
