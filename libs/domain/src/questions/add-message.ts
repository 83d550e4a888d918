import type { Person } from '../actors.ts'
import type { Change, Decision, Done, Facts, ResponseFact } from '../changes/change.ts'
import { decide, routeJob } from '../changes/decide.ts'
import { isWithAgents } from '../changes/state.ts'
import { InvalidValueError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { assertConversationFits } from './conversation-limit.ts'
import { claimLost } from './lost-claim.ts'
import { newMessage } from './new-message.ts'
import { offersOf } from './offers-of.ts'
import { assertOwn, newestResponse, responseOf } from './own.ts'

export type AddMessage = {
  questionId?: string | undefined
  responseId?: string | undefined
  text: string
  externalIds: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
  /** An expert's fence. */
  fence?: number | undefined
}

export type AddedMessage = { messageId: string; questionId: string }

/**
 * Adds a message of the asker or the answering expert. If only a question is named, the message goes to the newest response that
 * a person wrote. Before any response it goes to the question itself.
 *
 * Throws InvalidValueError if response and question disagree or neither is named, NotFoundError, MoveRefusedError
 * such as `conversation_full`.
 */
export const addMessage = (actor: Person, input: AddMessage): Change => ({
  actor,
  of: placeOf(input),
  locksHolder: true,
  decide: (facts) => {
    const decision = actor.kind === 'expert' ? expertWrites(facts, actor, input) : askerWrites(facts, actor, input)
    assertConversationFits(facts)
    return decision
  },
})

/** Returns the ids of the message by a person that a change added. */
export const addedMessage = ({ after, decision }: Pick<Done, 'after' | 'decision'>): AddedMessage => ({
  messageId: decision.adds.find(({ type }) => type === 'MESSAGE')?.id ?? '',
  questionId: after.id,
})

function placeOf({ questionId, responseId }: AddMessage): Change['of'] {
  if (responseId !== undefined) return { responseId }
  if (questionId !== undefined) return { questionId }
  throw new InvalidValueError('question_required', 'questionUuid', 'required', 'Send questionUuid or responseUuid.')
}

function askerWrites(facts: Facts, actor: Person, input: AddMessage): Decision {
  const { question } = facts
  const response = input.responseId === undefined ? undefined : namedResponse(facts, actor, input)
  if (!response) assertOwn(facts, actor)
  const place = response ?? newestResponse(facts)
  const withAgents = isWithAgents(question)
  return decide(facts, actor, withAgents ? 'askerWritesToAgents' : 'askerWrites', {
    messages: [newMessage(actor, 'USER', place?.id ?? null, input)],
    // An asker who writes on instead of deciding about an automatic answer ends its hold.
    event: question.holdDueAt ? 'QUESTION_APPROVED' : undefined,
    // The expert who answered may be gone; then routing looks for others.
    jobs: !withAgents && question.turn === 'asker' && question.holderId === null ? [routeJob(actor, question.id)] : [],
  })
}

function expertWrites(facts: Facts, actor: Person, input: AddMessage): Decision {
  const { question } = facts
  const by = actor.userId
  const response = input.responseId === undefined ? newestResponse(facts, by) : namedResponse(facts, actor, input)
  if (response?.authorId !== by) {
    const offers = offersOf(facts, by)
    if (response) throw new NotFoundError('response', response.id)
    throw offers.includes('pending') || question.holderId === by
      ? new MoveRefusedError('respond_first', 'Answer the question first, with POST /questions/{uuid}/responses.')
      : claimLost(facts, by)
  }
  return decide(facts, actor, 'expertWrites', {
    by,
    fence: input.fence,
    messages: [newMessage(actor, 'EXPERT', response.id, input)],
    otherwise: () => claimLost(facts, by),
  })
}

/** Returns the response that the input names. Throws NotFoundError, and InvalidValueError if it belongs to another question. */
function namedResponse(facts: Facts, actor: Person, { questionId, responseId = '' }: AddMessage): ResponseFact {
  const response = responseOf(facts, actor, responseId)
  if (questionId !== undefined && facts.question.id !== questionId.toLowerCase()) {
    throw new InvalidValueError(
      'question_mismatch',
      'questionUuid',
      'agrees',
      'The response belongs to another question.',
    )
  }
  return response
}
