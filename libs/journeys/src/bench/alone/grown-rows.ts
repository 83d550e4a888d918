import { statfs } from 'node:fs/promises'
import type { Ours } from '../ours.ts'

/** Measured at a million: tables and indexes took 3.9 GB. */
const bytesPerQuestion = 4_200
/** The log of Postgres grows to twice `max_wal_size` at most, which is 1 GB unless set otherwise. */
const bytesOfLog = 2e9
const rowsOfStep = 50_000
const otherUsers = 5_000

/** A year for a million questions. The newest is two hours old. */
const at = `now() - interval '2 hours' - n * interval '31 s'`

/** A version 7 UUID by creation. `group` tells tables apart, and `place` the rows of one question. */
const id = (group: 0 | 1 | 2 | 3, place = 0) =>
  `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '${'89ab'[group]}'
    || lpad(to_hex(n::bigint * 16 + ${place}), 15, '0'))::uuid`
const otherUser = (n: string) => `('00000000-0000-7000-8001-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const users = `insert into users (id, company_id, role, email, address, name, folded)
  select ${otherUser('n')}, $1, 'user', 'user' || n || '@example.com', 'user' || n || '@example.com', 'User ' || n, 'user ' || n
  from generate_series(1, ${otherUsers}) n
  on conflict do nothing`

/** Past questions $2 to $3 of the companies $1: of ten, nine are resolved by an expert; the others expired, were closed or withdrawn. */
const questions = `
  with company as (
    select id, turn - 1 as turn, (select id from categories k where k.company_id = c.id limit 1) as category,
      array(select id from users u where u.company_id = c.id and u.role = 'user' and u.email like 'asker%' order by id) as askers,
      array(select user_id from experts e where e.company_id = c.id order by user_id) as experts
    from unnest($1::uuid[]) with ordinality as c(id, turn)
  ), made as materialized (
    select g.n, ${at} as at, c.id as company, c.category,
      case when g.n % 10 < 2 then c.askers[1 + g.n / 10 % cardinality(c.askers)] else ${otherUser(`1 + g.n % ${otherUsers}`)} end as asker,
      c.experts[1 + g.n / 2 % cardinality(c.experts)] as expert,
      case g.n % 20 when 0 then 'EXPIRED' when 1 then 'CLOSED_BY_COMPANY' else 'RESOLVED' end as status
    from generate_series($2::int, $3::int) as g(n) join company c on c.turn = g.n % 2
  ), question as (
    insert into questions (id, company_id, asker_id, category_id, type, subject, text, folded, language, company_tags, status, closed_at,
      num_responses, first_response_at, first_offered_at, experts_available, expires_at, created_at, updated_at, changed_at,
      queued_at, version)
    select ${id(0)}, company, asker, category, 'QUESTION', 'Question ' || n, 'How long does transfer ' || n || ' take, and why?',
      'question ' || n || e'\\nhow long does transfer ' || n || ' take and why', 'en',
      '{}', status, at + interval '1 hour', case status when 'RESOLVED' then 1 else 0 end,
      case status when 'RESOLVED' then at + interval '20 minutes' end, at + interval '1 s', 3, at + interval '1 day', at,
      at + interval '1 hour', at + interval '1 hour', at, 5
    from made
  ), outside as (
    insert into question_external_ids (company_id, system, external_id, question_id) select company, 'shop', 'grown-' || n, ${id(0)} from made
  ), response as (
    insert into responses (id, company_id, question_id, type, author_id, is_accepted, accepted_at, created_at, updated_at)
    select ${id(1)}, company, ${id(0)}, 'EXPERT', expert, true, at + interval '1 hour', at + interval '20 minutes', at
    from made where status = 'RESOLVED'
  ), event as (
    insert into question_events (question_id, seq, company_id, type, actor_kind, actor_id, audience, at)
    select ${id(0)}, seq, company, (array['QUESTION_APPROVED', 'QUESTION_OFFERED', 'RESPONSE_ADDED', 'MESSAGE_ADDED', 'RESPONSE_ACCEPTED'])[seq],
      'user', asker, array['u:' || asker], at + seq * interval '1 minute'
    from made, generate_series(1, 5) as seq
  ), message as (
    insert into messages (id, company_id, question_id, response_id, type, author_id, author_kind, body, folded, external_ids, created_at, updated_at)
    select case p when 1 then ${id(2, 1)} when 2 then ${id(2, 2)} else ${id(2, 3)} end, company, ${id(0)}, ${id(1)}, 'MESSAGE',
      case p % 2 when 1 then expert else asker end, case p % 2 when 1 then 'EXPERT' else 'USER' end,
      'Transfers take ' || (1 + n % 9) || ' days, because banks settle them at night.',
      'transfers take ' || (1 + n % 9) || ' days because banks settle them at night',
      case p % 2 when 1 then '[]' else jsonb_build_array(jsonb_build_object('id', 'grown-' || n, 'system', 'shop')) end,
      at + p * interval '20 minutes', at
    from made, generate_series(1, 3) as p where status = 'RESOLVED'
  )
  insert into offers (id, company_id, question_id, expert_id, round, wave, status, created_at, closed_at)
  select ${id(3)}, company, ${id(0)}, expert, 0, 1, 'accepted', at + interval '1 s', at + interval '20 minutes' from made`

const tables = ['users', 'questions', 'question_external_ids', 'responses', 'question_events', 'messages', 'offers']

/**
 * Adds past questions `from` to `to` of two companies in turn, the newest first, each with its conversation and events. Reports
 * progress. Throws if the disk has too little space.
 */
export async function growRows(
  { sql }: Ours,
  companies: readonly [string, string],
  { from, to, say }: { from: number; to: number; say: (line: string) => void },
): Promise<void> {
  const [place] = await sql<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const needed = (to - from + 1) * bytesPerQuestion + bytesOfLog
  const disk = await statfs(place?.folder ?? '/').catch(() => undefined)
  const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  say(`growth: ${to - from + 1} questions need ${gigabytes(needed)} of disk with the log; ${gigabytes(free)} are free`)
  if (free < needed) throw new Error('The disk has too little space for this many questions: choose fewer by --grown')

  await sql(users, [companies[0]])
  // Triggers would check each reference to rows of the same statement.
  await sql(`set session_replication_role = replica`)
  for (let step = from; step <= to; step += rowsOfStep) {
    await sql(questions, [companies, step, Math.min(to, step + rowsOfStep - 1)])
    const done = Math.min(to, step + rowsOfStep - 1)
    if (done % (4 * rowsOfStep) === 0 || done === to) say(`growth: ${done} of ${to} questions are written`)
  }
  await sql(`set session_replication_role = origin`)
  for (const table of tables) await sql(`vacuum (analyze) ${table}`)
}

/** Returns the question at place `n`, counted from the newest, with what a poll and a list need. */
export async function findGrown(
  { sql }: Ours,
  places: readonly number[],
): Promise<{ uuid: string; updatedAt: Date; n: number }[]> {
  return sql(
    `select x.question_id as uuid, q.updated_at as "updatedAt", g.n from unnest($1::int[]) as g(n)
     join question_external_ids x on x.external_id = 'grown-' || g.n and x.system = 'shop' join questions q on q.id = x.question_id`,
    [places],
  )
}
