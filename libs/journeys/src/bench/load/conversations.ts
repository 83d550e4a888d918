import { type Desk, openDesk } from './desk.ts'
import type { Order, Run } from './orders.ts'
import { questionText } from './question-text.ts'
import { Tally } from './tally.ts'
import { dataOf, refusalIn, requestBytes, Wires } from './wire.ts'

let begun = 0

/** Runs whole conversations, each of `connections` one after the other. */
export async function runConversations(order: Extract<Order, { kind: 'conversations' }>): Promise<Run> {
  const { target, senders, seconds, connections } = order
  const tally = new Tally()
  const wires = await Wires.open(target.ports, connections)
  const desk = await openDesk(target, senders, wires, tally)
  const began = performance.now()
  const converseOn = async () => {
    while (performance.now() < began + seconds * 1_000) await converse({ desk, wires, tally, senders })
  }
  await Promise.all(Array.from({ length: connections }, converseOn))
  const took = (performance.now() - began) / 1_000
  desk.close()
  wires.close()
  return tally.sum(took)
}

export type Setting = { desk: Desk; wires: Wires; tally: Tally; senders: Order['senders'] }

/**
 * Runs one conversation: ask, an expert's response, the asker's message, accept. The response claims the question. With `isPaced` the
 * expert claims first and watches the question, so that its socket hears the message. A refused step ends the conversation.
 */
export async function converse({ desk, wires, tally, senders }: Setting, isPaced = false): Promise<void> {
  const n = begun++
  const named = { userEmail: senders.askers[n % senders.askers.length]?.email }
  const send = async (step: string, path: string, token: string, body: object, id = '') => {
    const headers = id === '' ? [] : [`x-correlation-id: ${id}`]
    const from = performance.now()
    const answer = await wires.send(requestBytes('POST', path, { token, headers, body }))
    if (answer.status < 200 || answer.status >= 300) throw new RefusedError(`${step}, ${refusalIn(answer)}`)
    tally.add(step, performance.now() - from)
    return dataOf<{ uuid: string }>(answer).uuid
  }
  const { integrationToken } = senders
  const began = performance.now()
  try {
    const question = await send('ask', '/questions', integrationToken, { text: questionText(n), ...named })
    const expert = await desk.take(question, began)
    const response = await (async () => {
      if (isPaced) {
        await send('claim', `/questions/${question}/claim`, expert, {})
        await desk.watch(expert, question)
      }
      return send('response', `/questions/${question}/responses`, expert, { text: 'Look under Cards in the app.' })
    })().finally(() => desk.finish(expert))
    const id = `message-${process.pid}-${n}`
    const hearing = isPaced ? desk.hear(question, id) : undefined
    await send('message', '/messages', integrationToken, { responseUuid: response, text: 'Thank you.', ...named }, id)
    await send('accept', `/responses/${response}/accept`, integrationToken, named)
    tally.add('conversation', performance.now() - began)
    await hearing
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    tally.fail(error.message)
  }
}

class RefusedError extends Error {
  override name = 'RefusedError'
}
