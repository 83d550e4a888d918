import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, migrateDatabase, openDatabase, prepareLoginRoles } from '@askline/db'
import { findPostgresTools, ownPostgres } from '@askline/testing/servers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskWatch } from '../src/loops/disk-watch.ts'
import { buildWorkerMetrics } from '../src/worker-metrics.ts'

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

test('the metrics have the end of the log in the archive, and tell of a server that archived and does not any more', async () => {
  const server = await ownPostgres({ log: () => undefined })
  onTestFinished(() => server.stop())
  await migrateDatabase(server.url)
  const db = openDatabase(server.url)
  onTestFinished(() => db.close())
  const metrics = buildWorkerMetrics()
  const watch = diskWatch(db, metrics.setDiskUse)
  const read = async () => {
    await watch.work()
    return seriesOf(await metrics.common.registry.metrics())
  }
  expect(await read()).toMatchObject({ askline_archive_stopped: 0 })
  expect(await read()).not.toHaveProperty('askline_archived_timestamp_seconds')

  // A command that hangs, which Postgres does not count as a failure.
  const mayGoOn = join(tmpdir(), `askline-archive-${process.pid}`)
  onTestFinished(() => rmSync(mayGoOn, { force: true }))
  const hanging = `archive_command = 'until [ -e ${mayGoOn} ]; do sleep 0.1; done'`
  const expectItStandsStill = async () => {
    await finishFileOfLog(db)
    await finishFileOfLog(db)
    const stuck = (await read())['askline_archived_timestamp_seconds']
    expect(stuck).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await read()).toMatchObject({ askline_archived_timestamp_seconds: stuck, askline_archive_failing: 0 })
  }
  await configure(db, 'archive_mode = on', hanging)
  await server.restart('SIGINT')
  await expectItStandsStill()

  await configure(db, `archive_command = 'true'`)
  writeFileSync(mayGoOn, '')
  const idle = Date.now() / 1_000
  await vi.waitFor(async () => expect((await read())['askline_archived_timestamp_seconds']).toBeGreaterThan(idle + 1))

  rmSync(mayGoOn)
  await configure(db, hanging)
  await expectItStandsStill()

  writeFileSync(mayGoOn, '')
  await configure(db, 'archive_mode = off')
  await server.restart('SIGINT')
  expect(await read()).toMatchObject({ askline_archive_stopped: 1 })
}, 240_000)

const tools = findPostgresTools()

test.skipIf(tools === undefined)(
  'the metrics have the time of the newest base backup, if the login roles were prepared by a superuser',
  async () => {
    const server = await ownPostgres({ log: () => undefined, ...(tools && { binaries: tools }) })
    onTestFinished(() => server.stop())
    const backup = mkdtempSync(join(tmpdir(), 'askline-base-'))
    onTestFinished(() => rmSync(backup, { recursive: true, force: true }))
    const addressOf = (role: string) => Object.assign(new URL(server.url), { username: role, password: 'secret' }).href
    const roles = { ownerUrl: addressOf('owner'), serviceUrl: addressOf('service') }
    await migrateDatabase(server.url)
    await prepareLoginRoles(roles, { connectionString: server.url })
    const db = openDatabase(roles.serviceUrl)
    onTestFinished(() => db.close())
    const superuser = openDatabase(server.url)
    onTestFinished(() => superuser.close())
    await configure(superuser, 'archive_mode = on', `archive_command = 'true'`)
    await server.restart('SIGINT')
    const metrics = buildWorkerMetrics()
    const read = async () => {
      await diskWatch(db, metrics.setDiskUse).work()
      return seriesOf(await metrics.common.registry.metrics())
    }
    const none = (await read())['askline_base_backup_timestamp_seconds'] ?? 0
    expect(none).toBeGreaterThan(0)

    const began = Date.now() / 1_000
    execFileSync(join(tools?.folder ?? '', 'pg_basebackup'), [
      '-d',
      server.url,
      '-D',
      join(backup, 'base'),
      '-c',
      'fast',
    ])

    await vi.waitFor(async () =>
      expect((await read())['askline_base_backup_timestamp_seconds']).toBeGreaterThan(began - 2),
    )
    expect(none).toBeLessThan(began)
  },
  240_000,
)

/** Makes Postgres hand the present file of its log to the archive. */
async function finishFileOfLog(db: Database): Promise<void> {
  const client = await db.system.connect()
  await client.query('set role none')
  await client.query('create table finished (); drop table finished; select pg_switch_wal()')
  client.release(true)
}

/** Sets parameters of the server, as its owner. */
async function configure(db: Database, ...settings: string[]): Promise<void> {
  const client = await db.system.connect()
  await client.query('set role none')
  for (const setting of settings) await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
  client.release(true)
}

function seriesOf(text: string): Record<string, number> {
  const found = text.matchAll(/^(askline_(?:database|archive|base_backup)\w+)\{[^}]*\} (\S+)$/gm)
  return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]))
}
