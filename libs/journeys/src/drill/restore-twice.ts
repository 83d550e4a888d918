import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresTools } from '@askline/testing/servers'
import pg from 'pg'
import { startArchivedPostgres } from './archived-postgres.ts'
import { afterAllCommits, archiveAll, destroy, recover } from './recovery.ts'

// The name of a backup is in whole seconds, and the next one at most.
const nameMs = 2_000

/** The texts that are stored after each restore, and what restore.sh said. */
type RestoredTwice = {
  /** After a restore to a time. */
  afterFirst: string[]
  /** After a second one to a later time, which the first one left out. */
  afterSecond: string[]
  /** After a third one to the latest change. */
  afterThird: string[]
  /** After a restore to a time between two later backups, the last of which removed the first backup. */
  afterFourth: string[]
  /** The timeline for a time between the first two restores. */
  timelineBetween: string
  /** The error of restore.sh for the second restore's time on the timeline of the first one. */
  refusal: string
}

/** Restores again and again, with a base backup of the lost time in the way. Needs no service, so it is short. */
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
  const backUp = (more: Record<string, string> = {}) =>
    postgres.runScript('backup.sh', [postgres.backups], { DATABASE_URL: address, ...more })
  const restoreTo = async (time: string) => {
    await archiveAll(database)
    await destroy(postgres)
    await recover(postgres, database, time)
    return await read()
  }
  const layOut = (folder: string, ...words: string[]) =>
    postgres.runScript('restore.sh', [postgres.backups, join(postgres.backups, folder), ...words])
  try {
    await database.sql('create table written (id serial primary key, text text not null)')
    // backup.sh asks it for the keys of the database.
    await database.sql('create table signing_keys (encryption_key_id text, encrypted_private_key text)')
    await write('before the backup')
    await backUp()
    await pause(nameMs)
    await write('before the first time')
    const first = await afterAllCommits(database)
    await write('before the second time')
    const second = await afterAllCommits(database)
    await write('lost')
    // The next backup starts later in the log than those after the restores.
    for (let n = 0; n < 8; n++) {
      await archiveAll(database)
      await write('lost')
    }
    await backUp()
    await write('lost')
    const afterFirst = await restoreTo(first)

    await write('between the restores')
    const between = await afterAllCommits(database)
    await write('between the restores')
    const afterSecond = await restoreTo(second)

    await write('after the second restore')
    const afterThird = await restoreTo('latest')
    const timelineBetween = /timeline (\d+)/.exec(await layOut('between', between))?.[1] ?? ''
    const refusal = await layOut('refused', second, '2').catch((error: Error) => error.message)

    await write('after the third restore')
    await backUp()
    await pause(nameMs)
    await write('after the third backup')
    const third = await afterAllCommits(database)
    await write('lost again')
    await archiveAll(database)
    // Removes the first backup. The second one, of the lost time, is now the oldest.
    await backUp({ KEEP: '3' })
    return { afterFirst, afterSecond, afterThird, afterFourth: await restoreTo(third), timelineBetween, refusal }
  } finally {
    await pool.end()
    await postgres.stop()
  }
}
