import { newId, responses, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { MoveRefusedError } from '../errors.ts'
import { isWithAgents } from './endings.ts'
import { newMessage } from './message.ts'
import { makeMove } from './move.ts'
import { findNewestResponse } from './own.ts'
import { lockQuestion } from './question.ts'
import { rateOrThank } from './rate.ts'

export type AddAgentMessage = {
  questionId: string
  text: string
  externalIds: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
}

/**
 * Adds a message of an agent. On a rerouted or flagged question the first message is the agent's response, and later ones are
 * messages under it. A 1:1 question that is still with the experts is taken back from them (TAKEBACK).
 * Throws NotFoundError, MoveRefusedError `not_one_to_one`, `interaction_not_allowed`.
 */
export async function addAgentMessage(tx: Tx, actor: Person, input: AddAgentMessage) {
  const question = await lockQuestion(tx, input.questionId)
  const withAgents = isWithAgents(question)
  const own = withAgents ? await findNewestResponse(tx, question.id, actor.userId) : undefined
  const values: [string] = [actor.userId]
  if (own?.type === 'AGENT') {
    const message = newMessage(actor, 'AGENT', own.id, input)
    await makeMove(tx, actor, question, 'agentWrites', { values, messages: [message] })
    return { messageId: message.id, questionId: question.id }
  }
  const response = { id: newId(), type: 'AGENT', authorId: actor.userId } as const
  const message = newMessage(actor, 'AGENT', response.id, input)
  await makeMove(tx, actor, question, withAgents ? 'agentResponds' : 'takeBack', {
    values,
    response,
    messages: [message],
    otherwise: () =>
      new MoveRefusedError('not_one_to_one', 'Several experts answer this question, so an agent cannot take it back'),
  })
  return { messageId: message.id, questionId: question.id }
}

const anyResponse = statement({
  name: 'newest-agent-response',
  params: [types.uuid],
  row: { id: responses.id },
  text: `select id from responses where question_id = $1 and type = 'AGENT' order by created_at desc, id desc limit 1`,
})

/** Resolves a rerouted or flagged question for an agent. Throws NotFoundError, MoveRefusedError. */
export async function resolveByAgent(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  const [response] = await tx.query(anyResponse, [questionId])
  await makeMove(tx, actor, question, 'resolveByAgent', {
    adds: response ? await rateOrThank(tx, question, response.id) : [],
    otherwise: () => new MoveRefusedError('not_rerouted', 'The question is with the experts'),
  })
  return { questionId }
}
