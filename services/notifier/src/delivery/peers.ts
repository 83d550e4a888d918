import { randomUUID } from 'node:crypto'
import { type Composing, socketNamespace } from '@askline/contracts'
import type { HealthCheck, Logger, Redis } from '@askline/runtime'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { SocketServer } from '../sockets/namespace.ts'
import type { Change } from './order.ts'

type Adapter = ReturnType<ReturnType<typeof createAdapter>>
type RawMessage = Parameters<Adapter['onRawMessage']>[0]

/** What one notifier tells the others. */
type Word = { changes: Change[] } | { composing: Composing; keys: string[] } | { hello: string }

export type Listener = { onChange(change: Change): void; onComposing(composing: Composing, keys: string[]): void }

export type Peers = {
  /** Resolves when every other node will hear of it, also one that reads later because Redis was away. */
  tellChange(change: Change): Promise<void>
  /** Worth nothing a second later: dropped while Redis is away. */
  tellComposing(composing: Composing, keys: string[]): void
  health: HealthCheck
  close(): void
}

// socket.io-adapter's MessageType.BROADCAST, and socket.io-parser's EVENT.
const broadcast = 3
const event = 2
// Nobody is ever in it: a node that does not know our words says nothing.
const nobody = 'askline:nodes'

const helloMs = 10_000
const deafMs = 45_000

/**
 * Joins the notifiers through the redis-streams adapter. Its broadcasts are entries of a stream, which a node that lost
 * Redis for a while reads from where it was; `serverSideEmit` goes by PUBLISH and would be lost. Entries of ours are taken
 * out before socket.io delivers them: they must pass this node's order of versions first.
 */
export function joinPeers(io: SocketServer, redis: Redis, prefix: string, logger: Logger, listener: Listener): Peers {
  const me = randomUUID()
  let heardAt = Number.NEGATIVE_INFINITY
  let adapter: Adapter | undefined
  const build = createAdapter(redis, {
    streamName: `${prefix}:sockets`,
    channelPrefix: `${prefix}:sockets`,
    onlyPlaintext: true,
  })

  io.adapter(function adapterWithEars(nsp) {
    const made = build(nsp)
    if (nsp.name !== socketNamespace) return made
    adapter = made
    const passOn = made.onRawMessage.bind(made)
    made.onRawMessage = (raw: RawMessage, offset: string) => {
      const word = wordOf(raw)
      if (!word) passOn(raw, offset)
      else if ('hello' in word) {
        if (word.hello === me) heardAt = performance.now()
      } else if (raw.uid === me) return
      else if ('changes' in word) for (const change of word.changes) listener.onChange(change)
      else listener.onComposing(word.composing, word.keys)
    }
    return made
  })

  async function tell(word: Word): Promise<void> {
    await adapter?.doPublish({
      uid: me,
      nsp: socketNamespace,
      type: broadcast,
      data: {
        packet: { type: event, data: [nobody, word], nsp: socketNamespace },
        opts: { rooms: [nobody], except: [], flags: {} },
      },
    })
  }
  // Changes that come together are one entry of the stream: it costs Redis and every node the same as for one of them.
  let waiting: { change: Change; resolve: () => void; reject: (error: unknown) => void }[] = []
  function tellWaiting() {
    const together = waiting
    waiting = []
    tell({ changes: together.map(({ change }) => change) }).then(
      () => {
        for (const { resolve } of together) resolve()
      },
      (error) => {
        for (const { reject } of together) reject(error)
      },
    )
  }
  const tellQuietly = (word: Word) => {
    if (redis.status === 'ready')
      tell(word).catch((error) => logger.debug({ err: error }, 'The other notifiers were not told'))
  }

  // The first entry that was read also pins the reader's place in the stream: until then it reads "what is new from now on".
  let timer = setInterval(() => {
    tellQuietly({ hello: me })
    if (heardAt === Number.NEGATIVE_INFINITY) return
    clearInterval(timer)
    timer = setInterval(() => tellQuietly({ hello: me }), helloMs)
  }, 250)

  return {
    tellChange: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject })
        if (waiting.length === 1) setImmediate(tellWaiting)
      }),
    tellComposing: (composing, keys) => tellQuietly({ composing, keys }),
    health: {
      name: 'peers',
      neededToServe: true,
      async run() {
        if (redis.status !== 'ready') return 'Redis is away'
        if (heardAt === Number.NEGATIVE_INFINITY) return 'The stream between notifiers was not heard yet'
        const silentMs = performance.now() - heardAt
        return silentMs > deafMs
          ? `The stream between notifiers was silent for ${Math.round(silentMs / 1000)} s`
          : undefined
      },
    },
    close: () => clearInterval(timer),
  }
}

/** The word in a stream entry, if it is one of ours. */
function wordOf(raw: RawMessage): Word | undefined {
  if (raw.type !== String(broadcast) || !raw.data?.includes(nobody)) return undefined
  const { packet } = JSON.parse(raw.data) as { packet?: { data?: [string, Word] } }
  return packet?.data?.[0] === nobody ? packet.data[1] : undefined
}
