import { io, type Socket } from 'socket.io-client'
import { AnsweringExperts } from './answering-experts.ts'
import type { Senders, Target } from './orders.ts'
import type { Tally } from './tally.ts'

/** The experts on their sockets. */
export type Desk = {
  /** Waits until an expert who was offered the question and writes no other answer hears of it. `askedAt`: when it was asked. */
  take(questionUuid: string, askedAt: number): Promise<string>
  /** Ends the expert's answer. */
  finish(expert: string): void
  /** Subscribes the expert to the question. */
  watch(expert: string, questionUuid: string): Promise<void>
  /** From now on, measures the time until an expert hears of the change with this correlation id. */
  await(correlationId: string): void
  close(): void
}

/** Connects all experts. */
export async function openDesk(target: Target, { experts }: Senders, tally: Tally): Promise<Desk> {
  const answering = new AnsweringExperts()
  const offeredAt = new Map<string, number>()
  const awaited = new Map<string, number>()
  const sockets = new Map<string, Socket>()
  await Promise.all(
    experts.map(async (token) => {
      const socket = await openSocket(target, token)
      sockets.set(token, socket)
      socket.on('inbox-changed', ({ questionUuid, type }: { questionUuid: string; type: string }) => {
        if (type !== 'QUESTION_OFFERED') return
        if (!offeredAt.has(questionUuid)) offeredAt.set(questionUuid, performance.now())
        answering.offer(questionUuid, token)
      })
      socket.on('question-changed', ({ correlationId }: { correlationId: string | null }) => {
        const from = awaited.get(correlationId ?? '')
        if (from === undefined) return
        awaited.delete(correlationId ?? '')
        tally.add('message → socket', performance.now() - from)
      })
    }),
  )
  return {
    async take(questionUuid, askedAt) {
      const expert = await answering.take(questionUuid)
      tally.add('ask → screen', (offeredAt.get(questionUuid) ?? Number.NaN) - askedAt)
      offeredAt.delete(questionUuid)
      return expert
    },
    finish: (expert) => answering.finish(expert),
    async watch(expert, questionUuid) {
      await sockets.get(expert)?.emitWithAck('subscribe', { questionUuid })
    },
    await: (correlationId) => void awaited.set(correlationId, performance.now()),
    close() {
      for (const socket of sockets.values()) socket.disconnect()
    },
  }
}

/** Returns a connected socket. */
export async function openSocket({ socketPort }: Target, token: string): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${socketPort}/v1`, { auth: { token }, transports: ['websocket'], forceNew: true })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}
