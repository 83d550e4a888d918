import {
  type ClientEvents,
  type InboxChanged,
  type QuestionChanged,
  type ServerEvents,
  type SubscribeAnswer,
  socketNamespace,
} from '@askline/contracts'
import { io, type Socket } from 'socket.io-client'

/** A socket that remembers what it heard. */
export type Ear = {
  /** Changes in the order they came. */
  readonly changes: QuestionChanged[]
  readonly inbox: InboxChanged[]
  /** Subscribes, and again with `after` whenever it had to connect anew. Tries again where it asks too fast, or the database is away. */
  watch(questionUuid: string): Promise<SubscribeAnswer>
  /** The last version it was told of, by an event or by the acknowledgement of a subscription. */
  versionOf(questionUuid: string): number
  /** Event names of one question, in the order they came. */
  typesOf(questionUuid: string): string[]
  isConnected(): boolean
  /** Times it had to connect anew. */
  readonly returns: number
  close(): void
}

const momentary = new Set<string>(['rate_limited', 'unavailable', 'disconnected'])

/** Connects to a notifier and waits until it is let in. Reconnects for as long as it is open. */
export async function openEar(notifierUrl: string, token: string): Promise<Ear> {
  const socket: Socket<ServerEvents, ClientEvents> = io(`${notifierUrl}${socketNamespace}`, {
    auth: { token },
    transports: ['websocket'],
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    forceNew: true,
  })
  const changes: QuestionChanged[] = []
  const inbox: InboxChanged[] = []
  const versions = new Map<string, number>()
  const note = (questionUuid: string, version: number) =>
    versions.set(questionUuid, Math.max(version, versions.get(questionUuid) ?? 0))

  const subscribe = async (questionUuid: string) => {
    const after = versions.get(questionUuid)
    // A notifier that is killed answers nobody.
    const answer = await new Promise<SubscribeAnswer>((resolve) =>
      socket
        .timeout(2_000)
        .emit('subscribe', { questionUuid, ...(after ? { after } : {}) }, (error, told) =>
          resolve(error ? { error: 'disconnected' } : told),
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
  // Refused at the door, for a moment, socket.io does not try again by itself.
  socket.on('connect_error', () => {
    if (isOpen && !socket.active) retry = setTimeout(() => socket.connect(), 200)
  })

  async function subscribeAnew(questionUuid: string): Promise<void> {
    const answer = await subscribe(questionUuid)
    // Ten requests a second are heard; and the database may be away for a moment.
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
        await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))
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
