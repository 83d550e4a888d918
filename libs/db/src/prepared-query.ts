import pg from 'pg'

/** Postgres' description of a statement's rows, and what pg derives from it to read them. */
type RowDescription = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** A query of pg with the members that pg's types leave out. */
class PreparedQuery<Row extends pg.QueryResultRow> extends pg.Query<Row> {
  declare _result: RowDescription
  declare _accumulateRows: boolean
  declare handleCommandComplete: (message: unknown, connection: pg.Connection) => void
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
 * each time, which for fifty columns costs as much as reading the row. The description holds, because Postgres refuses a prepared
 * statement whose rows would differ. Rejects as `client.query` does.
 */
export function runPrepared<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: pg.QueryConfig & { name: string },
): Promise<Row[]> {
  return new Promise<Row[]>((resolve, reject) => {
    const sent = new PreparedQuery<Row>(query, (error, result) => (error ? reject(error) : resolve(result.rows)))
    const { submit, handleCommandComplete } = sent
    sent.submit = (connection) => {
      const { descriptions, silent } = describedBy(connection)
      const description = descriptions.get(query.name)
      if (description) {
        Object.assign(sent._result, description)
        sent._accumulateRows = true
        return submit.call(sent, silent)
      }
      sent.handleCommandComplete = (message, from) => {
        const { fields, _parsers, _prebuiltEmptyResultObject } = sent._result
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
