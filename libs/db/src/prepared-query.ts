import pg from 'pg'

/** Postgres' description of a statement's rows, and what pg derives from it to read them. */
type RowDescription = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** Members of pg's query that its types leave out. */
type QueryParts = {
  _result: RowDescription
  _accumulateRows: boolean
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

/** The descriptions that a connection has received, by name of the statement, and the same connection without the message Describe. */
type Described = { descriptions: Map<string, RowDescription>; silent: pg.Connection }
const describedOn = new WeakMap<pg.Connection, Described>()

function describedBy(connection: pg.Connection): Described {
  let described = describedOn.get(connection)
  if (!described) {
    const silent = Object.create(connection, { describe: { value: () => undefined } })
    described = { descriptions: new Map(), silent }
    describedOn.set(connection, described)
  }
  return described
}

/**
 * Runs a statement with a name and returns its rows. Postgres describes them only the first time on a connection. pg itself asks
 * each time, which for fifty columns costs as much as to read the row. The description holds, because Postgres refuses a prepared statement whose rows would
 * differ. Rejects as `client.query` does.
 */
export function runPrepared<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: pg.QueryConfig & { name: string },
): Promise<Row[]> {
  return new Promise<Row[]>((resolve, reject) => {
    const sent = new pg.Query<Row>(query, (error, result) => (error ? reject(error) : resolve(result.rows)))
    const parts = sent as unknown as QueryParts
    const { submit } = sent
    sent.submit = (connection) => {
      const { descriptions, silent } = describedBy(connection)
      const description = descriptions.get(query.name)
      if (description) {
        Object.assign(parts._result, description)
        parts._accumulateRows = true
        return submit.call(sent, silent)
      }
      const { handleCommandComplete } = parts
      parts.handleCommandComplete = (message, from) => {
        const { fields, _parsers, _prebuiltEmptyResultObject } = parts._result
        descriptions.set(query.name, { fields, _parsers, _prebuiltEmptyResultObject })
        handleCommandComplete.call(sent, message, from)
      }
      return submit.call(sent, connection)
    }
    client.query(sent)
  }).catch((error: Error) => {
    // The stack of the parser is replaced by one that leads to the caller.
    Error.captureStackTrace(error)
    throw error
  })
}
