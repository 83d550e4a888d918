import type { MessageView, ResponseView } from '@askline/contracts'
import type { Actor } from '../actors.ts'
import type { Done, NewMessage, NewResponse } from '../changes/change.ts'
import { type MessageRow, messageView, type ViewContext } from './message.ts'
import { contextOf, responseView } from './question-view.ts'
import type { ResponseRow } from './response-row.ts'

// Views of what a change wrote, built from the facts and the decision. They equal what a later read would return.

/** Returns the message by a person that a change added. Throws if it added none. */
export function viewAddedMessage(done: Done, actor: Actor, publicUrl: string): MessageView {
  const message = done.decision.adds.find(({ type }) => type === 'MESSAGE')
  if (!message) throw new Error('The change added no message of a person')
  return messageView(messageRowOf(done, message), viewContextOf(done, actor, publicUrl))
}

/** Returns the response that a change added, with its messages. Throws if the change added none. */
export function viewAddedResponse(done: Done, actor: Actor, publicUrl: string): ResponseView {
  const { response, adds } = done.decision
  if (!response) throw new Error('The change added no response')
  const context = viewContextOf(done, actor, publicUrl)
  const messages = adds
    .filter(({ responseId }) => responseId === response.id)
    .map((message) => messageRowOf(done, message))
    .sort((one, other) => one.seq - other.seq)
  return responseView(
    responseRowOf(done, response),
    messages.map((row) => messageView(row, context)),
    context,
  )
}

const viewContextOf = ({ facts: { question, company } }: Done, { kind }: Actor, publicUrl: string): ViewContext =>
  contextOf({ askerId: question.askerId, companyName: company.name, settings: company.settings }, publicUrl, kind)

const authorOf = ({ facts }: Done, authorId: string | null) => {
  const author = facts.person(authorId)
  return { authorId, authorName: author?.name ?? null, authorAvatar: author?.avatarUrl ?? null }
}

const messageRowOf = (done: Done, message: NewMessage): MessageRow => ({
  seq: done.numbers.get(message.id) ?? 0,
  id: message.id,
  questionId: done.after.id,
  responseId: message.responseId,
  type: message.type,
  body: message.body,
  detail: null,
  externalIds: message.externalIds ?? [],
  metadata: message.metadata ?? null,
  isViewedByUser: false,
  createdAt: done.facts.now,
  updatedAt: done.facts.now,
  authorKind: message.authorKind,
  ...authorOf(done, message.authorId),
})

const responseRowOf = (done: Done, response: NewResponse): ResponseRow => ({
  id: response.id,
  questionId: done.after.id,
  type: response.type,
  isAccepted: false,
  rating: null,
  ratingSystem: null,
  isViewedByUser: false,
  quickReply: response.quickReply ?? null,
  createdAt: done.facts.now,
  updatedAt: done.facts.now,
  ...authorOf(done, response.authorId),
})
