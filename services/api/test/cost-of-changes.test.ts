import { openCostCounter } from '@askline/testing'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const world = await openWorld()
const { api, bank, db, tokens } = world
// Background work of the API runs in the system's role.
const counter = await openCostCounter(db.directUrl, ['askline_app'])

/** Sends requests at once, and returns what one of them costs. Each must succeed. */
const costOf = (requests: (() => ReturnType<typeof api>)[]) =>
  counter?.costOf(requests.length, async () => {
    const answers = await Promise.all(requests.map((send) => send()))
    expect(answers.map(({ status }) => status < 300)).toEqual(answers.map(() => true))
  })

const askMany = (count: number) => Promise.all(Array.from({ length: count }, async () => (await world.ask()).uuid))
const write = (questionUuid: string) => () =>
  api('POST', '/v1/messages', { token: tokens.ada, body: { questionUuid, text: 'It is the blue one.' } })
const claim = (questionId: string) => () =>
  api('POST', `/v1/questions/${questionId}/claim`, { token: tokens.bruno, body: {} })

async function offerMany(count: number): Promise<string[]> {
  const questionIds = await askMany(count)
  for (const id of questionIds) await world.offer(bank, id, bank.bruno)
  return questionIds
}

await db.system.query('update experts set capacity = 1000 where user_id = $1', [bank.bruno])
const alone = await askMany(3)
const others = await askMany(16)
const [claimed = '', ...open] = await offerMany(17)
// The first use of a table or a connection costs more.
await costOf([...(await askMany(32)).map(write), ...(await offerMany(32)).map(claim)])

/** The rows of a message. All messages of a transaction share one outbox row. */
const ofMessage = {
  messages: { rows: 1, entries: 3 },
  question_events: { rows: 1, entries: 2 },
  questions: { rows: 1, entries: 7 },
}
/** The rows of a claim. All claims of a transaction share one outbox row, and one row for each expert. */
const ofClaim = {
  messages: { rows: 1, entries: 0 },
  offers: { rows: 1, entries: 3 },
  question_events: { rows: 1, entries: 2 },
  questions: { rows: 1, entries: 7 },
}
const once = { rows: 1, entries: 2 }

test.skipIf(!counter)(
  'a message alone costs 8 statements, 4 rows with 14 index entries, and 3.1 KB of WAL',
  async () => {
    const costs = []
    for (const question of alone) costs.push(await costOf([write(question)]))

    const written = { ...ofMessage, outbox: once }
    expect(costs.map((cost) => [cost?.statements, cost?.written])).toEqual(alone.map(() => [8, written]))
    // Postgres prunes a page that is full, and the statement that meets it pays.
    expect(Math.min(...costs.map((cost) => cost?.walBytes ?? 0))).toBeLessThan(3_100)
  },
)

test.skipIf(!counter)('of 16 messages at once each costs at most one statement, 3 rows and 2.6 KB of WAL', async () => {
  const cost = await costOf(others.map(write))
  const { outbox, ...written } = cost?.written ?? {}

  expect(cost?.statements).toBeLessThanOrEqual(1)
  expect(written).toEqual(ofMessage)
  expect(outbox?.rows).toBeLessThanOrEqual(1 / 4)
  expect(cost?.walBytes).toBeLessThan(2_600)
})

test.skipIf(!counter)('a claim alone costs 14 statements, and 6 rows with 16 index entries', async () => {
  const cost = await costOf([claim(claimed)])

  expect(cost?.statements).toBe(14)
  expect(cost?.written).toEqual({ ...ofClaim, experts: once, outbox: once })
})

test.skipIf(!counter)('of 16 claims at once each costs at most one statement and 4 rows', async () => {
  const cost = await costOf(open.map(claim))
  const { experts, outbox, ...written } = cost?.written ?? {}

  expect(cost?.statements).toBeLessThanOrEqual(1)
  expect(written).toEqual(ofClaim)
  expect([experts?.rows, outbox?.rows]).toEqual([expect.toBeOneOf([1 / 16, 2 / 16, 3 / 16, 4 / 16]), experts?.rows])
})
