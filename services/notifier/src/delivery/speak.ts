import { inboxRoom, type QuestionChanged, questionRoom } from '@askline/contracts'
import { isTracing, startSpan, type WriterIds } from '@askline/runtime'
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
    /** Tells every socket of `keys` that is not the writer's own. Asks for the name only if there is such a socket. */
    async tellComposing(
      { questionId, writerId }: WriterIds,
      keys: string[],
      findName: () => Promise<string | undefined>,
    ) {
      const sockets = () => {
        const { rooms } = nsp.adapter
        const ids = new Set(keys.flatMap((key) => [...(rooms.get(questionRoom(questionId, key)) ?? [])]))
        return [...ids].flatMap((id) => nsp.sockets.get(id) ?? []).filter(({ data }) => data.claims.sub !== writerId)
      }
      const name = sockets().length === 0 ? undefined : await findName()
      if (name === undefined) return
      // Sockets may have left their rooms meanwhile.
      for (const socket of sockets()) socket.emit('composing', { questionUuid: questionId, name })
    },
  }
}
export type Speaker = ReturnType<typeof buildSpeaker>
