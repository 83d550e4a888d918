import { EventEmitter, once } from 'node:events'
import { inSystem, openDatabase, querySystem, statement, types } from '@askline/db'
import { createTestDatabase } from '@askline/testing'
import { expect, onTestFinished, test } from 'vitest'
import { buildMetrics, watchDatabase } from '../src/index.ts'

const { url } = await createTestDatabase()

test('the metrics count connections in use and transactions that wait for one', async () => {
  const db = openDatabase(url, { maxConnections: 1, connectMs: 20_000 })
  onTestFinished(() => db.close())
  const metrics = buildMetrics('test')
  watchDatabase(metrics, db)
  const turns = new EventEmitter()
  const held = inSystem(db, async () => {
    turns.emit('begun')
    await once(turns, 'end')
  })
  await once(turns, 'begun')
  const waiting = inSystem(db, async () => undefined)

  expect(await valueOfState(metrics, 'used')).toBe(1)
  expect(await valueOfState(metrics, 'waiting')).toBe(1)

  turns.emit('end')
  await Promise.all([held, waiting])
  expect(await valueOfState(metrics, 'waiting')).toBe(0)
  expect(await valueOfState(metrics, 'used')).toBe(0)
})

const one = statement({ name: 'test-one', row: { one: types.int }, text: 'select 1 as one' })

test('the metrics count transactions by outcome, also those of a single statement', async () => {
  const db = openDatabase(url, { maxConnections: 1 })
  onTestFinished(() => db.close())
  const metrics = buildMetrics('test')
  watchDatabase(metrics, db)

  await inSystem(db, async () => undefined)
  await querySystem(db, one, [])
  await inSystem(db, async () => Promise.reject(new Error('refused'))).catch(() => undefined)

  expect(await countOf(metrics, 'committed')).toBe(2)
  expect(await countOf(metrics, 'rolled_back')).toBe(1)
})

async function countOf({ registry }: ReturnType<typeof buildMetrics>, outcome: string): Promise<number | undefined> {
  const text = await registry.getSingleMetricAsString('askline_transaction_seconds')
  const line = text.split('\n').find((one) => one.includes('_count{') && one.includes(`outcome="${outcome}"`))
  return line?.includes('pool="system"') ? Number(line.split(' ').at(-1)) : undefined
}

/** Returns the value for the pool of transactions that see all companies. */
async function valueOfState({ registry }: ReturnType<typeof buildMetrics>, state: string): Promise<number | undefined> {
  const all = await registry.getMetricsAsJSON()
  const gauge = all.find(({ name }) => name === 'askline_database_connections')
  const values = gauge?.values as { labels: { pool?: string; state?: string }; value: number }[]
  return values.find(({ labels }) => labels.pool === 'system' && labels.state === state)?.value
}
