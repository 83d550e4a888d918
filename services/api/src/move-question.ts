import type { Tx } from '@askline/db'
import { type Actor, viewQuestion } from '@askline/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { act } from './act.ts'
import type { WhoActs } from './actors.ts'
import type { Context } from './context.ts'

type QuestionMove<A extends Actor> = {
  questionId: string
  by: WhoActs<A>
  move: (tx: Tx, actor: A) => Promise<unknown>
}

/** Makes a move on a whole question, and answers with the question as whoever moved then sees it. */
export function moveQuestion<A extends Actor>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { questionId, by, move }: QuestionMove<A>,
): Promise<object> {
  return act(context, request, reply, {
    by,
    work: async (tx, actor) => {
      await move(tx, actor)
      return viewQuestion(tx, actor, questionId, context.config.publicUrl)
    },
  })
}
