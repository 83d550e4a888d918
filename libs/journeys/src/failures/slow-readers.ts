import { randomUUID } from 'node:crypto'
import { buildLogger } from '@askline/runtime'
import { openQueues } from '@askline/runtime/queues'
import { openDeafReader } from '@askline/testing'
import { residentBytes } from '../stage/resident-memory.ts'
import { seatAudience } from './audience.ts'
import { defineFailure } from './failure.ts'

type Size = { slow: number; events: number; listeners: number; warmUp: number }

/** Makes each event about 4 kB long, which fills the buffers of the system sooner. */
const padding = 'c'.repeat(4_000)
const eventsAtOnce = 100

export const slowReaders = defineFailure<Size>({
  id: 'F15',
  title: 'sockets that stop reading under a stream of events',
  promise: 'cuts them, does not grow by what they leave unread, and the others hear on',
  needs: { notifiers: 2 },
  short: { slow: 5, events: 4_000, listeners: 6, warmUp: 0 },
  full: { slow: 50, events: 10_000, listeners: 50, warmUp: 2_000 },

  async run(scene, { slow, events, listeners, warmUp }) {
    const { stage, within, must, ada } = scene
    const audience = await seatAudience(scene, listeners, 1)
    const [questionUuid = ''] = audience.questions
    const [notifierUrl = ''] = stage.notifierUrls
    const [notifier] = stage.notifiers
    const queues = openQueues({
      redisUrl: stage.redis.url,
      prefix: '{askline}',
      logger: buildLogger('chaos', 'silent'),
    })
    await within(5_000, 'Redis is there', () => queues.isConnected())
    const [asker] = await stage.sql<{ id: string }>('select asker_id as id from questions where id = $1', [
      questionUuid,
    ])
    let version = 1_000
    const shout = async () => {
      await queues.relay([
        {
          id: 0,
          key: randomUUID(),
          jobs: Array.from({ length: eventsAtOnce }, () => ({
            job: 'question-changed' as const,
            payload: {
              questionId: questionUuid,
              version: ++version,
              type: 'MESSAGE_ADDED' as const,
              lastUpdated: '2026-01-01T00:00:00Z',
              correlationId: padding,
              audience: [`user:${asker?.id}`],
            },
          })),
        },
      ])
      await within(10_000, 'The others hear on', () =>
        audience.listeners.every((listener) => listener.versionOf(questionUuid) === version),
      )
    }
    // Warms up, so that memory for ordinary work is not attributed to the slow readers.
    for (let sent = 0; sent < warmUp; sent += eventsAtOnce) await shout()
    const deaf = await Promise.all(
      Array.from({ length: slow }, () => openDeafReader(notifierUrl, ada.token, questionUuid)),
    )
    const before = residentBytes(notifier?.pid()) / 1_048_576
    let most = before
    let longestMs = 0
    for (let sent = 0; sent < events; sent += eventsAtOnce) {
      const from = performance.now()
      await shout()
      longestMs = Math.max(longestMs, performance.now() - from)
      most = Math.max(most, residentBytes(notifier?.pid()) / 1_048_576)
    }
    const place = stage.metrics.find(({ service }) => service === 'notifier')?.place
    const answer = await fetch(`http://${place}/metrics`)
    const cut = Number(/askline_sockets_cut_total\{reason="slow"[^}]*\} (\d+)/.exec(await answer.text())?.[1] ?? 0)
    must(cut === slow, `${cut} of ${slow} slow readers were cut`)
    must(
      audience.listeners.every((listener) => listener.returns === 0),
      'A socket that reads was cut',
    )
    must(most - before < 100, `The notifier grew by ${(most - before).toFixed(0)} MB`)
    for (const socket of deaf) socket.destroy()
    audience.close()
    await queues.close()
    return {
      injected: `${slow} sockets stop reading, ${events} events of 4 kB`,
      ledger: [],
      figures: { 'grown by, MB': most - before, 'longest hundred events, ms': longestMs },
    }
  },
})
