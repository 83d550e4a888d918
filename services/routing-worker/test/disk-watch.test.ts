import { type Database, migrateDatabase, openDatabase } from '@askline/db'
import { ownPostgres } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskWatch } from '../src/loops/disk-watch.ts'
import { buildWorkerMetrics } from '../src/metrics.ts'

test('the metrics have the size of the database after the first reading, and whether archiving fails', async () => {
  const server = await ownPostgres({ log: () => undefined })
  onTestFinished(() => server.stop())
  await migrateDatabase(server.url)
  const db = openDatabase(server.url)
  onTestFinished(() => db.close())
  await configure(db, 'archive_mode = on', `archive_command = 'false'`)
  await server.restart('SIGINT')
  const metrics = buildWorkerMetrics()
  const watch = diskWatch(db, metrics.setDiskUse)
  const read = async () => {
    await watch.work()
    return seriesOf(await metrics.common.registry.metrics())
  }
  expect(seriesOf(await metrics.common.registry.metrics())).toEqual({})

  expect((await read())['askline_database_bytes']).toBeGreaterThan(2 ** 20)

  await db.system.query('select pg_switch_wal()')
  await vi.waitFor(async () => expect((await read())['askline_archive_failing']).toBe(1), { timeout: 60_000 })
  await configure(db, `archive_command = 'true'`)
  await vi.waitFor(async () => expect((await read())['askline_archive_failing']).toBe(0), { timeout: 120_000 })
}, 240_000)

/** Sets parameters of the server, as its owner. */
async function configure(db: Database, ...settings: string[]): Promise<void> {
  const client = await db.system.connect()
  await client.query('set role none')
  for (const setting of settings) await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
  client.release(true)
}

function seriesOf(text: string): Record<string, number> {
  const found = text.matchAll(/^(askline_(?:database_bytes|archive_failing))\{[^}]*\} (\S+)$/gm)
  return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]))
}
