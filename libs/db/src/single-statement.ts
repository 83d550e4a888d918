import pg from 'pg'
import type { Database } from './open.ts'

/** Name of the opening statement on connections that have prepared it. */
const openingName = 'open-single-statement'
const prepared = new WeakSet<pg.Connection>()

/**
 * Runs one statement in a transaction of its own and returns its rows. Postgres takes the opening statement and this one as an
 * implicit transaction, because both arrive before a single Sync. BEGIN, COMMIT and their round trip would double the CPU time
 * of a small statement. After an error the connection is closed.
 */
export async function runSingleStatement<Row extends pg.QueryResultRow>(
  db: Database,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const client = await db.system.connect()
  const began = performance.now()
  const note = (outcome: 'committed' | 'rolled_back') => db.onTransaction(performance.now() - began, 'system', outcome)
  try {
    const rows = await new Promise<Row[]>((resolve, reject) => {
      // Without this, pg would send a query without name and values as text, which ends no transaction that began before it.
      const extended = { ...query, queryMode: 'extended' }
      const sent = new pg.Query<Row>(extended, (error, results) => {
        if (error) reject(error)
        // The first result belongs to the opening statement.
        else resolve([results].flat().at(-1)?.rows ?? [])
      })
      const { submit } = sent
      sent.submit = (connection) => {
        connection.stream.cork()
        sendOpening(connection, db.systemOpening, query.name !== undefined)
        const refused = submit.call(sent, connection)
        connection.stream.uncork()
        return refused
      }
      client.query(sent)
    })
    client.release()
    note('committed')
    return rows
  } catch (error) {
    client.release(true)
    note('rolled_back')
    throw error
  }
}

/** An unnamed query has an unnamed opening, because its pooler may know no prepared statements. */
function sendOpening(connection: pg.Connection, text: string, isNamed: boolean): void {
  const name = isNamed ? openingName : ''
  if (!isNamed || !prepared.has(connection)) connection.parse({ name, text, types: [] }, true)
  if (isNamed) prepared.add(connection)
  connection.bind({ statement: name }, true)
  // pg cannot read a row without its description.
  connection.describe({ type: 'P' }, true)
  connection.execute({}, true)
}
