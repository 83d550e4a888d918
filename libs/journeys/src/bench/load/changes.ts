import { setTimeout as pause } from 'node:timers/promises'
import type { QuestionChanged } from '@askline/contracts'
import { io, type Socket } from 'socket.io-client'
import { Failures } from '../failures.ts'
import { runOf } from '../figures.ts'
import type { ChangesRun, Order } from './orders.ts'
import { openWire, requestBytes, type Wire } from './wire.ts'

/** Time in ms after which an answered change that was not received counts as lost. */
const patienceMs = 5_000
const connections = 32

let changed = 0

/**
 * Sends messages at a steady rate, each on another question whose asker listens. Measures the ms from sending the request to
 * receiving the change, matched by correlation id.
 */
export async function runChanges(order: Extract<Order, { kind: 'changes' }>): Promise<ChangesRun> {
  const { target, senders, seconds, perSecond, questions, socketPorts = [target.socketPort] } = order
  const sentAt = new Map<string, number>()
  const latencies: number[] = []
  const hear = ({ correlationId }: QuestionChanged) => {
    const at = correlationId === null ? undefined : sentAt.get(correlationId)
    if (correlationId === null || at === undefined) return
    latencies.push(performance.now() - at)
    sentAt.delete(correlationId)
  }
  const sockets = await Promise.all(
    questions.map(({ uuid, asker }, n) =>
      subscribe(socketPorts[n % socketPorts.length] ?? 0, senders.askers[asker]?.token, uuid, hear),
    ),
  )
  const free = await Promise.all(Array.from({ length: connections }, () => openWire(target.port)))
  const wires = [...free]
  const underway: Promise<void>[] = []
  const failures = new Failures()
  const total = Math.round(seconds * perSecond)
  const began = performance.now()
  for (let n = 0; n < total; n++) {
    const wait = began + (n * 1_000) / perSecond - performance.now()
    if (wait > 1) await pause(wait)
    const question = questions[n % questions.length]
    const wire = free.pop()
    if (!question) throw new Error('There is no question to write to')
    if (!wire) {
      failures.add('no free connection')
      continue
    }
    underway.push(
      write(wire, question).then(() => {
        free.push(wire)
      }),
    )
  }
  await Promise.all(underway)
  const giveUpAt = performance.now() + patienceMs
  while (sentAt.size > 0 && performance.now() < giveUpAt) await pause(20)
  for (const socket of sockets) socket.disconnect()
  for (const wire of wires) wire.close()
  return { ...runOf(latencies, seconds, failures), lost: sentAt.size }

  async function write(wire: Wire, { uuid, asker }: { uuid: string; asker: number }): Promise<void> {
    const id = `change-${process.pid}-${changed++}`
    const request = requestBytes(target, 'POST', '/messages', {
      token: senders.askers[asker]?.token,
      headers: [`x-correlation-id: ${id}`],
      body: { questionUuid: uuid, text: 'Is there any news?' },
    })
    sentAt.set(id, performance.now())
    const { status } = await wire.send(request)
    if (status === 201) return
    failures.add(`status ${status}`)
    sentAt.delete(id)
  }
}

async function subscribe(
  port: number,
  token: string | undefined,
  questionUuid: string,
  hear: (change: QuestionChanged) => void,
): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}/v1`, { auth: { token }, transports: ['websocket'], forceNew: true })
  socket.on('question-changed', hear)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const answer: { error?: string } = await socket.emitWithAck('subscribe', { questionUuid })
  if (answer.error) throw new Error(`A subscription was refused: ${answer.error}`)
  return socket
}
