import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import {
  type HealthCheck,
  type Logger,
  messageIn,
  notifierStreamOf,
  type Redis,
  tellNotifiers,
  type WriterIds,
} from '@askline/runtime'

export type Listener = {
  /** Receives the changes of an entry, unchecked, and when they were sent, in ms since 1970. */
  onChanges(changes: unknown[], sentAt: number): void
  onComposing(ids: WriterIds, keys: string[]): void
  /** Entries were dropped before this notifier read them. */
  onGap(): void
}

export type StreamSettings = {
  /** For appending. */
  redis: Redis
  /** For blocking reads. Nothing else may use it, and `close` disconnects it. */
  reader: Redis
  prefix: string
  logger: Logger
  listener: Listener
  /** Time for which a read waits for an entry, in ms. A connection that does not end a read in twice this time is replaced. */
  blockMs: number
}

export type Stream = {
  /** Best effort: dropped while Redis is unavailable, because it is obsolete a second later. */
  tellComposing(ids: WriterIds, keys: string[]): void
  /** Resolves when the position in the stream is known. Earlier entries are not read. */
  readonly started: Promise<void>
  health: HealthCheck
  close(): void
}

/** Entries of one read. If it returns all of them, this notifier is behind. */
const mostEntries = 100
const deafMs = 45_000
const retryMs = 1_000

type Entry = [id: string, fields: string[]]

/**
 * Reads the stream of changes from now on, and continues at the last read entry after an outage of Redis. If that entry is gone,
 * later ones may be gone too: the stream was full, or Redis has lost data.
 */
export function openStream({ redis, reader, prefix, logger, listener, blockMs }: StreamSettings): Stream {
  const me = randomUUID()
  const key = notifierStreamOf(prefix)
  let lastRead: string | undefined
  let lastAnswerAt = Number.NEGATIVE_INFINITY
  let readyAt = Number.NEGATIVE_INFINITY
  /** Whether entries may have been dropped since the last read. */
  let mayHaveGap = false
  let isClosed = false
  /** Why the stream cannot be read now. */
  let fault: string | undefined
  let noteStart: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    noteStart = resolve
  })
  const noteLoss = () => {
    mayHaveGap = true
  }
  reader.on('ready', () => {
    noteLoss()
    readyAt = performance.now()
  })
  // A cluster that loses one node stays ready.
  reader.on('-node', noteLoss)

  /** Starts behind an entry of our own, whose id no clock of another server can precede. */
  async function start(): Promise<string> {
    const id = await tellNotifiers(reader, prefix, { hello: me })
    mayHaveGap = false
    fault = undefined
    return id
  }

  async function readOn(from: string): Promise<string> {
    const found = await reader.xread('COUNT', mostEntries, 'BLOCK', blockMs, 'STREAMS', key, from)
    fault = undefined
    lastAnswerAt = performance.now()
    const entries: Entry[] = found?.[0]?.[1] ?? []
    if (mayHaveGap || entries.length === mostEntries) {
      const isKept = (await reader.xrange(key, from, from)).length > 0
      mayHaveGap = false
      if (!isKept) {
        const id = await start()
        // Only now: sockets that connect later read their questions after this place in the stream.
        listener.onGap()
        return id
      }
    }
    for (const [n, entry] of entries.entries()) {
      // Sockets are written to between two entries. Otherwise a long backlog looks like a client that does not read.
      if (n > 0) await nextTurn()
      if (isClosed) break
      take(entry)
    }
    return entries.at(-1)?.[0] ?? from
  }

  function take([id, fields]: Entry) {
    try {
      const message = messageIn(fields)
      if ('hello' in message) return
      if ('changes' in message) listener.onChanges(message.changes, message.sentAt)
      else if (message.from !== me) listener.onComposing(message.composing, message.keys)
    } catch (error) {
      logger.error({ err: error, entry: id }, 'An entry of the stream of changes is broken')
    }
  }

  async function run() {
    while (!isClosed) {
      try {
        if (lastRead === undefined) {
          lastRead = await start()
          lastAnswerAt = performance.now()
          noteStart()
        }
        lastRead = await readOn(lastRead)
      } catch (error) {
        if (isClosed) return
        noteLoss()
        if (fault === undefined) logger.warn({ err: error }, 'The stream of changes could not be read')
        fault = error instanceof Error ? error.message : String(error)
        await pause(retryMs)
      }
    }
  }
  void run()

  // ioredis sends the command again on the next connection, or the read fails and is repeated.
  const watch = setInterval(() => {
    const silentMs = performance.now() - Math.max(lastAnswerAt, readyAt)
    if (reader.status !== 'ready' || silentMs <= 2 * blockMs) return
    logger.warn('Redis is silent, so the stream of changes is read on another connection')
    reader.disconnect(true)
  }, retryMs).unref()

  return {
    tellComposing(composing, keys) {
      if (redis.status === 'ready')
        tellNotifiers(redis, prefix, { composing, keys, from: me }).catch((error) =>
          logger.debug({ err: error }, '`composing` could not be passed on'),
        )
    },
    started,
    health: {
      name: 'stream',
      neededToServe: true,
      async run() {
        if (reader.status !== 'ready') return 'Redis is unavailable'
        if (fault !== undefined) return `The stream of changes cannot be read: ${fault}`
        if (lastRead === undefined) return 'The stream of changes is not read yet'
        const silentMs = performance.now() - lastAnswerAt
        return silentMs > deafMs ? `The stream of changes was not read for ${Math.round(silentMs / 1000)} s` : undefined
      },
    },
    close() {
      isClosed = true
      clearInterval(watch)
      reader.disconnect()
    },
  }
}
