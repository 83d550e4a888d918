import { newId, type Tx, together } from '@askline/db'
import type { Person } from '../actors.ts'
import { InvalidValueError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { mustKnow } from './claim.ts'
import { assertConversationFits, type ConversationLength } from './conversation-limit.ts'
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

export type AddedMessage = { messageId: string; questionId: string }

/**
 * Adds a message of the asker or the answering expert. If only a question is named, the message goes to the newest response that
 * a person wrote. Before any response it goes to the question itself.
 * Then `read` is called, before the move ends: its statements share the round trip.
 *
 * Throws InvalidValueError if response and question disagree or neither is named, NotFoundError, MoveRefusedError
 * such as `conversation_full`.
 */
export async function addMessage<View = undefined>(
  tx: Tx,
  actor: Person,
  input: AddMessage,
  read?: (added: AddedMessage) => Promise<View>,
): Promise<AddedMessage & { length: ConversationLength; view: View }> {
  const { move, ...added } =
    actor.kind === 'expert' ? await moveOfExpert(tx, actor, input) : await moveOfAsker(tx, actor, input)
  const [length, view] = await together(move, read ? read(added) : Promise.resolve(undefined as View))
  assertConversationFits(length)
  return { ...added, length, view }
}

async function moveOfAsker(tx: Tx, actor: Person, input: AddMessage) {
  const { question, response } = await findPlace(tx, actor, input)
  const message = newMessage(actor, 'USER', response?.id ?? null, input)
  const withAgents = isWithAgents(question)
  const move = makeMove(tx, actor, question, withAgents ? 'askerWritesToAgents' : 'askerWrites', {
    messages: [message],
    // An asker who writes on instead of deciding about an automatic answer ends its hold.
    ...(question.holdDueAt ? { event: 'QUESTION_APPROVED' as const } : {}),
    // The expert who answered may be gone; then routing looks for others.
    jobs: !withAgents && question.turn === 'asker' && question.holderId === null ? [routeJob(actor, question.id)] : [],
  })
  return { move, messageId: message.id, questionId: question.id }
}

async function moveOfExpert(tx: Tx, actor: Person, input: AddMessage) {
  const { question, response } = await findPlace(tx, actor, input)
  if (response?.authorId !== actor.userId) {
    const known = await mustKnow(tx, actor, question)
    if (response) throw new NotFoundError('response', response.id)
    throw known.includes('pending') || question.holderId === actor.userId
      ? new MoveRefusedError('respond_first', 'Answer the question first: POST /questions/{uuid}/responses')
      : await claimLost(tx, actor, question)
  }
  const message = newMessage(actor, 'EXPERT', response.id, input)
  const move = makeMove(tx, actor, question, 'expertWrites', {
    values: [actor.userId, input.fence ?? null],
    messages: [message],
    otherwise: () => claimLost(tx, actor, question),
  })
  return { move, messageId: message.id, questionId: question.id }
}

/**
 * Locks the question and returns it with the response for the message: the named one, or the newest response by a person. For an
 * expert, it is the expert's own newest response.
 */
async function findPlace(
  tx: Tx,
  actor: Person,
  { questionId, responseId }: AddMessage,
): Promise<{ question: Question; response: ResponseRow | undefined }> {
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
  const isExpert = actor.kind === 'expert'
  const [question, response] = await together(
    isExpert ? lockQuestion(tx, questionId) : lockOwnQuestion(tx, actor, questionId),
    findNewestResponse(tx, questionId, isExpert ? actor.userId : null),
  )
  return { question, response }
}

/** Returns a message of `actor` for `makeMove`. */
export const newMessage = (
  actor: Person,
  authorKind: 'USER' | 'EXPERT' | 'AGENT',
  responseId: string | null,
  { text, externalIds, metadata }: Pick<AddMessage, 'text' | 'externalIds' | 'metadata'>,
) => ({ id: newId(), responseId, authorId: actor.userId, authorKind, body: text, externalIds, metadata })
