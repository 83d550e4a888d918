import { setTimeout as pause } from 'node:timers/promises'
import {
  type ClientEvents,
  type InboxChanged,
  type QuestionChanged,
  type ServerEvents,
  type SubscribeAnswer,
  socketNamespace,
} from '@askline/contracts'
import { io, type Socket } from 'socket.io-client'

/** A socket that records its events. */
export type SocketListener = {
  /** Changes in the order they arrived. */
  readonly changes: QuestionChanged[]
  readonly inbox: InboxChanged[]
  /** Subscribes, and again with `after` on every reconnect. Retries if it is rate limited or the database is unavailable. */
  watch(questionUuid: string): Promise<SubscribeAnswer>
  /** The last known version, from an event or from the acknowledgement of a subscription. */
  versionOf(questionUuid: string): number
  /** Event names of one question, in the order they arrived. */
  typesOf(questionUuid: string): string[]
  isConnected(): boolean
  /** Number of reconnects. */
  readonly returns: number
  close(): void
}

const momentary = new Set<string>(['rate_limited', 'dependency_down', 'disconnected'])

/**
 * Connects to a notifier and waits until it is accepted. Reconnects until it is closed.
 * `authority`: the certificate in PEM format that an https address must have.
 */
export async function openSocketListener(
  notifierUrl: string,
  token: string,
  { authority }: { authority?: string } = {},
): Promise<SocketListener> {
  const socket: Socket<ServerEvents, ClientEvents> = io(`${notifierUrl}${socketNamespace}`, {
    auth: { token },
    transports: ['websocket'],
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    forceNew: true,
    ...(authority ? { ca: authority } : {}),
  })
  const changes: QuestionChanged[] = []
  const inbox: InboxChanged[] = []
  const versions = new Map<string, number>()
  const note = (questionUuid: string, version: number) =>
    versions.set(questionUuid, Math.max(version, versions.get(questionUuid) ?? 0))

  const subscribe = async (questionUuid: string) => {
    const after = versions.get(questionUuid)
    // A notifier that is killed sends no acknowledgement.
    const answer = await new Promise<SubscribeAnswer>((resolve) =>
      socket
        .timeout(2_000)
        .emit('subscribe', { questionUuid, ...(after ? { after } : {}) }, (error, told) =>
          resolve(error ? { error: 'disconnected', message: error.message } : told),
        ),
    )
    if ('version' in answer) note(questionUuid, answer.version)
    return answer
  }
  let isOpen = true
  let connects = 0
  let retry: NodeJS.Timeout | undefined
  socket.on('question-changed', (change) => {
    changes.push(change)
    note(change.questionUuid, change.version)
  })
  socket.on('inbox-changed', (change) => inbox.push(change))
  socket.on('connect', () => {
    connects++
    for (const questionUuid of versions.keys()) void subscribeAnew(questionUuid)
  })
  // After a refused handshake socket.io does not reconnect by itself.
  socket.on('connect_error', () => {
    if (isOpen && !socket.active) retry = setTimeout(() => socket.connect(), 200)
  })

  async function subscribeAnew(questionUuid: string): Promise<void> {
    const answer = await subscribe(questionUuid)
    // The socket was rate limited, or the database is unavailable.
    if ('error' in answer && isOpen && socket.connected) {
      setTimeout(() => void subscribeAnew(questionUuid), 300 + Math.random() * 500)
    }
  }

  if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', resolve))
  return {
    changes,
    inbox,
    async watch(questionUuid) {
      let answer = await subscribe(questionUuid)
      while ('error' in answer && momentary.has(answer.error)) {
        await pause(100 + Math.random() * 400)
        answer = await subscribe(questionUuid)
      }
      if (!versions.has(questionUuid)) versions.set(questionUuid, 0)
      return answer
    },
    versionOf: (questionUuid) => versions.get(questionUuid) ?? 0,
    typesOf: (questionUuid) => changes.filter((c) => c.questionUuid === questionUuid).map((c) => c.type),
    isConnected: () => socket.connected,
    get returns() {
      return Math.max(0, connects - 1)
    },
    close() {
      isOpen = false
      clearTimeout(retry)
      socket.disconnect()
    },
  }
}
