import { newId } from '@askline/db'
import type { Person } from '../actors.ts'
import type { Change, Done, Facts } from '../changes/change.ts'
import { decide } from '../changes/decide.ts'
import { hasAnswered } from '../changes/rules.ts'
import { type DomainError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { assertRoom } from './claim.ts'
import { assertConversationFits } from './conversation-limit.ts'
import { claimLost, lostTo } from './lost-claim.ts'
import { newMessage } from './new-message.ts'
import { offersOf } from './offers-of.ts'

export type Respond = {
  questionId: string
  text: string
  /** The fence of the claim under which the answer was written. An older fence is refused. */
  fence?: number | undefined
  externalIds?: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
}

export type AddedResponse = { questionId: string; responseId: string }

/**
 * Adds an expert's first answer. An answer to an unclaimed 1:1 question claims it in the same move. If that answer names a fence,
 * it was written under a claim that is lost, so it is refused.
 * Throws NotFoundError without offer or claim, MoveRefusedError `claim_lost`, `already_claimed`, `already_responded`, `at_capacity`,
 * `conversation_full`.
 */
export function respond(actor: Person, input: Respond): Change {
  const by = actor.userId
  const response = { id: newId(), type: 'EXPERT', authorId: by } as const
  return {
    actor,
    of: { questionId: input.questionId },
    decide: (facts) => {
      const { question } = facts
      const offers = offersOf(facts, by)
      const claims = question.type === 'ONE_TO_ONE' && question.holderId === null && offers.includes('pending')
      if (claims && input.fence !== undefined) throw claimLost(facts, by)
      const decision = decide(facts, actor, claims ? 'respondAndClaim' : 'respond', {
        by,
        fence: input.fence,
        event: question.numResponses === 0 ? 'QUESTION_FIRST_RESPONSE' : 'QUESTION_RESPONSE',
        response,
        messages: [newMessage(actor, 'EXPERT', response.id, input)],
        own: { expertId: by, status: 'accepted' },
        works: { expertId: by, answers: 1 },
        otherwise: () => whyNotRespond(facts, by, offers.includes('accepted')),
      })
      if (claims) assertRoom(facts, by)
      assertConversationFits(facts)
      return decision
    },
  }
}

/** Returns the ids of the answer that `respond` added. */
export const addedResponse = ({ after, decision }: Pick<Done, 'after' | 'decision'>): AddedResponse => ({
  questionId: after.id,
  responseId: decision.response?.id ?? '',
})

function whyNotRespond(facts: Facts, by: string, hadClaim: boolean): DomainError {
  const { question } = facts
  const mine = question.type === 'ONE_TO_MANY' || question.holderId === by
  if (mine && hasAnswered(facts, by)) {
    return new MoveRefusedError(
      'already_responded',
      'You already answered this question. Add messages to your response with POST /messages and its responseUuid.',
    )
  }
  return hadClaim ? claimLost(facts, by) : lostTo(facts, by)
}

/**
 * Marks a question as resolved by the answering expert. The asker is prompted, and silence approves it in time.
 * Throws NotFoundError for the response of another expert, MoveRefusedError `claim_lost`.
 */
export function markAsResolved(actor: Person, input: { responseId: string; fence?: number | undefined }): Change {
  const by = actor.userId
  return {
    actor,
    of: { responseId: input.responseId },
    locksHolder: true,
    decide: (facts) => {
      const response = facts.responses.find(({ id }) => id === input.responseId.toLowerCase())
      if (response?.authorId !== by || response.type !== 'EXPERT') throw new NotFoundError('response', input.responseId)
      return decide(facts, actor, 'markAsResolved', {
        by,
        fence: input.fence,
        responseId: response.id,
        otherwise: () => claimLost(facts, by),
      })
    },
  }
}
