import type { Actor, Person } from '../actors.ts'
import type { Change, Facts } from '../changes/change.ts'
import { decide, noChange, setTimers } from '../changes/decide.ts'
import { plus } from '../changes/rules.ts'
import { MoveRefusedError } from '../errors.ts'
import { closeOffer } from './close-offer.ts'
import { claimLost, lostTo } from './lost-claim.ts'
import { offersOf } from './offers-of.ts'

/**
 * Throws MoveRefusedError `at_capacity` unless the expert may take the question. It must fit with its full weight, also if it came
 * with an answer and waits for the asker. An expert who was deactivated or blocked has no room.
 */
export function assertRoom({ category: { weight }, person }: Facts, expertId: string): void {
  const { isBlocked, expert } = person(expertId) ?? {}
  if (isBlocked) throw noRoom('You can take no questions, because an admin blocked you')
  if (!expert?.isActive) throw noRoom('You can take no questions, because an admin deactivated you')
  const { load, capacity } = expert
  if (load + weight <= capacity) return
  throw noRoom(
    capacity === 0
      ? 'You can take no questions, because your capacity is 0'
      : `You have ${load} of ${capacity} units to do, and this question takes ${weight}: answer or release one first`,
  )
}

const noRoom = (message: string) => new MoveRefusedError('at_capacity', message)

/** Returns new values of timers: a running lease starts anew. */
const renewedLease = ({ question, now, category }: Facts) =>
  setTimers(question.leaseDueAt === null ? {} : { leaseDueAt: plus(now, category.leaseMs) })

/**
 * Gives a 1:1 question to an offered expert under a new fence, as a lease that lapses without activity. Only one of several
 * concurrent claims succeeds. A second claim of the same expert renews the lease.
 * Throws NotFoundError if the expert was never offered it, MoveRefusedError `already_claimed`, `at_capacity`, `not_one_to_one`.
 */
export function claimQuestion(actor: Person, { questionId }: { questionId: string }): Change {
  const by = actor.userId
  return {
    actor,
    of: { questionId },
    decide: (facts) => {
      offersOf(facts, by)
      const { question } = facts
      if (question.status === 'UNRESOLVED' && question.holderId === by) return renewedLease(facts)
      const decision = decide(facts, actor, 'claim', {
        by,
        own: { expertId: by, status: 'accepted' },
        works: { expertId: by, answers: 0 },
        otherwise: () =>
          question.type === 'ONE_TO_MANY'
            ? new MoveRefusedError(
                'not_one_to_one',
                'Several experts can answer this question. Respond without claiming it.',
              )
            : lostTo(facts, by),
      })
      assertRoom(facts, by)
      return decision
    },
  }
}

/**
 * Gives a held question back to routing at its age. It is offered again to every expert but its former holder.
 * Throws MoveRefusedError `not_claimed` or `claim_lost`.
 */
export function releaseQuestion(actor: Person, { questionId }: { questionId: string }): Change {
  const by = actor.userId
  return {
    actor,
    of: { questionId },
    locksHolder: true,
    decide: (facts) => {
      const offers = offersOf(facts, by)
      return decide(facts, actor, 'release', {
        by,
        leaves: { expertId: by, status: 'declined', reason: 'released' },
        prompts: notifyingAgain(facts),
        otherwise: () =>
          offers.includes('accepted')
            ? claimLost(facts, by)
            : new MoveRefusedError('not_claimed', 'You do not hold this question'),
      })
    },
  }
}

/** Returns the prompt of a question that goes back to routing without an answer. */
export const notifyingAgain = ({ question }: Facts) =>
  question.numResponses === 0 ? [{ type: 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE', responseId: null } as const] : []

/** Ends a lease that ran out, with the effects of a release. Throws MoveRefusedError if it was renewed meanwhile. */
export const lapseLease = (actor: Actor): Change['decide'] => {
  return (facts) => {
    const { holderId } = facts.question
    return decide(facts, actor, 'lapse', {
      prompts: notifyingAgain(facts),
      leaves: holderId ? { expertId: holderId, status: 'timed_out', reason: 'lease lapsed' } : undefined,
    })
  }
}

/**
 * Declines an expert's offer. If no other expert is deciding, routing looks for the next ones at once. Declining a closed offer
 * has no effect. Throws NotFoundError if the expert was never offered the question.
 */
export const declineQuestion = (
  actor: Person,
  { questionId, reason }: { questionId: string; reason?: string | undefined },
): Change => ({
  actor,
  of: { questionId },
  decide: (facts) =>
    offersOf(facts, actor.userId).includes('pending')
      ? closeOffer(facts, actor, { expertId: actor.userId, status: 'declined', reason })
      : noChange,
})

/**
 * Restarts the lease of a holder who is composing.
 * Throws NotFoundError if the expert was never offered the question, MoveRefusedError `claim_lost` if the claim ended.
 */
export const renewLease = (actor: Person, { questionId }: { questionId: string }): Change => ({
  actor,
  of: { questionId },
  decide: (facts) => {
    const { question } = facts
    if (question.holderId !== actor.userId) {
      if (offersOf(facts, actor.userId).includes('pending')) return noChange
      throw claimLost(facts, actor.userId)
    }
    if (question.closedAt || question.isRerouted) {
      throw new MoveRefusedError('interaction_not_allowed', 'The question is no longer with experts.')
    }
    return renewedLease(facts)
  },
})
