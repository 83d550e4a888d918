import { type Composing, inboxRoom, type QuestionChanged, questionRoom } from '@askline/contracts'
import { isTracing, startSpan } from '@askline/runtime'
import type { SocketNamespace } from '../sockets/namespace.ts'
import { expandKeys } from './open-questions.ts'
import type { Change } from './order.ts'

/** Records that a socket event was sent: the end of the way from the request that caused it. */
function endTrace(event: string, { questionId, version, traceparent }: Change) {
  if (!isTracing || traceparent === undefined) return
  const attributes = { 'askline.question_id': questionId, 'askline.version': version }
  startSpan({ name: `emit ${event}`, kind: 'PRODUCER', parent: traceparent, attributes }).end()
}

/** Sends to this node's own sockets. Empty rooms are removed first, because for socket.io an empty list means every room. */
export function buildSpeaker(nsp: SocketNamespace) {
  const occupied = (rooms: string[]) => rooms.filter((room) => nsp.adapter.rooms.has(room))
  return {
    tellChange(change: Change, keys: string[], sent: QuestionChanged) {
      const rooms = occupied(expandKeys(keys, change.experts).map((key) => questionRoom(change.questionId, key)))
      if (rooms.length === 0) return
      nsp.local.to(rooms).emit('question-changed', sent)
      endTrace('question-changed', change)
    },
    tellInboxes(change: Change) {
      const { questionId, type, version, correlationId, inbox = [], experts } = change
      const rooms = occupied(expandKeys(inbox, experts).map(inboxRoom))
      if (rooms.length === 0) return
      nsp.local
        .to(rooms)
        .emit('inbox-changed', { questionUuid: questionId, type, version, correlationId: correlationId ?? null })
      endTrace('inbox-changed', change)
    },
    /** Tells every socket of `keys` that is not the writer's own. */
    tellComposing(composing: Composing, keys: string[], writerId: string | undefined) {
      const { rooms } = nsp.adapter
      const ids = keys.flatMap((key) => [...(rooms.get(questionRoom(composing.questionUuid, key)) ?? [])])
      for (const id of new Set(ids)) {
        const socket = nsp.sockets.get(id)
        if (socket && socket.data.claims.sub !== writerId) socket.emit('composing', composing)
      }
    },
  }
}
export type Speaker = ReturnType<typeof buildSpeaker>
