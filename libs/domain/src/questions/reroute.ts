import type { Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import type { Change } from '../changes/change.ts'
import { decide, noChange } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { InvalidValueError } from '../errors.ts'
import { notifyingAgain } from './claim.ts'
import { closeOffer } from './close-offer.ts'
import { claimLost, lostTo } from './lost-claim.ts'
import { offersOf } from './offers-of.ts'
import { assertOwn } from './own.ts'
import { couldAnotherTake } from './second-opinion.ts'

/**
 * Reroutes the asker's question to the company's agents.
 * Throws MoveRefusedError `already_rerouted`, InvalidValueError for a tag that is not the question's, NotFoundError.
 */
export const rerouteQuestion = (
  actor: Person,
  input: { questionId: string; companyTag?: string | undefined; reason?: string | undefined },
): Change => ({
  actor,
  of: { questionId: input.questionId },
  locksHolder: true,
  decide: (facts) => {
    assertOwn(facts, actor)
    const { companyTags } = facts.question
    if (input.companyTag !== undefined && !companyTags.includes(input.companyTag)) {
      throw new InvalidValueError(
        'company_tag_unknown',
        'companyTag',
        'oneOf',
        `companyTag must be one of ${companyTags.join(', ')}`,
      )
    }
    return decide(facts, actor, 'rerouteByPoster', { reason: input.reason })
  },
})

/**
 * Escalates a question for the expert who holds it, or who was offered or answered a question that no expert holds. If another
 * expert could take it now, the second opinion starts; otherwise agents get it at once. A second escalation has no effect. Throws
 * NotFoundError, MoveRefusedError `already_claimed`, `claim_lost`.
 */
export async function escalateQuestion(tx: Tx, actor: Person, input: Escalation) {
  const couldOtherTake = await couldAnotherTake(tx, input.questionId, actor)
  const { facts } = await makeChange(tx, escalation(actor, input, couldOtherTake))
  return { questionId: facts.question.id }
}

type Escalation = { questionId: string; reason?: string | undefined }

/** Returns the change of `escalateQuestion`. `couldOtherTake`: another expert could take the question now. */
export function escalation(actor: Person, { questionId, reason }: Escalation, couldOtherTake: boolean): Change {
  const by = actor.userId
  return {
    actor,
    of: { questionId },
    locksHolder: true,
    decide: (facts) => {
      const { question } = facts
      const offers = offersOf(facts, by)
      const otherwise = () =>
        question.holderId !== null && !offers.includes('accepted') ? lostTo(facts, by) : claimLost(facts, by)
      if (question.status !== 'UNRESOLVED' || !couldOtherTake) {
        return decide(facts, actor, 'rerouteByExpert', { by, reason, otherwise })
      }
      if (question.opinionDueAt !== null) {
        return offers.includes('pending')
          ? closeOffer(facts, actor, { expertId: by, status: 'declined', reason })
          : noChange
      }
      return decide(facts, actor, 'seekOpinion', {
        by,
        reason,
        prompts: question.holderId === null ? [] : notifyingAgain(facts),
        own: { expertId: by, status: 'declined', reason },
        leaves: { expertId: by, status: 'declined', reason: reason ?? 'gave it up' },
        otherwise,
      })
    },
  }
}
