import { newId, statement, type Tx, together, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { type DomainError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { countOnDesk, lockKnown, lostTo } from './claim.ts'
import { assertConversationFits, type ConversationLength } from './conversation-limit.ts'
import { claimLost } from './lost-claim.ts'
import { makeMove } from './move.ts'
import { findNewestResponse, lockByResponse } from './own.ts'
import type { Question } from './question.ts'

export type Respond = {
  questionId: string
  text: string
  /** The fence of the claim under which the answer was written. An older fence is refused. */
  fence?: number | undefined
  externalIds?: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
}

export type AddedResponse = { questionId: string; responseId: string }

const countAnswer = statement({
  name: 'count-answer',
  params: [types.uuid],
  text: `update experts set number_of_answers = number_of_answers + 1, last_active_at = statement_timestamp(),
    changed_at = statement_timestamp() where user_id = $1 and company_id = $company`,
})

/**
 * Adds an expert's first answer. An answer to an unclaimed 1:1 question claims it in the same move. If that answer names a fence,
 * it was written under a claim that is lost, so it is refused. `read` is called as in `addMessage`.
 * Throws NotFoundError without offer or claim, MoveRefusedError `claim_lost`, `already_claimed`, `already_responded`, `at_capacity`,
 * `conversation_full`.
 */
export async function respond<View = undefined>(
  tx: Tx,
  actor: Person,
  input: Respond,
  read?: (added: AddedResponse) => Promise<View>,
): Promise<AddedResponse & { length: ConversationLength; view: View }> {
  const { question, offers } = await lockKnown(tx, actor, input.questionId)
  const claims = question.type === 'ONE_TO_ONE' && question.holderId === null && offers.includes('pending')
  if (claims && input.fence !== undefined) throw await claimLost(tx, actor, question)
  const isFirst = question.numResponses === 0
  const response = { id: newId(), type: 'EXPERT', authorId: actor.userId } as const
  const move = makeMove(tx, actor, question, claims ? 'respondAndClaim' : 'respond', {
    values: claims ? [actor.userId] : [actor.userId, input.fence ?? null],
    event: isFirst ? 'QUESTION_FIRST_RESPONSE' : 'QUESTION_RESPONSE',
    response,
    messages: [
      {
        id: newId(),
        responseId: response.id,
        authorId: actor.userId,
        authorKind: 'EXPERT',
        body: input.text,
        externalIds: input.externalIds,
        metadata: input.metadata,
      },
    ],
    ownOffer: { expertId: actor.userId, status: 'accepted' },
    otherwise: () => whyNotRespond(tx, actor, question, offers.includes('accepted')),
  })
  const counted = claims ? countOnDesk(tx, question.id, actor, { answers: 1 }) : undefined
  if (!claims) tx.send(countAnswer, [actor.userId])
  const added = { questionId: question.id, responseId: response.id }
  const [length, , view] = await together(
    move,
    Promise.resolve(counted),
    read ? read(added) : Promise.resolve(undefined as View),
  )
  assertConversationFits(length)
  return { ...added, length, view }
}

async function whyNotRespond(tx: Tx, actor: Person, question: Question, hadClaim: boolean): Promise<DomainError> {
  const mine = question.type === 'ONE_TO_MANY' || question.holderId === actor.userId
  if (mine && (await findNewestResponse(tx, question.id, actor.userId))) {
    return new MoveRefusedError(
      'already_responded',
      'You have answered this question. Add messages to your response: POST /messages with its responseUuid',
    )
  }
  if (hadClaim) return claimLost(tx, actor, question)
  return lostTo(tx, actor, question)
}

/**
 * Marks a question as resolved by the answering expert. The asker is prompted, and silence approves it in time.
 * Throws NotFoundError for the response of another expert, MoveRefusedError `claim_lost`.
 */
export async function markAsResolved(tx: Tx, actor: Person, input: { responseId: string; fence?: number | undefined }) {
  const { question, response } = await lockByResponse(tx, { ...actor, kind: 'expert' }, input.responseId)
  if (response.authorId !== actor.userId || response.type !== 'EXPERT')
    throw new NotFoundError('response', input.responseId)
  await makeMove(tx, actor, question, 'markAsResolved', {
    values: [actor.userId, input.fence ?? null],
    responseId: response.id,
    otherwise: () => claimLost(tx, actor, question),
  })
  return { questionId: question.id, responseId: response.id }
}
