import { describe, expect, test, vi } from 'vitest'
import { type Client, connect, openStage } from './notifier-stage.ts'

const { cast, queues, claimsFor, mint, notify, ask, write } = await openStage()
const token = () => mint(claimsFor(cast.ada, 'user'))

const versionsOf = (client: Client, questionId: string) =>
  client.changes.filter((change) => change.questionUuid === questionId).map((change) => change.version)
const sorted = (versions: number[]) => [...new Set(versions)].sort((a, b) => a - b)

describe('with two notifiers', () => {
  test('every socket receives the changes in rising order', async () => {
    const [first, second] = await Promise.all([notify(), notify()])
    const clients = await Promise.all([connect(first, token()), connect(second, token())])
    await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
    await Promise.all([first, second].map(isReady))
    const asked = await Promise.all([ask(), ask(), ask()])
    for (const client of clients) for (const questionId of asked) await client.subscribe(questionId)

    await Promise.all(asked.map((questionId) => Promise.all(Array.from({ length: 20 }, () => write(questionId)))))

    for (const client of clients)
      for (const questionId of asked) {
        await vi.waitFor(() => expect(versionsOf(client, questionId).at(-1)).toBe(21))
        const heard = versionsOf(client, questionId)
        expect(heard).toEqual(sorted(heard))
        // A message that arrives more than 100 ms after a newer one is dropped. That happens on a busy machine.
        expect(heard.length).toBeGreaterThan(10)
      }
  })

  test('a socket that moves to the other notifier receives what it missed', async () => {
    const [first, second] = await Promise.all([notify(), notify()])
    const questionId = await ask()
    const before = await connect(first, token())
    await before.subscribe(questionId)
    await write(questionId)
    await vi.waitFor(() => expect(versionsOf(before, questionId)).toEqual([2]))
    await first.close()
    await write(questionId)

    const after = await connect(second, token())
    expect(await after.subscribe(questionId, 2)).toMatchObject({ version: 3 })

    await vi.waitFor(() => expect(versionsOf(after, questionId)).toContain(3))
  })

  test('a socket stays connected when the other notifier stops, and the socket of that one reconnects by itself', async () => {
    const [first, second] = await Promise.all([notify(), notify()])
    await Promise.all([first, second].map(isReady))
    const [lost, kept] = [await connect(first, token(), { reconnection: true }), await connect(second, token())]

    await first.close()
    await vi.waitFor(() => expect(lost.isClosed()).toBe(true))
    await new Promise((resolve) => setTimeout(resolve, 200))

    expect(lost.socket.active).toBe(true)
    expect(kept.isClosed()).toBe(false)
  })

  test('a notifier that stops closes its connections one after the other, and the others hear of changes meanwhile', async () => {
    const first = await notify({ closedTogether: 1 })
    const questionId = await ask()
    const clients: Client[] = []
    while (clients.length < 20) clients.push(await connect(first, token()))
    await clients.at(-1)?.subscribe(questionId)

    const closed = first.close()
    await vi.waitFor(() => expect(clients[0]?.isClosed()).toBe(true), { interval: 5 })
    await write(questionId)

    await closed
    expect(clients.at(-1)?.changes).toHaveLength(1)
    expect(clients.every((client) => client.isClosed())).toBe(true)
  })
})

async function isReady({ port }: { port: number }) {
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200))
}
