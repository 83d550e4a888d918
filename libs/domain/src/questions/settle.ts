import { messages, statement, type Tx, together, types } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { MoveRefusedError } from '../errors.ts'
import { suspendKnowledgeOf } from '../knowledge/lineage.ts'
import { nextStamp } from './clauses.ts'
import { makeMove } from './move.ts'
import { findNewestResponse, lockByResponse, lockOwnQuestion } from './own.ts'
import type { Question } from './question.ts'
import { ratedRow, rateOrThank } from './rate.ts'

const setAccepted = statement({
  name: 'set-accepted',
  params: [types.uuid],
  text: `update responses r set is_accepted = true, accepted_at = q.changed_at, updated_at = ${nextStamp('r.updated_at', 'q.changed_at')}
    from questions q where r.id = $1 and r.company_id = $company and q.id = r.question_id and q.company_id = r.company_id`,
})

/**
 * Accepts a response for the asker and resolves the question. Once rerouted, only an agent's response can be accepted. An
 * automatic response is confirmed instead. `read` is called with the question's id, as in `addMessage`.
 * Throws NotFoundError, MoveRefusedError.
 */
export async function acceptResponse<View = undefined>(
  tx: Tx,
  actor: Person,
  { responseId }: { responseId: string },
  read?: (questionId: string) => Promise<View>,
): Promise<{ questionId: string; responseId: string; view: View }> {
  const { question, response } = await lockByResponse(tx, actor, responseId)
  if (response.type === 'AutoResponse') {
    throw new MoveRefusedError(
      'automatic_response',
      'Confirm an automatic response: POST /responses/{uuid}/confirmAutoResponse',
    )
  }
  const adds = await rateOrThank(tx, question, response)
  const move = makeMove(tx, actor, question, response.type === 'AGENT' ? 'acceptFromAgent' : 'accept', {
    responseId,
    adds,
    jobs:
      response.type === 'EXPERT'
        ? [{ job: 'learn-answer', payload: { questionId: question.id, companyId: question.companyId } }]
        : [],
  })
  tx.send(setAccepted, [responseId])
  const [, view] = await together(move, read ? read(question.id) : Promise.resolve(undefined as View))
  return { questionId: question.id, responseId, view }
}

const markedResponse = statement({
  name: 'marked-response',
  params: [types.uuid],
  row: { messageId: messages.id, ...ratedRow },
  text: `select m.id as "messageId", r.id, r.rating, r.rating_system as "ratingSystem"
    from messages m cross join lateral (
      select * from responses r where r.id = m.response_id and r.company_id = $company offset 0) r
    where m.question_id = $1 and m.company_id = $company and m.type = 'MARK_AS_RESOLVED_MESSAGE'
    order by m.seq desc limit 1`,
})

/**
 * Confirms or contests for the asker that the question is resolved. `messageId` may name the prompt.
 * Throws MoveRefusedError `no_prompt_open` if the question is not marked, NotFoundError.
 */
export async function reviewMarkAsResolved(
  tx: Tx,
  actor: Person,
  input: { questionId: string; confirm: boolean; messageId?: string | undefined },
) {
  const question = await lockOwnQuestion(tx, actor, input.questionId)
  const [marked] = await tx.query(markedResponse, [question.id])
  const notOpen = () =>
    new MoveRefusedError('no_prompt_open', 'The question is not marked as resolved, so there is nothing to review')
  const isOther = input.messageId !== undefined && marked?.messageId !== input.messageId.toLowerCase()
  if (!question.closedAt && !question.isRerouted && (!marked || isOther)) throw notOpen()
  await makeMove(tx, actor, question, input.confirm ? 'approve' : 'contest', {
    responseId: marked?.id,
    adds: input.confirm && marked ? await rateOrThank(tx, question, marked) : [],
    otherwise: notOpen,
  })
  if (!input.confirm && marked) await suspendKnowledgeOf(tx, [marked.id], 'CONTESTED')
  return { questionId: question.id }
}

/**
 * Asks a silent asker whether their answered question is resolved, at its newest response by a person. Silence of another
 * `approvalMs` resolves it. Throws MoveRefusedError if a person wrote meanwhile.
 */
export async function markBySilence(tx: Tx, question: Question) {
  const response = await findNewestResponse(tx, question.id)
  await makeMove(tx, { kind: 'system', companyId: question.companyId }, question, 'markBySilence', {
    responseId: response?.id,
  })
}

/** Resolves a marked question whose asker did not review it in time. Throws MoveRefusedError if it was reviewed meanwhile. */
export async function approveBySilence(tx: Tx, question: Question) {
  const [marked] = await tx.query(markedResponse, [question.id])
  await makeMove(tx, { kind: 'system', companyId: question.companyId }, question, 'approveBySilence', {
    responseId: marked?.id,
    adds: marked ? await rateOrThank(tx, question, marked) : [],
  })
}

/**
 * Closes an open or rerouted question. An author with a token of their own withdraws it; an integration or an agent closes it
 * for the company. Throws NotFoundError, MoveRefusedError.
 */
export async function closeQuestion(tx: Tx, actor: Actor, { questionId }: { questionId: string }) {
  const question = await lockOwnQuestion(tx, actor, questionId)
  const isAuthor = actor.kind === 'user' && actor.integrationId === undefined
  await makeMove(tx, actor, question, isAuthor ? 'withdraw' : 'closeByCompany')
  return { questionId }
}

/** Expires an open question before its time. Throws MoveRefusedError for a rerouted question, NotFoundError. */
export async function expireQuestion(tx: Tx, actor: Actor, { questionId }: { questionId: string }) {
  const question = await lockOwnQuestion(tx, actor, questionId)
  await makeMove(tx, actor, question, 'expire')
  return { questionId }
}
