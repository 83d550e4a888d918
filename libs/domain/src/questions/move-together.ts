import type { OutboxRow } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { type Move, moves } from './moves.ts'
import type { Question } from './question.ts'
import { systemTexts } from './system-texts.ts'

/** Moves of the system that many questions make at the same moment: they take no values and name no response. */
const together = ['expireInTime', 'rerouteByTime', 'promptReroute'] as const
export type MoveTogether = (typeof together)[number]

/** Only of the questions meant: the planner would read the whole table for a join. */
const isMeant = (column: string) => `${column} = any($1::uuid[])`

/**
 * As `move-<name>` and `record-effects` do it for one question, for many: guarded UPDATE, system messages, offers, one event
 * each with its audience. Their jobs are one outbox row for each company. All parts see the data as it was before.
 */
const statementOf = ({ from, where = 'true', set }: Move): string => `
with given as (
  select * from unnest($1::uuid[], $2::uuid[]) as g("questionId", "messageId")
), moved as (
  update questions q set version = q.version + 1, updated_at = next_stamp(q.updated_at, company_now(q.company_id)),
    changed_at = company_now(q.company_id), ${set}
  where ${isMeant('q.id')} and q.holder_id is null and q.status in (${from.map((status) => `'${status}'`).join(', ')}) and (${where})
  returning q.id, q.company_id, q.asker_id, q.version, q.changed_at as now, q.is_rerouted as with_agents,
    to_char(ceil_second(q.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as stamp
), removed as (
  delete from messages m using moved q where m.question_id = q.id and ${isMeant('m.question_id')} and m.type = any($3::text[])
), added as (
  insert into messages (id, company_id, question_id, type, author_kind, body, created_at, updated_at)
  select g."messageId", q.company_id, q.id, $4, 'SYSTEM', $5, q.now, q.now
  from moved q join given g on g."questionId" = q.id where $4::text is not null
), closed_offers as (
  update offers o set status = $6, closed_at = q.now
  from moved q where o.question_id = q.id and ${isMeant('o.question_id')} and o.status || '' = 'pending' and $6::text is not null
  returning o.question_id, o.expert_id
), known as (
  select question_id, author_id as id from responses r where ${isMeant('r.question_id')} and r.type in ('EXPERT', 'AGENT')
  union select question_id, expert_id from offers o
    where ${isMeant('o.question_id')} and o.status || '' = 'pending' and $6::text is null
), people as (
  select k.question_id, array_agg('user:' || k.id) as keys from known k join moved q on q.id = k.question_id
  where k.id <> q.asker_id group by k.question_id
), lost as (
  select question_id, array_agg('user:' || expert_id) as keys from closed_offers group by question_id
), told as (
  select q.*, array['company:' || q.company_id, 'staff:' || q.company_id, 'user:' || q.asker_id] || coalesce(p.keys, '{}') as audience,
    array(select unnest(p.keys) union select unnest(l.keys) union select 'staff:' || q.company_id where q.with_agents) as inbox
  from moved q left join people p on p.question_id = q.id left join lost l on l.question_id = q.id
), event as (
  insert into question_events (question_id, seq, company_id, type, actor_kind, audience, at)
  select id, version, company_id, $7, 'system', audience, now from told
), handed as (
  insert into outbox (company_id, jobs)
  select company_id, jsonb_agg(jsonb_build_object('job', 'question-changed', 'payload', jsonb_build_object('questionId', id,
    'version', version, 'type', $7::text, 'lastUpdated', stamp, 'audience', to_jsonb(audience), 'inbox', to_jsonb(inbox))))
  from told group by company_id
  returning id, key, jobs
)
select array(select id from moved) as moved, (select json_agg(handed) from handed) as rows`

const statements = Object.fromEntries(
  together.map((name) => [name, { name: `move-together-${name}`, text: statementOf(moves[name]) }]),
) as Record<MoveTogether, Statement>

/**
 * Makes the same move of the system on many locked questions that nobody holds: one statement, whatever their number.
 * Yields the ids of those that were moved; the guard refused the others.
 */
export async function moveTogether(tx: Tx, name: MoveTogether, questions: Question[]): Promise<Set<string>> {
  const { removes = [], adds = [], offers, event }: Move = moves[name]
  const type = adds[0]?.type ?? null
  const [done] = await tx.query<{ moved: string[]; rows: OutboxRow[] | null }>(statements[name], [
    questions.map(({ id }) => id),
    questions.map(() => newId()),
    removes,
    type,
    type && systemTexts[type],
    offers ?? null,
    event,
  ])
  tx.outgoing.push(...(done?.rows ?? []))
  return new Set(done?.moved)
}
