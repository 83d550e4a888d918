import type { Ours } from '../ours.ts'

const rowsOfStep = 100_000
/** Distance between past questions. The newest is two hours old. */
const secondsApart = 15

const id = (group: string, n: string) => `('00000000-0000-7000-${group}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const word = (from: string, spread: number, power: number) =>
  `'w' || (${from}) + (random() ^ ${power} * ${spread})::int`

const people = [
  `insert into users (id, company_id, role, email, address, name)
     select ${id('8001', 'n')}, $1, 'expert', 'past' || n || '@example.com', 'past' || n || '@example.com', 'Expert ' || n from generate_series(1, $2::int) n`,
  `insert into experts (user_id, company_id, languages, topics, capacity)
     select ${id('8001', 'n')}, $1, '{en}', array['w' || (n * 7) % 20000], 5 from generate_series(1, $2::int) n`,
]
const questions = `with made as (
    select n, floor(500 * random() ^ 2)::int as topic, random() as luck, now() - interval '2 hours' - n * interval '${secondsApart} s' as at
    from generate_series($3::int, $4::int) n
  ), asked as (
    insert into questions (id, company_id, asker_id, category_id, type, subject, text, language, company_tags, status, closed_at,
      num_responses, first_response_at, first_offered_at, experts_available, expires_at, created_at, updated_at, changed_at, queued_at)
    select ${id('8002', 'n')}, $1, a.id, c.id, 'QUESTION', 'w' || topic, concat_ws(' ',
        ${Array.from({ length: 5 }, () => word('topic * 40', 39, 2)).join(', ')},
        ${Array.from({ length: 9 }, () => word('20000', 60_000, 4)).join(', ')}),
      'en', '{}', 'RESOLVED', at + interval '1 hour', 1, at + interval '20 minutes', at + interval '1 s', 3, at + interval '1 day',
      at, at, at + interval '1 hour', at
    from made, (select id from categories where company_id = $1 limit 1) c,
      (select id from users where company_id = $1 and role = 'user' limit 1) a
  )
  insert into responses (id, company_id, question_id, type, author_id, is_accepted, accepted_at, created_at)
    select ${id('8003', 'n')}, $1, ${id('8002', 'n')}, 'EXPERT', ${id('8001', '1 + (topic * 200 + floor(200 * luck ^ 3)::int) % $2::int')},
      luck < 0.6, case when luck < 0.6 then at + interval '1 hour' end, at + interval '20 minutes' from made`

/** Gives a company a generated past: experts, and questions that they resolved. Words and experts per topic follow long-tailed distributions. */
export async function fillPast(
  { sql }: Ours,
  companyId: string,
  { past, staff }: { past: number; staff: number },
): Promise<void> {
  for (const statement of people) await sql(statement, [companyId, staff])
  for (let from = 1; from <= past; from += rowsOfStep) {
    await sql(questions, [companyId, staff, from, Math.min(past, from + rowsOfStep - 1)])
  }
  for (const table of ['users', 'experts', 'questions', 'responses']) await sql(`analyze ${table}`)
}
