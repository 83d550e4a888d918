import { setTimeout as pause } from 'node:timers/promises'
import { Manager, type Socket } from 'socket.io-client'
import { AnsweringExperts } from './answering-experts.ts'
import type { Senders, Target } from './orders.ts'
import type { Tally } from './tally.ts'
import { dataOf, requestBytes, type Wires } from './wire.ts'

/** The experts on their sockets. */
export type Desk = {
  /** Waits until an expert who was offered the question and writes no other answer hears of it. `askedAt`: when it was asked. */
  take(questionUuid: string, askedAt: number): Promise<string>
  /** Ends the expert's answer. */
  finish(expert: string): void
  /** Subscribes the expert to the question. */
  watch(expert: string, questionUuid: string): Promise<void>
  /** Measures the time from now until the expert who watches the question hears of the change with this correlation id. */
  hear(questionUuid: string, correlationId: string): Promise<void>
  close(): void
}

/** Time in ms after which a change that was not heard counts as lost. */
const longestMs = 10_000

/** Connects all experts. After a reconnect they read their inbox and subscribe again, as clients do. */
export async function openDesk(target: Target, { experts }: Senders, wires: Wires, tally: Tally): Promise<Desk> {
  const answering = new AnsweringExperts()
  const offeredAt = new Map<string, number>()
  /** Experts by the question that they watch. */
  const watched = new Map<string, string>()
  /** By correlation id. */
  const awaited = new Map<string, { questionUuid: string; note(): void }>()
  const sockets = new Map<string, Socket>()
  const offer = (questionUuid: string, expert: string) => {
    if (!offeredAt.has(questionUuid)) offeredAt.set(questionUuid, performance.now())
    answering.offer(questionUuid, expert)
  }
  const readInbox = async (token: string) => {
    const inbox = await wires.send(requestBytes('GET', '/experts/me/questions?limit=100', { token }))
    for (const { uuid } of dataOf<{ questions: { uuid: string }[] }>(inbox).questions) offer(uuid, token)
  }
  const noteMissed = (missed: string) => {
    for (const { questionUuid, note } of awaited.values()) if (questionUuid === missed) note()
  }
  await Promise.all(
    experts.map(async (token, n) => {
      const socket = await openSocket(target, token, n)
      sockets.set(token, socket)
      socket.on('inbox-changed', ({ questionUuid, type }: { questionUuid: string; type: string }) => {
        if (type === 'QUESTION_OFFERED') offer(questionUuid, token)
      })
      socket.on('question-changed', ({ correlationId }: { correlationId: string | null }) =>
        awaited.get(correlationId ?? '')?.note(),
      )
      socket.on('connect', () => {
        readInbox(token).catch((error: Error) => tally.fail(`inbox, ${error.message}`))
        for (const [questionUuid, expert] of watched) {
          if (expert === token)
            void subscribe(socket, questionUuid).then((isDone) => isDone && noteMissed(questionUuid))
        }
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
      watched.set(questionUuid, expert)
      const socket = sockets.get(expert)
      if (socket) await subscribe(socket, questionUuid)
    },
    hear: (questionUuid, correlationId) =>
      new Promise((resolve) => {
        const from = performance.now()
        const end = () => {
          clearTimeout(timer)
          awaited.delete(correlationId)
          watched.delete(questionUuid)
          resolve()
        }
        const timer = setTimeout(() => {
          tally.fail(`message, not heard within ${longestMs} ms`)
          end()
        }, longestMs)
        const note = () => {
          tally.add('message → socket', performance.now() - from)
          end()
        }
        awaited.set(correlationId, { questionUuid, note })
      }),
    close() {
      for (const socket of sockets.values()) socket.disconnect()
    },
  }
}

/** Subscribes, and again if it is refused because the socket sent too much. Returns false if the connection is lost before. */
export async function subscribe(socket: Socket, questionUuid: string): Promise<boolean> {
  const { id } = socket
  while (socket.connected && socket.id === id) {
    const answer = await socket
      .timeout(2_000)
      .emitWithAck('subscribe', { questionUuid })
      .catch(() => ({ error: 'disconnected' }))
    if (answer.error === undefined) return true
    await pause(100)
  }
  return false
}

/** Returns a connected socket. Each time its connection is lost it turns to the next notifier, with the delays of our client. */
export async function openSocket({ socketPorts }: Target, token: string, n: number): Promise<Socket> {
  const portOf = (turn: number) => String(socketPorts[turn % socketPorts.length])
  let turn = n
  const options = { hostname: '127.0.0.1', port: portOf(turn), transports: ['websocket'], reconnectionDelay: 500 }
  const manager = new Manager(options)
  const turnOn = () => void Object.assign(manager.opts, { port: portOf(++turn) })
  manager.on('close', (_reason, details) => {
    turnOn()
    if (isClosedByPeer(details)) manager.reconnectionDelay(0)
  })
  manager.on('reconnect_attempt', () => manager.reconnectionDelay(options.reconnectionDelay))
  manager.on('reconnect_error', turnOn)
  const socket = manager.socket('/v1', { auth: { token } })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}

/** Returns whether the server closed the connection, after which our client reconnects at once (its `reconnect-at-once.ts`). */
const isClosedByPeer = (details: object | undefined): boolean =>
  details !== undefined && 'context' in details && Object(details.context).code === 1005
