import { setTimeout as pause } from 'node:timers/promises'
import { fetchToken, openCaller } from '../clients/caller.ts'
import { openSocketListener, type SocketListener } from '../clients/socket-listener.ts'
import type { Scene } from './failure.ts'

/** Questions whose askers listen, spread over all notifiers. */
export type Audience = {
  readonly listeners: SocketListener[]
  readonly questions: string[]
  /** Writes an acknowledged message on every question, with pauses of `everyMs` if given. */
  writeToAll(everyMs?: number): Promise<void>
  /** Waits until every listener knows the present version of its question. After `ms` it is recorded as broken. */
  caughtUp(ms: number): Promise<number>
  close(): void
}

/** Connects `sockets` listeners to `questions` questions of ada. */
export async function seatAudience(scene: Scene, sockets: number, questions: number): Promise<Audience> {
  const { stage, ada, company, within } = scene
  const asked = await scene.askMany(questions)
  const uuids = asked.map(({ uuid }) => uuid ?? '')
  // The first waves are out, so every later change is a message.
  await within(20_000, 'Every watched question is offered', async () => (await scene.unrouted()) === 0)
  const token = await fetchToken(stage.apiUrls[0] ?? '', company.integration, 'ada@example.com')
  const places = Array.from({ length: sockets }, (_, n) => n)
  const listeners: SocketListener[] = []
  const watched = (n: number) => uuids[n % uuids.length] ?? ''
  while (listeners.length < sockets) {
    const few = places.slice(listeners.length, listeners.length + 100)
    listeners.push(
      ...(await Promise.all(
        few.map(async (n) => {
          const listener = await openSocketListener(stage.notifierUrls[n % stage.notifierUrls.length] ?? '', token)
          await listener.watch(watched(n))
          return listener
        }),
      )),
    )
  }
  const writers = stage.apiUrls.map((_, n) => openCaller(stage.apiUrls, ada.token, n))

  return {
    listeners,
    questions: uuids,
    async writeToAll(everyMs = 0) {
      const rest = uuids.map((uuid, n) => [uuid, n] as const)
      const write = async () => {
        for (let next = rest.shift(); next; next = rest.shift()) {
          const [questionUuid, n] = next
          const writer = writers[n % writers.length] ?? ada
          const { status } = await writer.post(
            '/messages',
            { questionUuid, text: 'Is there any news?' },
            { patienceMs: 15_000 },
          )
          scene.must(status === 201, `A message was answered with ${status}`)
          if (everyMs > 0) await pause(everyMs)
        }
      }
      await Promise.all(Array.from({ length: everyMs > 0 ? 1 : 16 }, write))
    },
    async caughtUp(ms) {
      const rows = await stage.sql<{ id: string; version: number }>(
        'select id, version from questions where id = any($1::uuid[])',
        [uuids],
      )
      const versions = new Map(rows.map((row) => [row.id, row.version]))
      const behind = () =>
        listeners.flatMap((listener, n) => {
          const [heard, wanted] = [listener.versionOf(watched(n)), versions.get(watched(n)) ?? Number.NaN]
          return heard < wanted ? [`${n} heard ${heard} of ${wanted}`] : []
        })
      const took = await within(ms, 'Every listener knows the present version', () => behind().length === 0)
      scene.must(
        behind().length === 0,
        `${behind().length} of ${sockets} listeners are behind: ${behind().slice(0, 4).join(', ')}`,
      )
      return took
    },
    close() {
      for (const listener of listeners) listener.close()
    },
  }
}
