import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresTools } from '@askline/testing/servers'
import pg from 'pg'
import { startArchivedPostgres } from './archived-postgres.ts'
import { afterAllCommits, archiveAll, destroy, recover } from './recovery.ts'

/** The texts that are stored after a restore to a time, and after a second one to the latest change. */
type RestoredTwice = { afterFirst: string[]; afterSecond: string[] }

/** Restores to a time, backs up, writes more, and restores to the latest change. Needs no service, so it is short. */
export async function restoreTwice(tools: PostgresTools): Promise<RestoredTwice> {
  const postgres = await startArchivedPostgres(tools)
  const pool = new pg.Pool({ connectionString: postgres.url })
  // A killed server closes idle connections with an error.
  pool.on('error', () => undefined)
  const database = {
    sql: async <Row>(text: string, values?: unknown[]): Promise<Row[]> => (await pool.query(text, values)).rows,
  }
  const write = (text: string) => database.sql('insert into written (text) values ($1)', [text])
  const read = async () =>
    (await database.sql<{ text: string }>('select text from written order by id')).map(({ text }) => text)
  // The mark of the services' address, which psql does not know.
  const address = `${postgres.url}${postgres.url.includes('?') ? '&' : '?'}pooler=transaction`
  const backUp = () => postgres.runScript('backup.sh', [postgres.backups], { DATABASE_URL: address })
  try {
    await database.sql('create table written (id serial primary key, text text not null)')
    // backup.sh asks it for the keys of the database.
    await database.sql('create table signing_keys (encryption_key_id text, encrypted_private_key text)')
    await write('before the backup')
    await backUp()
    // The backup's name is in whole seconds, and the next one at most.
    await pause(2_000)
    await write('before the time')
    const time = await afterAllCommits(database)
    await write('after the time')
    await archiveAll(database)
    await destroy(postgres)
    await recover(postgres, database, time)
    const afterFirst = await read()

    await write('after the restore')
    await backUp()
    await write('after the second backup')
    await archiveAll(database)
    await destroy(postgres)
    await recover(postgres, database, 'latest')
    return { afterFirst, afterSecond: await read() }
  } finally {
    await pool.end()
    await postgres.stop()
  }
}
