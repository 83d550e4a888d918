import type { Statement, Tx } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { MoveRefusedError } from '../errors.ts'
import { suspendKnowledgeOf } from '../knowledge/lineage.ts'
import { makeMove } from './move.ts'
import { lockByResponse, lockOwnQuestion } from './own.ts'
import type { Question } from './question.ts'
import { rateOrThank } from './rate.ts'

const setAccepted: Statement = {
  name: 'set-accepted',
  text: `update responses r set is_accepted = true, accepted_at = q.changed_at, updated_at = next_stamp(r.updated_at, q.changed_at)
    from questions q where r.id = $1 and q.id = r.question_id`,
}

/**
 * The asker accepts a response: the question is resolved. Once rerouted, only an agent's response can be accepted; an
 * automatic one is confirmed instead.
 * Throws NotFoundError, MoveRefusedError.
 */
export async function acceptResponse(tx: Tx, actor: Person, { responseId }: { responseId: string }) {
  const { question, response } = await lockByResponse(tx, actor, responseId)
  if (response.type === 'AutoResponse') {
    throw new MoveRefusedError(
      'automatic_response',
      'Confirm an automatic response: POST /responses/{uuid}/confirmAutoResponse',
    )
  }
  await makeMove(tx, actor, question, response.type === 'AGENT' ? 'acceptFromAgent' : 'accept', {
    responseId,
    adds: await rateOrThank(tx, question, responseId),
    jobs: response.type === 'EXPERT' ? [{ job: 'learn-answer', payload: { questionId: question.id } }] : [],
  })
  await tx.query(setAccepted, [responseId])
  return { questionId: question.id, responseId }
}

const markedResponse: Statement = {
  name: 'marked-response',
  text: `select id, response_id as "responseId" from messages where question_id = $1 and type = 'MARK_AS_RESOLVED_MESSAGE'
    order by seq desc limit 1`,
}
type Marked = { id: string; responseId: string }

/**
 * The asker confirms or contests that the question is resolved. `messageId` may name the prompt.
 * Throws MoveRefusedError `no_prompt_open` where the expert has not marked it, NotFoundError.
 */
export async function reviewMarkAsResolved(
  tx: Tx,
  actor: Person,
  input: { questionId: string; confirm: boolean; messageId?: string | undefined },
) {
  const question = await lockOwnQuestion(tx, actor, input.questionId)
  const [marked] = await tx.query<Marked>(markedResponse, [question.id])
  const notOpen = () =>
    new MoveRefusedError('no_prompt_open', 'The question is not marked as resolved: there is nothing to review')
  const isOther = input.messageId !== undefined && marked?.id !== input.messageId.toLowerCase()
  if (!question.closedAt && !question.isRerouted && (!marked || isOther)) throw notOpen()
  await makeMove(tx, actor, question, input.confirm ? 'approve' : 'contest', {
    responseId: marked?.responseId,
    adds: input.confirm && marked ? await rateOrThank(tx, question, marked.responseId) : [],
    otherwise: notOpen,
  })
  if (!input.confirm && marked) await suspendKnowledgeOf(tx, [marked.responseId], 'CONTESTED')
  return { questionId: question.id }
}

/** The asker kept silent long enough: the expert's mark stands. Throws MoveRefusedError when it was reviewed meanwhile. */
export async function approveBySilence(tx: Tx, question: Question) {
  const [marked] = await tx.query<Marked>(markedResponse, [question.id])
  await makeMove(tx, { kind: 'system', companyId: question.companyId }, question, 'approveBySilence', {
    responseId: marked?.responseId,
    adds: marked ? await rateOrThank(tx, question, marked.responseId) : [],
  })
}

/**
 * Closes an open or rerouted question: withdrawn when its author does it with a token of their own, closed by the company
 * when an integration or an agent does. Throws NotFoundError, MoveRefusedError.
 */
export async function closeQuestion(tx: Tx, actor: Actor, { questionId }: { questionId: string }) {
  const question = await lockOwnQuestion(tx, actor, questionId)
  const isAuthor = actor.kind === 'user' && actor.integrationId === undefined
  await makeMove(tx, actor, question, isAuthor ? 'withdraw' : 'closeByCompany')
  return { questionId }
}

/** Expires an open question before its time. A rerouted one cannot expire: throws MoveRefusedError. */
export async function expireQuestion(tx: Tx, actor: Actor, { questionId }: { questionId: string }) {
  const question = await lockOwnQuestion(tx, actor, questionId)
  await makeMove(tx, actor, question, 'expire')
  return { questionId }
}
