import type { Facts } from '../changes/change.ts'
import { meetsOpenRule } from '../changes/rules.ts'
import { AlreadyClaimedError, type DomainError, MoveRefusedError } from '../errors.ts'

/**
 * Returns the error `claim_lost` for an expert who writes without a claim. It says how the claim ended and who has the question
 * now, so the expert can decide whether to claim it again.
 */
export function claimLost({ question, offers }: Facts, expertId: string): MoveRefusedError {
  if (question.holderId === expertId) {
    return refusal(
      `Your request names another fence than ${question.fence}, under which you hold this question. Read \`claim.fence\` of GET /questions/{uuid} again.`,
    )
  }
  const left = offers.findLast((offer) => offer.expertId === expertId && offer.wave === 0)
  const place =
    question.holderId === null ? 'the question is offered to experts' : 'another expert has taken the question'
  return refusal(`${endingOf(left?.status)}, and ${place}`)
}

const refusal = (message: string) => new MoveRefusedError('claim_lost', message)

function endingOf(status: string | undefined): string {
  if (status === 'timed_out') return 'The lease of your claim ran out'
  if (status === 'declined') return 'You gave this question up'
  return 'You do not hold this question'
}

/**
 * Returns the error for an expert who may not act any more on a question that they were offered. It names the expert who has the
 * question only to those who could see it until that claim, because only they compete for it.
 */
export function lostTo(facts: Facts, expertId: string): DomainError {
  const { question, offers } = facts
  if (question.holderId === null || question.holderId === expertId) {
    return new MoveRefusedError('offer_closed', 'Your offer of this question has ended.')
  }
  const person = facts.person(expertId)
  const competed =
    offers.some(
      ({ expertId: id, round, status, reason }) =>
        id === expertId && round === question.round && status === 'withdrawn' && reason === null,
    ) ||
    (question.openToAllAt !== null && person !== undefined && meetsOpenRule(facts, person))
  const taker = competed ? facts.person(question.holderId) : undefined
  return new AlreadyClaimedError(taker && { name: taker.name })
}
