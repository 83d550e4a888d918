import { inSystem, migrateDatabase, openDatabase } from '@askline/db'
import { ownPostgres } from '@askline/testing/servers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCompany } from '../src/companies/create-company.ts'
import { readStart } from '../src/companies/start-steps.ts'

test('a backup counts if the log was archived in the last day and, where services can see it, a base backup was made', async () => {
  const server = await ownPostgres({ log: () => undefined })
  onTestFinished(() => server.stop())
  await migrateDatabase(server.url)
  const db = openDatabase(server.url)
  onTestFinished(() => db.close())
  const { companyId } = await inSystem(db, (tx) => createCompany(tx, { tag: 'bank', name: 'Bank' }))
  const stepOf = async () => {
    const { steps } = await inSystem(db, (tx) => readStart(tx.of(companyId)))
    return steps.find(({ name }) => name === 'BACKUP')
  }
  expect(await stepOf()).toEqual({ name: 'BACKUP', isDone: false })

  await db.system.query('alter system set archive_mode = on')
  await db.system.query(`alter system set archive_command = 'true'`)
  await server.restart('SIGINT')
  await db.system.query('select pg_switch_wal()')
  await vi.waitFor(async () => expect(await stepOf()).toEqual({ name: 'BACKUP', isDone: true }), { timeout: 60_000 })

  await db.system.query('grant execute on function pg_ls_waldir() to askline_system')
  expect(await stepOf()).toEqual({ name: 'BACKUP', isDone: false })
  const client = await db.system.connect()
  await client.query(`select pg_backup_start('first', true)`)
  await client.query('select pg_backup_stop()')
  client.release()
  expect(await stepOf()).toEqual({ name: 'BACKUP', isDone: true })

  await inSystem(db, (tx) => createCompany(tx, { tag: 'rival', name: 'Rival' }))
  expect(await stepOf()).toBe(undefined)
}, 120_000)
