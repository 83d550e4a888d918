import type { OutboxRow } from '@askline/contracts'
import { newId, statement, type Tx, types } from '@askline/db'
import { systemTexts } from '../changes/system-texts.ts'
import { clocksOfQuestions } from './clauses.ts'
import { guardedUpdate } from './guarded-update.ts'
import type { Move } from './move-row.ts'
import { moves } from './moves.ts'
import { isOpen } from './open-to-all.ts'
import type { Question } from './question.ts'
import { changedColumns, recordChanges } from './record-changes.ts'

/** Moves of the system that many questions make at the same moment. They take no values and name no response. */
export const movesTogether = ['expireInTime', 'rerouteByTime', 'promptReroute'] as const
export type MoveTogether = (typeof movesTogether)[number]

/** An array instead of a join with `given`, for which the planner would read the whole table. */
const isGiven = (column: string) => `${column} = any($1::uuid[])`

const statementOf = (move: Move): string => `
with ${clocksOfQuestions}, given as (
  select * from unnest($1::uuid[], $2::uuid[], $8::boolean[]) as g("questionId", "messageId", "wasOpen")
), changed as (
  ${guardedUpdate(move, {
    using: 'clock, given g',
    which: `${isGiven('q.id')} and q.company_id = clock.company_id and g."questionId" = q.id and q.holder_id is null`,
    returning: changedColumns({
      event: '$7::text',
      was_open: 'g."wasOpen"',
    }),
  })}
), removed as (
  delete from messages m using changed c where m.question_id = c.id and ${isGiven('m.question_id')} and m.type = any($3::text[])
), added as (
  insert into messages (id, company_id, question_id, type, author_kind, body, created_at, updated_at)
  select g."messageId", c.company_id, c.id, $4, 'SYSTEM', $5, c.now, c.now
  from changed c join given g on g."questionId" = c.id where $4::text is not null
  returning seq
), closed_offers as (
  update offers o set status = $6, closed_at = c.now
  from changed c where o.question_id = c.id and ${isGiven('o.question_id')} and o.status || '' = 'pending' and $6::text is not null
  returning o.question_id, o.expert_id
), ${recordChanges({ isChanged: isGiven, closedOffers: 'closed_offers', outboxRow: 'per-company' })}
select array(select id from changed) as moved, (select json_agg(handed) from handed) as rows`

const declared = (name: MoveTogether) =>
  statement({
    name: `move-together-${name}`,
    params: [
      types.array(types.uuid),
      types.array(types.uuid),
      types.array(types.text),
      types.nullable(types.text),
      types.nullable(types.text),
      types.nullable(types.text),
      types.text,
      types.array(types.boolean),
    ],
    row: { moved: types.array(types.uuid), rows: types.nullable(types.json<OutboxRow[]>()) },
    text: statementOf(moves[name]),
  })

const statements = {
  expireInTime: declared('expireInTime'),
  rerouteByTime: declared('rerouteByTime'),
  promptReroute: declared('promptReroute'),
} satisfies Record<MoveTogether, unknown>

/**
 * Makes the same move of the system on many locked questions that no expert holds, with one statement. Returns the ids of the
 * moved questions; the guard refused the others.
 */
export async function moveTogether(tx: Tx, name: MoveTogether, questions: Question[]): Promise<Set<string>> {
  const { removes = [], adds = [], offers, event }: Move = moves[name]
  const type = adds[0]?.type ?? null
  const [done] = await tx.query(statements[name], [
    questions.map(({ id }) => id),
    questions.map(() => newId()),
    [...removes],
    type,
    type && systemTexts[type],
    offers ?? null,
    event,
    questions.map(isOpen),
  ])
  tx.outgoing.push(...(done?.rows ?? []))
  return new Set(done?.moved)
}
