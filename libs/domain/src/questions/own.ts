import type { Actor } from '../actors.ts'
import type { Facts, ResponseFact } from '../changes/change.ts'
import { NotFoundError } from '../errors.ts'

/** Throws NotFoundError for a user who did not ask the question. */
export function assertOwn({ question }: Facts, actor: Actor): void {
  if (actor.kind === 'user' && question.askerId !== actor.userId) throw new NotFoundError('question', question.id)
}

/** Returns a response of the question. Throws NotFoundError if it does not exist, and for a user who did not ask the question. */
export function responseOf({ question, responses }: Facts, actor: Actor, responseId: string): ResponseFact {
  const response = responses.find(({ id }) => id === responseId.toLowerCase())
  const isOthers = actor.kind === 'user' && question.askerId !== actor.userId
  if (!response || isOthers) throw new NotFoundError('response', responseId)
  return response
}

/** Returns the newest response that a person wrote, or one person's own newest. `undefined` without one. */
export const newestResponse = ({ responses }: Facts, authorId?: string): ResponseFact | undefined =>
  responses.findLast((one) => one.type !== 'AutoResponse' && (authorId === undefined || one.authorId === authorId))
