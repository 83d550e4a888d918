import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openClient } from '@askline/client'
import { inCompany, openDatabase } from '@askline/db'
import { recordCompanyEvent } from '@askline/domain/feed/company-events'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { fetchToken, killAndAwait, raiseStage } from '../src/index.ts'

const isDrill = process.env['ASKLINE_DRILL'] === '1'
const { writers, eventsOfWriter, lateSeconds, kills } = isDrill
  ? { writers: 200, eventsOfWriter: 51, lateSeconds: 3, kills: 15 }
  : { writers: 40, eventsOfWriter: 6, lateSeconds: 1, kills: 1 }

const stage = await raiseStage({
  workers: 0,
  notifiers: 0,
  couriers: 1,
  env: { OUTBOUND_ALLOWED: '127.0.0.0/8' },
})
afterAll(() => stage.stop())

test('pull, stream and webhook miss no event of a transaction that commits late, while the API and the courier are killed', async () => {
  const company = await stage.found({ experts: 1 })
  const [url = ''] = stage.apiUrls
  const client = openClient({ url, credentials: company.integration })
  const db = openDatabase(stage.databaseUrl, {
    maxConnections: writers,
    connectMs: 30_000,
    applicationName: 'askline-test',
  })
  const ending = new AbortController()
  const { signal } = ending
  onTestFinished(async () => {
    ending.abort()
    client.close()
    await db.close()
  })
  const heard = { pull: [] as string[], stream: [] as string[], webhook: [] as string[] }
  const address = await receive(({ data }) => heard.webhook.push(data.knowledgeUuid))
  const body = { name: 'Warehouse', url: address, types: ['KNOWLEDGE_CHANGED'] }
  expect((await client.api.POST('/v1/webhooks', { body })).response.status).toBe(201)
  const { nextCursor: start } = await client.events.list()

  async function pull(): Promise<void> {
    for await (const { data } of client.events.follow({ after: start, signal }))
      heard.pull.push(data.knowledgeUuid ?? '')
  }
  /** Follows the stream, and begins again after its last id when it ends. */
  async function followStream(): Promise<void> {
    for (let last = start; !signal.aborted; ) {
      try {
        const authorization = `Bearer ${await fetchToken(url, company.integration)}`
        const headers = { authorization, 'last-event-id': last }
        const { body: stream } = await fetch(`${url}/v1/events/stream`, { headers, signal })
        for await (const { id, data } of readBlocks(stream)) {
          if (data !== undefined) heard.stream.push(JSON.parse(data).data.knowledgeUuid)
          last = id ?? last
        }
      } catch {
        await pause(50)
      }
    }
  }
  const written: string[] = []
  /** Writes one event after another. The fourth one is rolled back. */
  async function write(): Promise<void> {
    for (let n = 0; n < eventsOfWriter; n += 1) {
      const knowledgeUuid = randomUUID()
      const work = inCompany(db, company.companyId, async (tx) => {
        recordCompanyEvent(tx, 'KNOWLEDGE_CHANGED', { knowledgeUuid })
        await tx.orm.execute(`select pg_sleep(random() * ${lateSeconds})`)
        if (n === 3) throw new Error('undone')
      })
      await work.then(
        () => written.push(knowledgeUuid),
        () => undefined,
      )
    }
  }

  const reading = [pull(), followStream()]
  const writing = Promise.all(Array.from({ length: writers }, write))
  for (let n = 0; n < kills; n += 1) {
    await Promise.all([...stage.apis, ...stage.couriers].map(killAndAwait))
    // As if the time of the killed courier's leases had passed.
    await stage.sql('update webhook_endpoints set lease_until = statement_timestamp()')
  }
  await writing
  const wanted = written.toSorted()
  await expect.poll(() => heard.pull.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted.length)
  await expect.poll(() => heard.stream.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted.length)
  // A killed courier may send an event again.
  await expect.poll(() => new Set(heard.webhook).size, { timeout: 300_000 }).toBeGreaterThanOrEqual(wanted.length)
  ending.abort()
  await Promise.all(reading)

  expect(written).toHaveLength(writers * (eventsOfWriter - 1))
  expect(heard.pull.toSorted()).toEqual(wanted)
  expect(heard.stream.toSorted()).toEqual(wanted)
  expect([...new Set(heard.webhook)].sort()).toEqual(wanted)
})

type Received = { data: { knowledgeUuid: string } }

/** Starts a receiver of webhooks that ends with the test, and returns its address. */
async function receive(take: (body: Received) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    take((await json(request)) as Received)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Reads server-sent events. A block that was cut off is left out. */
async function* readBlocks(stream: ReadableStream<Uint8Array> | null) {
  let text = ''
  for await (const chunk of stream?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${text}${chunk}`.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield { id: /^id: (.*)$/m.exec(block)?.[1], data: /^data: (.*)$/m.exec(block)?.[1] }
  }
}
