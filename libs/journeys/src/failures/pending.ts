import type { Stage } from '../stage/stage.ts'

/** A question whose company, asker and category are copied. */
export type Copied = { companyId: string; questionId: string }

const columns = `company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at`

/**
 * Inserts `count` answered questions with deadlines days ahead into the company of `questionId`. They make scans of the
 * sweeper and the reconciler expensive. They have no history, so remove them before the oracle runs.
 */
export async function insertPending({ sql }: Pick<Stage, 'sql'>, questionId: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 50_000) {
    await sql(
      `with made as (
         insert into questions (id, ${columns}, metadata, turn, num_responses, first_response_at, silence_due_at)
         select gen_random_uuid(), ${columns}, '{"pending": true}', 'asker', 1, clock_timestamp(), clock_timestamp() + random() * interval '7 days' + interval '1 day'
         from questions, generate_series(1, $2::int) where id = $1
         returning id, company_id
       )
       insert into responses (id, company_id, question_id, type) select gen_random_uuid(), company_id, id, 'EXPERT' from made`,
      [questionId, Math.min(left, 50_000)],
    )
  }
  await sql('analyze questions')
}

/** Removes them. Skips foreign-key checks, which would cost a look-up per row, because only responses refer to them. */
export async function removePending({ sql }: Pick<Stage, 'sql'>): Promise<void> {
  await sql(`do $$ begin
    set local session_replication_role = replica;
    delete from responses where question_id in (select id from questions where metadata = '{"pending": true}');
    delete from questions where metadata = '{"pending": true}';
  end $$`)
}

/**
 * Inserts `count` complete questions (history, notice, three offers) into the company of `questionId`. All of them expire at
 * the same moment, `inMs` from now. Returns that moment in the database's time.
 */
export async function insertDue(
  { sql }: Pick<Stage, 'sql'>,
  questionId: string,
  count: number,
  inMs: number,
): Promise<Date> {
  const [moment] = await sql<{ at: Date }>(
    `with moment as (select date_trunc('second', clock_timestamp() + $3 * interval '1 millisecond') as at),
     made as (
       insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, languages, metadata, turn, wave,
         wave_due_at, escalation_due_at, expiry_due_at, expires_at)
       select gen_random_uuid(), company_id, asker_id, category_id, type, subject, text, company_tags, languages, '{"due": true}',
         'experts', 1, m.at + interval '1 hour', m.at + interval '8 hours', m.at, m.at
       from questions, moment m, generate_series(1, $2::int) where id = $1
       returning id, company_id, asker_id, expires_at
     ), told as (
       insert into question_events (question_id, seq, company_id, type, actor_kind, actor_id, audience)
       select id, 1, company_id, 'QUESTION_APPROVED', 'user', asker_id, array['company:' || company_id, 'user:' || asker_id] from made
     ), noticed as (
       insert into messages (id, company_id, question_id, type, author_kind)
       select gen_random_uuid(), company_id, id, 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE', 'SYSTEM' from made
     ), offered as (
       insert into offers (id, company_id, question_id, expert_id, round, wave)
       select gen_random_uuid(), made.company_id, made.id, e.user_id, 0, 1 from made
       cross join lateral (select user_id from experts where company_id = made.company_id order by user_id limit 3) e
     )
     select at from moment`,
    [questionId, count, inMs],
  )
  return moment?.at ?? new Date(Number.NaN)
}
