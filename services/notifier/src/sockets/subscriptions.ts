import {
  type QuestionChanged,
  questionRoom,
  type SocketError,
  type SubscribeAnswer,
  SubscribeRequest,
} from '@askline/contracts'
import { type Database, isConnectionLoss } from '@askline/db'
import { findWatch, lastUpdatedOf } from '@askline/domain'
import type { Logger } from '@askline/runtime'
import { Compile } from 'typebox/compile'
import type { Limits } from '../config.ts'
import type { Order } from '../delivery/order.ts'
import { changeOf } from '../delivery/speak.ts'
import { hasScope } from './admission.ts'
import type { ClientSocket } from './namespace.ts'

export type SubscriptionContext = { db: Database; order: Order; limits: Limits; logger: Logger }

const request = Compile(SubscribeRequest)

/** Answers `subscribe` and `unsubscribe` of one socket, one after the other. */
export function serveSubscriptions(socket: ClientSocket, context: SubscriptionContext): void {
  const inTurn = (work: () => Promise<void>) => {
    socket.data.turn = socket.data.turn.then(work)
  }
  socket.on('subscribe', (asked: unknown, answer: unknown) => {
    inTurn(async () => {
      const { told, missed } = await subscribe(socket, asked, context).catch((error) => ({
        told: { error: codeOf(error, context.logger) },
        missed: undefined,
      }))
      if (typeof answer === 'function') answer(told)
      if (missed) socket.emit('question-changed', missed)
    })
  })
  socket.on('unsubscribe', (asked: unknown, answer?: unknown) => {
    inTurn(async () => {
      const told = request.Check(asked) ? { ok: true } : { error: 'invalid_request' }
      if (request.Check(asked)) leave(socket, asked.questionUuid.toLowerCase())
      if (typeof answer === 'function') answer(told)
    })
  })
}

type Subscribed = { told: SubscribeAnswer; missed?: QuestionChanged | undefined }

/** Whoever may GET a question may watch it, under the audience key that gives them the right, and only while it does. */
async function subscribe(socket: ClientSocket, asked: unknown, context: SubscriptionContext): Promise<Subscribed> {
  const { db, order, limits } = context
  const { claims, watching } = socket.data
  if (!request.Check(asked)) return { told: { error: 'invalid_request' } }
  if (!hasScope(claims, 'questions:read')) return { told: { error: 'insufficient_scope' } }
  const questionId = asked.questionUuid.toLowerCase()
  if (!watching.has(questionId) && watching.size >= limits.questions)
    return { told: { error: 'too_many_subscriptions' } }

  const view = await findWatch(db, claims, questionId)
  leave(socket, questionId)
  if (!view) return { told: { error: 'question_not_found' } }
  const { key, version } = view
  const lastUpdated = lastUpdatedOf(view.updatedAt)
  // A socket that went away meanwhile has left its rooms for good: joining one would leak it.
  if (!socket.connected) return { told: { error: 'disconnected' } }
  void socket.join(questionRoom(questionId, key))
  watching.set(questionId, key)

  // A change that was told here after the row was read and before we joined would be missed otherwise.
  const newest = order.newestFor(questionId, key)
  const told = { version, lastUpdated }
  if (newest && newest.version > version) return { told, missed: changeOf(newest) }
  // What the version counts beyond the last event they may know of is nothing to them.
  const { lastEvent: type, lastSeq } = view
  if (type === null || lastSeq === null || (asked.after ?? version) >= lastSeq) return { told }
  return { told, missed: { questionUuid: questionId, version, type, lastUpdated } }
}

function leave(socket: ClientSocket, questionId: string): void {
  const key = socket.data.watching.get(questionId)
  if (key === undefined) return
  void socket.leave(questionRoom(questionId, key))
  socket.data.watching.delete(questionId)
}

function codeOf(error: unknown, logger: Logger): SocketError {
  if (isConnectionLoss(error)) return 'unavailable'
  logger.error({ err: error }, 'A subscription failed')
  return 'internal'
}
