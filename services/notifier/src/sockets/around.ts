import { type Database, inCompany, type Statement } from '@askline/db'

const around: Statement = {
  name: 'notifier-who-is-around',
  text: `select coalesce(
      (select name from users where id = $2 and forgotten_at is null),
      (select name from integrations where id = $2)) as name,
    coalesce((select audience from question_events where question_id = $1 order by seq desc limit 1), '{}') as audience`,
}

/** What a person is called, and the audience keys of the question's newest event. */
export async function findAround(db: Database, companyId: string, questionId: string, personId: string) {
  const [found] = await inCompany(db, companyId, (tx) =>
    tx.query<{ name: string | null; audience: string[] }>(around, [questionId, personId]),
  )
  return { name: found?.name ?? undefined, keys: found?.audience ?? [] }
}
