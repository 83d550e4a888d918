import { newId, questions, statement, type Tx, types, users } from '@askline/db'
import type { Person } from '../actors.ts'
import { isolateName } from '../companies/names.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { MoveRefusedError } from '../errors.ts'
import { newMessage } from './add-message.ts'
import { quoted } from './clauses.ts'
import { isWithAgents, withAgents } from './endings.ts'
import { makeMove } from './move.ts'
import { findNewestResponse } from './own.ts'
import { lockQuestion } from './question.ts'
import { ratedRow, rateOrThank } from './rate.ts'

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
  const isTheirs = isWithAgents(question)
  const own = isTheirs ? await findNewestResponse(tx, question.id, actor.userId) : undefined
  const values: [string] = [actor.userId]
  if (own?.type === 'AGENT') {
    const message = newMessage(actor, 'AGENT', own.id, input)
    await makeMove(tx, actor, question, 'agentWrites', { values, messages: [message] })
    return { messageId: message.id, questionId: question.id }
  }
  const response = { id: newId(), type: 'AGENT', authorId: actor.userId } as const
  const message = newMessage(actor, 'AGENT', response.id, input)
  await makeMove(tx, actor, question, isTheirs ? 'agentResponds' : 'takeBack', {
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
  row: ratedRow,
  text: `select id, rating, rating_system as "ratingSystem" from responses where question_id = $1 and company_id = $company and type = 'AGENT' order by created_at desc, id desc limit 1`,
})

/** Resolves a rerouted or flagged question for an agent. Throws NotFoundError, MoveRefusedError. */
export async function resolveByAgent(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  const [response] = await tx.query(anyResponse, [questionId])
  await makeMove(tx, actor, question, 'resolveByAgent', {
    adds: response ? await rateOrThank(tx, question, response) : [],
  })
  return { questionId }
}

const nameOf = statement({
  name: 'name-of-person',
  params: [types.uuid],
  row: { name: users.name },
  text: `select ${shownNameOf('u')} as name from users u where u.id = $1 and u.company_id = $company`,
})

/**
 * Marks a rerouted or flagged question as the agent's, so that no other agent begins to answer it. Only one of several concurrent
 * calls succeeds. A second call of the same agent has no effect. An answer of another agent ends it.
 * Throws NotFoundError, MoveRefusedError `already_taken`, `interaction_not_allowed`, `move_not_allowed`.
 */
export async function takeAsAgent(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  if (isWithAgents(question) && question.holderId === actor.userId) return { questionId }
  await makeMove(tx, actor, question, 'agentTakes', {
    values: [actor.userId],
    otherwise: async () => {
      const { holderId } = question
      const [holder] = holderId === null ? [] : await tx.query(nameOf, [holderId])
      const name = holder?.name ?? 'Another agent'
      return new MoveRefusedError('already_taken', `${isolateName(name)} has taken this question`)
    },
  })
  return { questionId }
}

/** Gives a question that the agent took back to the queue, at its age. Throws NotFoundError, MoveRefusedError `not_taken`. */
export async function releaseAsAgent(tx: Tx, actor: Person, { questionId }: { questionId: string }) {
  const question = await lockQuestion(tx, questionId)
  await makeMove(tx, actor, question, 'agentReleases', {
    values: [actor.userId],
    otherwise: () => new MoveRefusedError('not_taken', 'You have not taken this question'),
  })
  return { questionId }
}

// Ordered by id, as everywhere that several questions are locked, so that two transactions cannot deadlock.
const takenBy = statement({
  name: 'questions-taken-by-agent',
  params: [types.uuid],
  row: { id: questions.id },
  text: `select id from questions where company_id = $company and holder_id = $1 and closed_at is null and status in (${quoted(withAgents)})
    order by id`,
})

/** Returns all questions that a leaving agent holds to the agents' queue. */
export async function releaseTakenQuestions(tx: Tx, companyId: string, agentId: string): Promise<void> {
  const own = tx.of(companyId)
  for (const { id } of await own.query(takenBy, [agentId])) {
    const question = await lockQuestion(own, id)
    if (question.holderId !== agentId || !isWithAgents(question)) continue
    await makeMove(own, { kind: 'system', companyId }, question, 'agentReleases', { values: [agentId] })
  }
}
