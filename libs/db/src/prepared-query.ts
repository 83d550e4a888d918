import pg from 'pg'

/** How the rows of a statement are read: what pg derives from Postgres' description of them. */
type Shape = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** Members of pg's query that its types leave out. */
type QueryParts = {
  _result: Shape
  _accumulateRows: boolean
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

/** What is known on a connection: the shapes by name of the statement, and the same connection without the message Describe. */
type Known = { shapes: Map<string, Shape>; undescribed: pg.Connection }
const knownOn = new WeakMap<pg.Connection, Known>()

function knownOf(connection: pg.Connection): Known {
  let known = knownOn.get(connection)
  if (!known) {
    known = { shapes: new Map(), undescribed: Object.create(connection, { describe: { value: () => undefined } }) }
    knownOn.set(connection, known)
  }
  return known
}

/**
 * Runs a statement with a name and returns its rows. Postgres describes them only the first time on a connection. pg itself asks
 * each time, which costs as much as a row. The description holds, because Postgres refuses a prepared statement whose rows would
 * differ. Rejects as `client.query` does.
 */
export function runPrepared<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: pg.QueryConfig & { name: string },
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const sent = new pg.Query<Row>(query, (error, result) => (error ? reject(error) : resolve(result.rows)))
    const parts = sent as unknown as QueryParts
    const { submit } = sent
    sent.submit = (connection) => {
      const { shapes, undescribed } = knownOf(connection)
      const shape = shapes.get(query.name)
      if (shape) {
        Object.assign(parts._result, shape)
        parts._accumulateRows = true
        return submit.call(sent, undescribed)
      }
      const { handleCommandComplete } = parts
      parts.handleCommandComplete = (message, from) => {
        const { fields, _parsers, _prebuiltEmptyResultObject } = parts._result
        shapes.set(query.name, { fields, _parsers, _prebuiltEmptyResultObject })
        handleCommandComplete.call(sent, message, from)
      }
      return submit.call(sent, connection)
    }
    client.query(sent)
  })
}
