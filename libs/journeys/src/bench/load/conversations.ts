import type { InboxChanged } from '@askline/contracts'
import { io, type Socket } from 'socket.io-client'
import { Failures } from '../failures.ts'
import { type Run, runOf } from '../figures.ts'
import { AnsweringExperts } from './answering-experts.ts'
import type { Order, Senders } from './orders.ts'
import { questionText } from './question-text.ts'
import { dataOf, onWires, requestBytes, type Target, type Wire } from './wire.ts'

let begun = 0

/**
 * Runs whole conversations, one per connection at a time: ask, an expert's response (which claims), the asker's message,
 * accept. In Askline an expert receives the offer on a socket and writes one answer at a time. The bare server has no experts
 * and needs no offer.
 */
export async function runConversations(order: Extract<Order, { kind: 'conversations' }>): Promise<Run> {
  const { target, senders, seconds, connections } = order
  const offers = await listenForOffers(target, senders)
  const latencies: number[] = []
  const failures = new Failures()
  const took = await onWires(connections, target, async (wire, began) => {
    const endsAt = began + seconds * 1_000
    while (performance.now() < endsAt) {
      const beganAt = performance.now()
      try {
        await converse(wire, order, offers)
        latencies.push(performance.now() - beganAt)
      } catch (error) {
        if (!(error instanceof StepRefusedError)) throw error
        failures.add(error.message)
      }
    }
  })
  offers.close()
  return runOf(latencies, took, failures)
}

/** A request of a conversation was refused. The message names its step and the status of the answer. */
class StepRefusedError extends Error {
  override name = 'StepRefusedError'
}

/** Throws StepRefusedError if a request is refused. */
async function converse(
  wire: Wire,
  { target, senders }: { target: Target; senders: Senders },
  offers: Offers,
): Promise<void> {
  const n = begun++
  const asker = senders.askers[n % senders.askers.length]
  const named = { userEmail: asker?.email }
  const send = async (step: string, path: string, token: string | undefined, body: object) => {
    const answer = await wire.send(requestBytes(target, 'POST', path, { token, body }))
    if (answer.status >= 300) throw new StepRefusedError(`${step}, status ${answer.status}`)
    return dataOf<{ uuid: string }>(answer).uuid
  }
  const { integrationToken } = senders
  const question = await send('ask', '/questions', integrationToken, { text: questionText(n), ...named })
  const response = await offers.answer(question, (expertToken) =>
    send('response', `/questions/${question}/responses`, expertToken, { text: 'Look under Cards in the app.' }),
  )
  const said = { responseUuid: response, text: 'Thank you, that was it.', ...named }
  await send('message', '/messages', integrationToken, said)
  await send('accept', `/responses/${response}/accept`, integrationToken, named)
}

type Answer = (expertToken: string | undefined) => Promise<string>
type Offers = {
  /** Runs `write` with the token of an offered expert who writes no other answer, and returns its result. */
  answer(questionUuid: string, write: Answer): Promise<string>
  close(): void
}

async function listenForOffers({ name, socketPort }: Target, { experts }: Senders): Promise<Offers> {
  if (name === 'bare') return { answer: (_, write) => write(undefined), close: () => undefined }
  const desk = new AnsweringExperts()
  const sockets: Socket[] = experts.map(({ token }) => {
    const socket = io(`http://127.0.0.1:${socketPort}/v1`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
    })
    socket.on('inbox-changed', ({ questionUuid, type }: InboxChanged) => {
      if (type === 'QUESTION_OFFERED') desk.offer(questionUuid, token)
    })
    return socket
  })
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))))
  return {
    async answer(questionUuid, write) {
      const token = await desk.take(questionUuid)
      return write(token).finally(() => desk.finish(token))
    },
    close() {
      for (const socket of sockets) socket.disconnect()
    },
  }
}
