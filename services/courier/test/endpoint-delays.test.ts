import { setTimeout as sleep } from 'node:timers/promises'
import { enableWebhook, pauseWebhook } from '@askline/domain/webhooks/endpoints'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test, vi } from 'vitest'
import { companyOf, startReceiver, startTestCourier } from './courier-stage.ts'

const owner = { integrationId: null }
const healthyOfCompany = 10
/** Times that events are sent without and with the bad endpoints, by turns. */
const rounds = 4
/** Events of a company in each turn, and ms between them. */
const events = 60
const everyMs = 250

const db = await openTestDatabase()

test('twenty endpoints get every event, and their delays are printed beside one that hangs and one that answers 500', async () => {
  const arrived = new Map<string, number[]>()
  const startHealthy = () =>
    startReceiver(({ body: { data } }, response) => {
      const questionId = String(data['questionUuid'])
      arrived.set(questionId, [...(arrived.get(questionId) ?? []), performance.now()])
      response.writeHead(204).end()
    })
  // A company has at most twenty endpoints. Each of the two has ten healthy ones and a bad one.
  const hanging = await startReceiver(() => undefined)
  const broken = await startReceiver((_received, response) => void response.writeHead(500).end())
  const companies = await Promise.all(
    [hanging, broken].map(async ({ url }) => {
      const company = companyOf(db, await inviteCast(db))
      const { uuid: bad } = await company.subscribe(url)
      for (let n = 0; n < healthyOfCompany; n += 1) await company.subscribe((await startHealthy()).url)
      return { company, bad }
    }),
  )
  await startTestCourier(db)

  /** Returns the ms from the answer of each ask to each of its deliveries. */
  async function measure(): Promise<number[]> {
    const askedAt = new Map<string, number>()
    arrived.clear()
    for (let n = 0; n < events; n += 1) {
      for (const { company } of companies) {
        const questionId = await company.ask()
        askedAt.set(questionId, performance.now())
      }
      await sleep(everyMs)
    }
    const countArrived = (questionId: string) => arrived.get(questionId)?.length ?? 0
    await vi.waitFor(
      () => expect([...askedAt.keys()].map(countArrived).filter((n) => n < healthyOfCompany)).toEqual([]),
      { timeout: 120_000 },
    )
    return [...askedAt].flatMap(([id, at]) => (arrived.get(id) ?? []).map((time) => time - at))
  }

  const delays = { without: [] as number[], with: [] as number[] }
  for (let n = 0; n < rounds; n += 1) {
    for (const { company, bad } of companies) await company.run((tx) => pauseWebhook(tx, owner, bad))
    delays.without.push(...(await measure()))
    // Its failures are forgotten, so that it takes as many requests as at its first failure.
    for (const { company, bad } of companies) await company.run((tx) => enableWebhook(tx, owner, bad, 'NOW'))
    delays.with.push(...(await measure()))
  }

  for (const [name, values] of Object.entries(delays)) {
    console.log(
      `  ${name} the bad endpoints: ${values.length} deliveries, p50 ${percentile(values, 50)} ms, p99 ${percentile(values, 99)} ms`,
    )
  }
  expect(hanging.received.length).toBeGreaterThan(0)
  expect(broken.received.length).toBeGreaterThan(0)
}, 600_000)

const percentile = (values: readonly number[], share: number): number =>
  Math.round([...values].sort((one, other) => one - other)[Math.floor((values.length * share) / 100)] ?? 0)
