import { newId, outbox, statement, type Tx, types } from '@askline/db'
import type { Actor } from '../actors.ts'
import { timeOf } from '../clock/company-time.ts'
import { isOfCompany } from './clauses.ts'
import { guardOf } from './guarded-update.ts'
import type { Move } from './move-row.ts'
import { moves } from './moves.ts'
import { isOpenTo } from './open-to-all.ts'
import { routeJob } from './outbox.ts'
import type { Question } from './question.ts'
import { changedColumns, recordChanges } from './record-changes.ts'

const statementOf = (name: string, move: Move) =>
  statement({
    name: `close-offer-${name}`,
    params: [
      types.uuid,
      types.uuid,
      types.nullable(types.text),
      types.text,
      types.nullable(types.text),
      types.jsonText,
      types.nullable(types.text),
      types.uuid,
    ],
    row: { id: outbox.id, key: outbox.key, jobs: outbox.jobs },
    text: `
with ended as (
  update offers set status = '${move.offers}', reason = $3, closed_at = ${timeOf('$company')}
  where question_id = $1 and company_id = $company and expert_id = $2 and status = 'pending'
  returning question_id, expert_id
), open_question as materialized (
  select q.id, q.company_id, q.round, q.wave, q.open_to_all_at, ${timeOf('$company')} as now from questions q
  where q.id = $1 and q.company_id = $company and '${move.offers}' = 'declined' and ${isOpenTo('$2')} and not exists (select 1 from ended)
), declined as (
  insert into offers (id, company_id, question_id, expert_id, round, wave, status, reason, created_at, closed_at)
  select $8::uuid, q.company_id, q.id, $2, q.round, q.wave, '${move.offers}', $3, q.open_to_all_at, q.now from open_question q
  returning question_id, expert_id
), closed_offers as (
  select * from ended union all select * from declined
), changed as (
  select ${changedColumns({
    event: `'${move.event}'`,
    now: timeOf('$company'),
    actor_kind: '$4::text',
    correlation_id: '$5::text',
    traceparent: '$7::text',
    jobs: `case when ${move.routes ?? false} and q.turn = 'experts' and q.holder_id is null and not exists (
      select 1 from offers o where o.question_id = q.id and o.company_id = q.company_id and o.expert_id <> $2 and o.status = 'pending') then $6::jsonb else '[]' end`,
  })}
  from questions q where q.id = $1 and q.company_id = $company and ${guardOf(move)} and exists (select 1 from closed_offers)
), ${recordChanges({ isChanged: (column) => `${column} = $1 and ${isOfCompany(column)}`, closedOffers: 'closed_offers' })}
select id, key, jobs from handed`,
  })

const statements = {
  declineOffer: statementOf('decline', moves.declineOffer),
  withdrawOffer: statementOf('withdraw', moves.withdrawOffer),
}

/**
 * Closes one expert's pending offer of a locked question, and tells only them: the question keeps its version. If no other
 * offer is open, routing looks for the next experts at once. Declining a question that is open to all writes a declined offer.
 * Does nothing if the expert has no pending offer otherwise. Returns whether anybody was told.
 */
export async function closeOffer(
  tx: Tx,
  actor: Actor,
  question: Pick<Question, 'id'>,
  name: keyof typeof statements,
  expertId: string,
  reason: string | undefined,
): Promise<boolean> {
  const rows = await tx.query(statements[name], [
    question.id,
    expertId,
    reason ?? null,
    actor.kind,
    actor.correlationId ?? null,
    JSON.stringify([routeJob(actor, question.id)]),
    actor.traceparent ?? null,
    newId(),
  ])
  tx.outgoing.push(...rows)
  return rows.length > 0
}
