import { codeOf } from '@askline/db'
import { StartRefusedError, withClient, withoutPassword } from '@askline/testing/servers'
import type { Client } from 'pg'

// Marks a database that was empty when `npm start` first used it. Only such a database may be emptied by --fresh.
const MARK = 'askline demo: made by npm start, emptied by npm start -- --fresh'

/** Creates the database of a URL if the server answers but the database is missing. Other errors appear at the next connection. */
export async function createMissingDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const isMissing = await withClient(url, async () => false).catch((error) => codeOf(error) === '3D000')
  if (!isMissing) return
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  await withClient(maintenance.href, (client) =>
    client.query(`create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8' locale 'C'`),
  ).catch((error: Error) => {
    throw new StartRefusedError(
      `The database "${name}" does not exist and cannot be made: ${error.message}.`,
      `Make it, or correct DATABASE_URL (${withoutPassword(url)}).`,
    )
  })
}

/** Marks an empty database as the demo's. With `fresh`, empties a marked one and throws StartRefusedError for an unmarked one with data. */
export async function claimDatabase(url: string, fresh: boolean): Promise<void> {
  await withClient(url, async (client) => {
    const { isMarked, isEmpty } = await describe(client)
    if (fresh && !isMarked && !isEmpty) throw notOurs(url)
    if (fresh && isMarked) await dropSchemas(client)
    if (isEmpty && !isMarked) await mark(client)
  })
}

async function describe(client: Client): Promise<{ isMarked: boolean; isEmpty: boolean }> {
  const { rows } = await client.query<{ comment: string | null; tables: number }>(
    `select shobj_description(oid, 'pg_database') as comment,
       (select count(*)::int from pg_tables where schemaname !~ '^(pg_|information_schema)') as tables
     from pg_database where datname = current_database()`,
  )
  return { isMarked: rows[0]?.comment === MARK, isEmpty: rows[0]?.tables === 0 }
}

async function dropSchemas(client: Client): Promise<void> {
  const { rows } = await client.query<{ nspname: string }>(
    `select nspname from pg_namespace where nspname !~ '^(pg_|information_schema)'`,
  )
  for (const { nspname } of rows) await client.query(`drop schema ${client.escapeIdentifier(nspname)} cascade`)
  await client.query('create schema public')
}

async function mark(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const name = client.escapeIdentifier(rows[0]?.name ?? '')
  // Only the owner may comment on a database. Any other database stays unmarked.
  await client.query(`comment on database ${name} is ${client.escapeLiteral(MARK)}`).catch(() => {})
}

function notOurs(url: string): StartRefusedError {
  return new StartRefusedError(
    `--fresh would empty the database of DATABASE_URL (${withoutPassword(url)}), which "npm start" did not make.`,
    'Empty it yourself, give the name of a new database, or leave out --fresh.',
  )
}
