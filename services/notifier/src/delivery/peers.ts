import { randomUUID } from 'node:crypto'
import { type Composing, socketNamespace } from '@askline/contracts'
import {
  type HealthCheck,
  type Logger,
  messageIn,
  type NotifierMessage,
  notifierEntriesKept,
  notifierStreamOf,
  type Redis,
  tellNotifiers,
} from '@askline/runtime'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { SocketServer } from '../sockets/namespace.ts'

type Adapter = ReturnType<ReturnType<typeof createAdapter>>
type RawMessage = Parameters<Adapter['onRawMessage']>[0]

export type Listener = {
  /** Receives the changes of an entry, unchecked, and when they were sent, in ms since 1970. */
  onChanges(changes: unknown[], sentAt: number | undefined): void
  onComposing(composing: Composing, keys: string[], writerId: string | undefined): void
  /** Changes were missed that no entry holds any more. */
  onGap(): void
}

export type Peers = {
  /** Resolves when the stream holds the changes, so that every node receives them, this one too. */
  tellChanges(changes: unknown[], sentAt: number): Promise<void>
  /** Best effort: dropped while Redis is unavailable, because it is obsolete a second later. */
  tellComposing(composing: Composing, keys: string[], writerId: string): void
  /** Resolves when this node reads the stream. Until then it misses what is written to it. */
  readonly isReading: Promise<void>
  health: HealthCheck
  close(): void
}

const firstHelloMs = 50
const helloMs = 10_000
const deafMs = 45_000

/**
 * Joins the notifiers and those who tell them of changes through one stream of Redis. The redis-streams adapter of socket.io reads
 * it, and continues at its last position after an outage of Redis. Our entries are intercepted before socket.io delivers them,
 * because they must pass this node's order of versions first.
 */
export function joinPeers(io: SocketServer, redis: Redis, prefix: string, logger: Logger, listener: Listener): Peers {
  const me = randomUUID()
  let lastHelloAt = Number.NEGATIVE_INFINITY
  let lastRead: string | undefined
  let noteReading: () => void = () => undefined
  const isReading = new Promise<void>((resolve) => {
    noteReading = resolve
  })
  const build = createAdapter(redis, {
    streamName: notifierStreamOf(prefix),
    channelPrefix: notifierStreamOf(prefix),
    maxLen: notifierEntriesKept,
    onlyPlaintext: true,
  })

  io.adapter(function adapterForPeers(nsp) {
    const made = build(nsp)
    if (nsp.name !== socketNamespace) return made
    const passOn = made.onRawMessage.bind(made)
    made.onRawMessage = (raw: RawMessage, offset: string) => {
      lastRead = offset
      const message = read(raw, logger)
      if (!message) passOn(raw, offset)
      else if ('hello' in message) noteHello(message.hello)
      else if ('changes' in message) listener.onChanges(message.changes, message.sentAt)
      else if (raw.uid !== me) listener.onComposing(message.composing, message.keys, message.writerId)
    }
    return made
  })

  const tell = (message: NotifierMessage) => tellNotifiers(redis, prefix, me, message)
  const tellQuietly = (message: NotifierMessage) => {
    if (redis.status === 'ready')
      tell(message).catch((error) => logger.debug({ err: error }, 'The notifiers could not be reached'))
  }

  // Reading the first entry fixes the reader's position in the stream. Until then it reads only entries that are newer than the read.
  let timer = setInterval(() => tellQuietly({ hello: me }), firstHelloMs)
  function noteHello(greeted: string) {
    if (greeted !== me) return
    if (lastHelloAt === Number.NEGATIVE_INFINITY) {
      clearInterval(timer)
      timer = setInterval(() => tellQuietly({ hello: me }), helloMs)
      noteReading()
    }
    lastHelloAt = performance.now()
  }

  redis.on('ready', () => {
    if (lastRead === undefined) return
    hasGap(redis, prefix, lastRead)
      .then((isThere) => {
        if (isThere) listener.onGap()
      })
      .catch((error) => logger.debug({ err: error }, 'The stream of notifiers could not be looked at'))
  })

  return {
    tellChanges: (changes, sentAt) => tell({ changes, sentAt }),
    tellComposing: (composing, keys, writerId) => tellQuietly({ composing, keys, writerId }),
    isReading,
    health: {
      name: 'peers',
      neededToServe: true,
      async run() {
        if (redis.status !== 'ready') return 'Redis is unavailable'
        if (lastHelloAt === Number.NEGATIVE_INFINITY) return 'No entry of the stream between notifiers was read yet'
        const silentMs = performance.now() - lastHelloAt
        return silentMs > deafMs
          ? `The stream between notifiers was silent for ${Math.round(silentMs / 1000)} s`
          : undefined
      },
    },
    close: () => clearInterval(timer),
  }
}

/** Returns our message in an entry. The adapter would read an entry again and again whose reading throws. */
function read(raw: RawMessage, logger: Logger): NotifierMessage | undefined {
  try {
    return messageIn(raw)
  } catch (error) {
    logger.error({ err: error }, 'An entry of the stream between notifiers is broken')
    return undefined
  }
}

/** Returns whether the stream has dropped entries that came after `lastRead`: it is full, and its first entry is newer. */
async function hasGap(redis: Redis, prefix: string, lastRead: string): Promise<boolean> {
  const stream = notifierStreamOf(prefix)
  if ((await redis.xlen(stream)) < notifierEntriesKept) return false
  const [first] = await redis.xrange(stream, '-', '+', 'COUNT', 1)
  return first !== undefined && isLater(first[0], lastRead)
}

/** Compares two ids of entries, which are a time in ms and a number. */
function isLater(id: string, other: string): boolean {
  const [ms = 0, n = 0] = id.split('-').map(Number)
  const [otherMs = 0, otherN = 0] = other.split('-').map(Number)
  return ms > otherMs || (ms === otherMs && n > otherN)
}
