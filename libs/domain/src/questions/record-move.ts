import type { EventType, OfferStatus, OutboxJob, ResponseType, SystemMessageType } from '@askline/contracts'
import { newId, outbox, statement, type Tx, types } from '@askline/db'
import { type Actor, actorId } from '../actors.ts'
import type { Question } from './question.ts'
import { changedColumns, recordChanges } from './record-changes.ts'
import { systemTexts } from './system-texts.ts'

export type NewMessage = {
  id: string
  responseId: string | null
  authorId: string | null
  authorKind: 'USER' | 'EXPERT' | 'AGENT' | 'AUTOMATIC'
  body: string
  externalIds?: { id: string; system: string }[] | undefined
  metadata?: Record<string, unknown> | undefined
}

export type Effects = {
  event: EventType
  removes: readonly SystemMessageType[]
  adds: { type: SystemMessageType; responseId: string | null }[]
  response?: { id: string; type: ResponseType; authorId: string | null; quickReply?: 'PENDING' } | undefined
  messages?: NewMessage[] | undefined
  /** The new status of all pending offers but `ownOffer`. Undefined: they stay open. */
  offers?: Exclude<OfferStatus, 'pending'> | undefined
  /** The new status of one expert's pending offer. Without one, and if the question was open to all, an offer with it is added. */
  ownOffer?: { expertId: string; status: Exclude<OfferStatus, 'pending'>; reason?: string | undefined } | undefined
  /** An expert who is not offered the question again in its present round, unless `ownOffer` already says so. */
  leavesRound?: { expertId: string; status: 'declined' | 'timed_out'; reason: string } | undefined
  /** The expert who held the question before the move and does not hold it any more. */
  formerHolderId: string | null
  /** Since when the question was open to all before the move; null if it was not. */
  openSince: Date | null
  /** The expert who gets `freedUnits` of capacity back. */
  freedExpertId: string | null
  freedUnits: number
  /** The question was in the agents' queue before the move. */
  wasWithAgents: boolean
  /** Stored with the event: ids and words of the lists in contracts, never text. */
  detail?: Record<string, unknown> | undefined
  jobs: OutboxJob[]
}

