import type { Database } from '@askline/db'

/** Copies a question's row, without rows of other tables. Returns the ids of the copies. */
export async function copyQuestion(db: Database, questionId: string, count: number): Promise<string[]> {
  const { rows: found } = await db.system.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = 'questions' and is_generated = 'NEVER' and is_identity = 'NO' and column_name not in ('id', 'seq')`,
  )
  const columns = found[0]?.names
  const { rows } = await db.system.query<{ id: string }>(
    `insert into questions (id, ${columns})
      select gen_random_uuid(), ${columns} from questions, generate_series(1, $2) where id = $1 returning id`,
    [questionId, count],
  )
  return rows.map(({ id }) => id)
}
