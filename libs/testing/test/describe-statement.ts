import type { Client, Connection, FieldDef, Submittable } from 'pg'

/** Postgres' description of a prepared statement. */
export type Described = {
  params: string[]
  columns: DescribedColumn[]
}

export type DescribedColumn = {
  name: string
  type: string
  /** For a plain column of a table: whether the catalog excludes null. `undefined` for an expression. */
  isNotNull: boolean | undefined
}

/** Prepares a statement without running it. Throws Postgres' error if it cannot be parsed. */
export async function describeStatement(client: Client, statement: { name: string; text: string }): Promise<Described> {
  const fields = await prepare(client, statement)
  const { rows: prepared } = await client.query<{ params: string[] }>(
    'select parameter_types::text[] as params from pg_prepared_statements where name = $1',
    [statement.name],
  )
  const { rows } = await client.query<{ type: string; isNotNull: boolean | null }>(
    `select format_type(f.type, null) as type, a.attnotnull as "isNotNull"
     from unnest($1::oid[], $2::oid[], $3::int[]) with ordinality as f(type, source, position, n)
       left join pg_attribute a on a.attrelid = f.source and a.attnum = f.position and f.position > 0
     order by f.n`,
    [fields.map((f) => f.dataTypeID), fields.map((f) => f.tableID), fields.map((f) => f.columnID)],
  )
  return {
    params: prepared[0]?.params ?? [],
    columns: rows.map(({ type, isNotNull }, n) => ({
      name: fields[n]?.name ?? '',
      type,
      isNotNull: isNotNull ?? undefined,
    })),
  }
}

/** Sends Parse, Describe and Sync, for which the driver has no call. Returns the columns of the statement. */
function prepare(client: Client, { name, text }: { name: string; text: string }): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: FieldDef[] = []
    const description = {
      submit(connection: Connection) {
        connection.parse({ name, text, types: [] }, true)
        connection.describe({ type: 'S', name }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: FieldDef[] }) {
        fields = message.fields
      },
      // The driver then forgets this query, so that no ReadyForQuery follows.
      handleError: reject,
      handleReadyForQuery() {
        resolve(fields)
      },
    }
    client.query(description satisfies Submittable)
  })
}