// Freed capacity drains the backlog if the company's heaviest question did not fit before: a question may wait for that room.
const effects = statement({
  name: 'record-move',
  params: [
    types.uuid,
    types.array(types.text),
    types.jsonText,
    types.jsonText,
    types.nullable(types.text),
    types.nullable(types.uuid),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.int,
    types.text,
    types.boolean,
    types.text,
    types.nullable(types.uuid),
    types.nullable(types.jsonText),
    types.nullable(types.text),
    types.jsonText,
    types.nullable(types.text),
    types.nullable(types.instant),
    types.uuid,
  ],
  row: { id: outbox.id, key: outbox.key, jobs: outbox.jobs },
  text: `
with freed as (
  update experts set load = greatest(load - $15, 0), changed_at = clock_timestamp() where user_id = $14 and company_id = $company
  returning company_id, capacity - load - $15 as room_before
), changed as (
  select ${changedColumns({
    event: '$16::text',
    with_agents: `(q.is_rerouted or q.status = 'FLAGGED' or $17::boolean)`,
    former_holder_id: '$13::uuid',
    was_open: '$24::timestamptz is not null',
    actor_kind: '$18::text',
    actor_id: '$19::uuid',
    detail: '$20::jsonb',
    correlation_id: '$21::text',
    traceparent: '$23::text',
    jobs: `$22::jsonb || coalesce((select jsonb_agg(jsonb_build_object('job', 'drain-backlog',
        'payload', jsonb_build_object('companyId', f.company_id)))
      from freed f where f.room_before < coalesce((select max((k.settings ->> 'weight')::int) from categories k
        where k.company_id = f.company_id), 1)), '[]')`,
  })}, q.round, q.wave from questions q where q.id = $1 and q.company_id = $company
), removed as (
  delete from messages where question_id = $1 and company_id = $company and type = any($2::text[])
), new_response as (
  insert into responses (id, company_id, question_id, type, author_id, quick_reply, created_at, updated_at)
  select r.id, c.company_id, c.id, r.type, r."authorId", r."quickReply", c.now, c.now
  from changed c, jsonb_to_recordset($3::jsonb) as r(id uuid, type text, "authorId" uuid, "quickReply" text)
), added as (
  insert into messages (id, company_id, question_id, response_id, type, author_id, author_kind, body, external_ids, metadata,
    created_at, updated_at)
  select m.id, c.company_id, c.id, m."responseId", m.type, m."authorId", m."authorKind", m.body,
    coalesce(m."externalIds", '[]'), m.metadata, c.now, c.now
  from changed c, jsonb_to_recordset($4::jsonb) as m(id uuid, "responseId" uuid, type text, "authorId" uuid,
    "authorKind" text, body text, "externalIds" jsonb, metadata jsonb)
), closed_offers as (
  update offers o set status = case when o.expert_id = $6 then $7 else $5 end, closed_at = c.now,
    reason = case when o.expert_id = $6 then $8 else o.reason end
  from changed c
  where o.question_id = $1 and o.company_id = $company and o.status = 'pending' and ($5::text is not null or o.expert_id = $6::uuid)
  returning o.question_id, o.expert_id
), left_round as (
  insert into offers (id, company_id, question_id, expert_id, round, wave, status, reason, closed_at)
  select $9, c.company_id, c.id, $10, c.round, 0, $11, $12, c.now from changed c
  where $10::uuid is not null and not exists (select 1 from closed_offers x where x.expert_id = $10)
), taken as (
  insert into offers (id, company_id, question_id, expert_id, round, wave, status, created_at, closed_at)
  select $25, c.company_id, c.id, $6, c.round, c.wave, $7, $24, c.now from changed c
  where $24::timestamptz is not null and $6::uuid is not null and $10::uuid is null
    and not exists (select 1 from closed_offers x where x.expert_id = $6)
), joined as (
  select $1::uuid as question_id, r."authorId" as person_id
  from jsonb_to_recordset($3::jsonb) as r("authorId" uuid) where r."authorId" is not null
), ${recordChanges({ isChanged: (column) => `${column} = $1 and ${column.split('.')[0]}.company_id = $company`, closedOffers: 'closed_offers', joined: 'joined' })}
select id, key, jobs from handed`,
})

/**
 * Records every consequence of a move of `question`, which this transaction has just updated. Writes system messages, a response
 * and messages, offers, the expert's load, one event with its audience, and one outbox row.
 */
export async function recordMove(tx: Tx, actor: Actor, question: Question, e: Effects): Promise<void> {
  const messages = [
    ...(e.messages ?? []).map((message) => ({ ...message, type: 'MESSAGE' })),
    ...e.adds.map(({ type, responseId }) => ({
      id: newId(),
      responseId,
      type,
      authorId: null,
      authorKind: 'SYSTEM',
      body: systemTexts[type],
    })),
  ]
  const rows = await tx.query(effects, [
    question.id,
    [...e.removes],
    JSON.stringify(e.response ? [e.response] : []),
    JSON.stringify(messages),
    e.offers ?? null,
    e.ownOffer?.expertId ?? null,
    e.ownOffer?.status ?? null,
    e.ownOffer?.reason ?? null,
    e.leavesRound ? newId() : null,
    e.leavesRound?.expertId ?? null,
    e.leavesRound?.status ?? null,
    e.leavesRound?.reason ?? null,
    e.formerHolderId,
    e.freedExpertId,
    e.freedUnits,
    e.event,
    e.wasWithAgents,
    actor.kind,
    actorId(actor),
    e.detail ? JSON.stringify(e.detail) : null,
    actor.correlationId ?? null,
    JSON.stringify(e.jobs),
    actor.traceparent ?? null,
    e.openSince,
    newId(),
  ])
  tx.outgoing.push(...rows)
}
