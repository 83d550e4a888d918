import { newId, type Tx } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { InvalidValueError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { mustKnow } from './claim.ts'
import { assertConversationFits } from './conversation-limit.ts'
import { isWithAgents } from './endings.ts'
import { claimLost } from './lost-claim.ts'
import { makeMove } from './move.ts'
import { routeJob } from './outbox.ts'
import { findNewestResponse, lockByResponse, lockOwnQuestion, type ResponseRow } from './own.ts'
import { lockQuestion, type Question } from './question.ts'

export type AddMessage = {
  questionId?: string | undefined
  responseId?: string | undefined
  text: string
  externalIds: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
  /** An expert's fence. */
  fence?: number | undefined
}

/**
 * Adds a message of the asker or the answering expert. If only a question is named, the message goes to the newest response that
 * a person wrote. Before any response it goes to the question itself.
 * Throws InvalidValueError if response and question disagree or neither is named, NotFoundError, MoveRefusedError
 * such as `conversation_full`.
 */
export async function addMessage(tx: Tx, actor: Person, input: AddMessage) {
  return actor.kind === 'expert' ? addExpertMessage(tx, actor, input) : addAskerMessage(tx, actor, input)
}

async function addAskerMessage(tx: Tx, actor: Person, input: AddMessage) {
  const { question, response } = await findPlace(tx, actor, input)
  const place = response ?? (await findNewestResponse(tx, question.id))
  const message = newMessage(actor, 'USER', place?.id ?? null, input)
  const withAgents = isWithAgents(question)
  await makeMove(tx, actor, question, withAgents ? 'askerWritesToAgents' : 'askerWrites', {
    messages: [message],
    // An asker who writes on instead of deciding about an automatic answer ends its hold.
    ...(question.holdDueAt ? { event: 'QUESTION_APPROVED' as const } : {}),
    // The expert who answered may be gone; then routing looks for others.
    jobs: !withAgents && question.turn === 'asker' && question.holderId === null ? [routeJob(actor, question.id)] : [],
  })
  const length = await assertConversationFits(tx, question.id)
  return { messageId: message.id, questionId: question.id, length }
}

async function addExpertMessage(tx: Tx, actor: Person, input: AddMessage) {
  const { question, response } = await findPlace(tx, actor, input)
  const own = response ?? (await findNewestResponse(tx, question.id, actor.userId))
  if (own?.authorId !== actor.userId) {
    const known = await mustKnow(tx, actor, question)
    if (response) throw new NotFoundError('response', response.id)
    throw known.includes('pending') || question.holderId === actor.userId
      ? new MoveRefusedError('respond_first', 'Answer the question first: POST /questions/{uuid}/responses')
      : await claimLost(tx, actor, question)
  }
  const message = newMessage(actor, 'EXPERT', own.id, input)
  await makeMove(tx, actor, question, 'expertWrites', {
    values: [actor.userId, input.fence ?? null],
    messages: [message],
    otherwise: () => claimLost(tx, actor, question),
  })
  const length = await assertConversationFits(tx, question.id)
  return { messageId: message.id, questionId: question.id, length }
}

async function findPlace(
  tx: Tx,
  actor: Actor,
  { questionId, responseId }: AddMessage,
): Promise<{ question: Question; response?: ResponseRow }> {
  if (responseId !== undefined) {
    const place = await lockByResponse(tx, actor, responseId)
    if (questionId !== undefined && place.question.id !== questionId.toLowerCase()) {
      throw new InvalidValueError(
        'question_mismatch',
        'questionUuid',
        'agrees',
        'The response belongs to another question',
      )
    }
    return place
  }
  if (questionId === undefined) {
    throw new InvalidValueError(
      'question_required',
      'questionUuid',
      'required',
      'Name the question (questionUuid) or the response (responseUuid)',
    )
  }
  return {
    question:
      actor.kind === 'expert' ? await lockQuestion(tx, questionId) : await lockOwnQuestion(tx, actor, questionId),
  }
}

/** Returns a message of `actor` for `makeMove`. */
export const newMessage = (
  actor: Person,
  authorKind: 'USER' | 'EXPERT' | 'AGENT',
  responseId: string | null,
  { text, externalIds, metadata }: Pick<AddMessage, 'text' | 'externalIds' | 'metadata'>,
) => ({ id: newId(), responseId, authorId: actor.userId, authorKind, body: text, externalIds, metadata })
