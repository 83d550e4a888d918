import type { ConversationLength } from '@askline/domain/questions/conversation-limit'
import type { FastifyRequest } from 'fastify'
import { warn } from './http/request-state.ts'

const warnedShare = 0.9

/** Adds a warning to the answer from 90 % of the messages that a question may hold: 450 of 500 by default. */
export function warnOfLength(request: FastifyRequest, { messages, most }: ConversationLength) {
  if (messages < warnedShare * most) return
  const message = `This question has ${messages} of at most ${most} messages. Further messages will be refused with \`conversation_full\`.`
  warn(request, { code: 'conversation_nearly_full', message })
}
