import { randomUUID } from 'node:crypto'
import { type Composing, socketNamespace } from '@askline/contracts'
import { openCoalescer } from '@askline/db'
import type { HealthCheck, Logger, Redis } from '@askline/runtime'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { SocketServer } from '../sockets/namespace.ts'
import type { Change } from './order.ts'

type Adapter = ReturnType<ReturnType<typeof createAdapter>>
type RawMessage = Parameters<Adapter['onRawMessage']>[0]

/** A message between notifiers. */
type PeerMessage =
  | { changes: Change[] }
  // Notifiers of the previous version name no writer.
  | { composing: Composing; keys: string[]; writerId?: string }
  | { hello: string }

export type Listener = {
  onChange(change: Change): void
  onComposing(composing: Composing, keys: string[], writerId: string | undefined): void
}

export type Peers = {
  /** Resolves when the stream holds the change, so that every other node receives it, even after a Redis outage. */
  tellChange(change: Change): Promise<void>
  /** Best effort: dropped while Redis is unavailable, because it is obsolete a second later. */
  tellComposing(composing: Composing, keys: string[], writerId: string): void
  health: HealthCheck
  close(): void
}

// MessageType.BROADCAST of socket.io-adapter, and EVENT of socket.io-parser.
const broadcast = 3
const event = 2
// This room has no members, so a node that does not know our messages delivers them to no socket.
const noMembers = 'askline:nodes'

const helloMs = 10_000
const deafMs = 45_000

/**
 * Joins the notifiers through the redis-streams adapter. Its broadcasts are stream entries, which a node reads from its last
 * position after a Redis outage. `serverSideEmit` uses PUBLISH and would be lost. Our entries are intercepted before socket.io
 * delivers them, because they must pass this node's order of versions first.
 */
export function joinPeers(io: SocketServer, redis: Redis, prefix: string, logger: Logger, listener: Listener): Peers {
  const me = randomUUID()
  let lastHelloAt = Number.NEGATIVE_INFINITY
  let adapter: Adapter | undefined
  const build = createAdapter(redis, {
    streamName: `${prefix}:sockets`,
    channelPrefix: `${prefix}:sockets`,
    onlyPlaintext: true,
  })

  io.adapter(function adapterForPeers(nsp) {
    const made = build(nsp)
    if (nsp.name !== socketNamespace) return made
    adapter = made
    const passOn = made.onRawMessage.bind(made)
    made.onRawMessage = (raw: RawMessage, offset: string) => {
      const message = messageOf(raw)
      if (!message) passOn(raw, offset)
      else if ('hello' in message) {
        if (message.hello === me) lastHelloAt = performance.now()
      } else if (raw.uid === me) return
      else if ('changes' in message) for (const change of message.changes) listener.onChange(change)
      else listener.onComposing(message.composing, message.keys, message.writerId)
    }
    return made
  })

  async function tell(message: PeerMessage): Promise<void> {
    await adapter?.doPublish({
      uid: me,
      nsp: socketNamespace,
      type: broadcast,
      data: {
        packet: { type: event, data: [noMembers, message], nsp: socketNamespace },
        opts: { rooms: [noMembers], except: [], flags: {} },
      },
    })
  }
  // Changes that arrive together are one stream entry, which costs Redis and every node as much as one change.
  const changes = openCoalescer(
    async (together: Change[]) => {
      await tell({ changes: together })
      return together.map(() => undefined)
    },
    { maxInFlight: Number.POSITIVE_INFINITY },
  )
  const tellQuietly = (message: PeerMessage) => {
    if (redis.status === 'ready')
      tell(message).catch((error) => logger.debug({ err: error }, 'The other notifiers could not be reached'))
  }

  // Reading the first entry fixes the reader's position in the stream. Until then it reads only entries that are newer than the read.
  let timer = setInterval(() => {
    tellQuietly({ hello: me })
    if (lastHelloAt === Number.NEGATIVE_INFINITY) return
    clearInterval(timer)
    timer = setInterval(() => tellQuietly({ hello: me }), helloMs)
  }, 250)

  return {
    tellChange: changes.add,
    tellComposing: (composing, keys, writerId) => tellQuietly({ composing, keys, writerId }),
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

/** Returns our message in a stream entry, or undefined for any other entry. */
function messageOf(raw: RawMessage): PeerMessage | undefined {
  if (raw.type !== String(broadcast) || !raw.data?.includes(noMembers)) return undefined
  const { packet } = JSON.parse(raw.data) as { packet?: { data?: [string, PeerMessage] } }
  return packet?.data?.[0] === noMembers ? packet.data[1] : undefined
}
