import {
  audienceKey,
  isQuestionRoom,
  type QuestionChanged,
  questionRoom,
  type SocketRefusal,
  type SubscribeAnswer,
  SubscribeRequest,
} from '@askline/contracts'
import { isConnectionLoss, isTimeout } from '@askline/db'
import { lastUpdatedOf } from '@askline/domain/format/dates'
import { audienceKeyOf, type Watches } from '@askline/domain/views/watches'
import type { Logger } from '@askline/runtime'
import { Compile } from 'typebox/compile'
import type { Order } from '../delivery/order.ts'
import type { Limits } from '../notifier-config.ts'
import { hasInbox, hasScope } from './admission.ts'
import type { ClientSocket } from './namespace.ts'
import { refuse } from './refusals.ts'

export type SubscriptionContext = { watches: Watches; order: Order; limits: Limits; logger: Logger }

const request = Compile(SubscribeRequest)

/** Returns the listener for `subscribe`. Requests of one socket are answered in order. */
export const onSubscribe = (context: SubscriptionContext) =>
  function (this: ClientSocket, asked: unknown, answer: unknown) {
    inTurn(this, async () => {
      const { told, missed } = await subscribe(this, asked, context).catch((error) => ({
        told: refusalOf(error, context.logger),
        missed: undefined,
      }))
      if (typeof answer === 'function') answer(told)
      if (missed) this.emit('question-changed', missed)
    })
  }

/** Listens to `unsubscribe`. */
export function onUnsubscribe(this: ClientSocket, asked: unknown, answer?: unknown) {
  inTurn(this, async () => {
    const isValid = request.Check(asked)
    if (isValid) leave(this, asked.questionUuid.toLowerCase())
    if (typeof answer === 'function') answer(isValid ? { ok: true } : invalid(asked))
  })
}

/** Runs `work` when the earlier requests of the socket are answered. */
function inTurn({ data }: ClientSocket, work: () => Promise<void>): void {
  const turn = (data.turn ?? Promise.resolve()).then(work).finally(() => {
    if (data.turn === turn) data.turn = undefined
  })
  data.turn = turn
}

/** Returns the room by which a socket hears of a question. */
const roomOf = ({ data }: ClientSocket, questionId: string): string =>
  questionRoom(questionId, audienceKeyOf(data.claims))

/** Returns whether a socket subscribes to a question. */
export const isWatching = (socket: ClientSocket, questionId: string): boolean =>
  socket.rooms.has(roomOf(socket, questionId))

function countWatched({ rooms }: ClientSocket): number {
  let count = 0
  for (const room of rooms) if (isQuestionRoom(room)) count++
  return count
}

type Subscribed = { told: SubscribeAnswer; missed?: QuestionChanged | undefined }

/** Subscribes to a question that the token may GET, under the audience key that grants access, for as long as it does. */
async function subscribe(socket: ClientSocket, asked: unknown, context: SubscriptionContext): Promise<Subscribed> {
  const { watches, order, limits } = context
  const { claims } = socket.data
  if (!request.Check(asked)) return { told: invalid(asked) }
  if (!hasScope(claims, 'questions:read')) return { told: refuse('insufficient_scope') }
  const questionId = asked.questionUuid.toLowerCase()
  const most = hasInbox(claims) ? limits.questionsBesideInbox : limits.questions
  if (!isWatching(socket, questionId) && countWatched(socket) >= most) return { told: tooMany(most) }

  const view = await watches.find(claims, questionId)
  leave(socket, questionId)
  if (!view) return { told: refuse('question_not_found') }
  const { key, version } = view
  const lastUpdated = lastUpdatedOf(view.updatedAt)
  // A disconnected socket has left its rooms for good. Joining one now would leak it.
  if (!socket.connected) return { told: refuse('disconnected') }
  void socket.join(roomOf(socket, questionId))

  // A change that was sent here after the row was read and before the join would be missed otherwise.
  const newest = newestOf(
    order.newestFor(questionId, key),
    claims.kind === 'expert' ? order.newestFor(questionId, audienceKey.experts(claims.cid)) : undefined,
  )
  const told = { version, lastUpdated }
  if (newest && newest.version > version) return { told, missed: newest }
  // A newer version without an event that this key may know of is not reported.
  const { lastEvent: type, lastSeq, correlationId } = view
  if (type === null || lastSeq === null || (asked.after ?? version) >= lastSeq) return { told }
  return { told, missed: { questionUuid: questionId, version, type, lastUpdated, correlationId } }
}

const newestOf = (one: QuestionChanged | undefined, other: QuestionChanged | undefined) =>
  one && other ? (one.version > other.version ? one : other) : (one ?? other)

function leave(socket: ClientSocket, questionId: string): void {
  void socket.leave(roomOf(socket, questionId))
}

/** Returns the refusal of a request that does not match its schema, and names the field. */
function invalid(asked: unknown): SocketRefusal {
  const field = request
    .Errors(asked)
    .find(({ instancePath }) => instancePath !== '')
    ?.instancePath.slice(1)
  const isObject = typeof asked === 'object' && asked !== null
  if (isObject && field === 'questionUuid' && typeof Reflect.get(asked, 'questionUuid') === 'string')
    return refuse('invalid_uuid')
  const message =
    field === 'after'
      ? '`after` must be a version number: an integer of at least 0.'
      : 'Send an object with the string `questionUuid`.'
  return { error: 'invalid_request', message }
}

const tooMany = (most: number): SocketRefusal => ({
  error: 'too_many_subscriptions',
  message: `A socket may subscribe to ${most} questions. Unsubscribe from one first, or open another socket.`,
})

function refusalOf(error: unknown, logger: Logger): SocketRefusal {
  if (isConnectionLoss(error) || isTimeout(error)) return refuse('dependency_down')
  logger.error({ err: error }, 'A subscription failed')
  return refuse('internal')
}
