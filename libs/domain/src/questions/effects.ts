import {
  audienceKey,
  type EventType,
  type OutboxJob,
  type OutboxRow,
  type ResponseType,
  type SystemMessageType,
} from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { type Actor, actorId } from '../actors.ts'
import { lastUpdatedOf } from '../views/dates.ts'
import type { Question } from './question.ts'
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
  /** Pending offers become this. Undefined: they stay open. */
  offers?: 'withdrawn' | undefined
  /** The expert whose pending offer is taken. */
  acceptedBy?: string | undefined
  /** Who has room again for what the question weighed, and how much that was. */
  freedExpertId: string | null
  freedUnits: number
  wasWithAgents: boolean
  /** The asker sees no change: only experts and staff are told. */
  isQuiet: boolean
  /** Experts whose inbox changed although they are no longer in the audience. */
  alsoTold?: string[] | undefined
  /** Kept with the event: ids and words of the lists in contracts, never text. */
  detail?: Record<string, unknown> | undefined
  jobs: OutboxJob[]
}

/**
 * System messages, offers, load, event and outbox in one statement. Its parts all see the data as it was before the
 * statement, so offers that it closes are still `pending` where it computes the audience. Freed room drains the backlog
 * where the heaviest question the company knows did not fit before: then something may have waited for it.
 */
const effects: Statement = {
  name: 'record-effects',
  text: `
with question as (
  select q.id, q.company_id, q.asker_id, q.holder_id, q.version, case when $18 then company_now(q.company_id) else q.changed_at end as now,
    q.is_rerouted or q.status = 'FLAGGED' as with_agents
  from questions q where q.id = $1
), removed as (
  delete from messages where question_id = $1 and type = any($2::text[])
), new_response as (
  insert into responses (id, company_id, question_id, type, author_id, quick_reply, created_at, updated_at)
  select r.id, q.company_id, q.id, r.type, r."authorId", r."quickReply", q.now, q.now
  from question q, jsonb_to_recordset($3::jsonb) as r(id uuid, type text, "authorId" uuid, "quickReply" text)
), added as (
  insert into messages (id, company_id, question_id, response_id, type, author_id, author_kind, body, external_ids, metadata,
    created_at, updated_at)
  select m.id, q.company_id, q.id, m."responseId", m.type, m."authorId", m."authorKind", m.body,
    coalesce(m."externalIds", '[]'), m.metadata, q.now, q.now
  from question q, jsonb_to_recordset($4::jsonb) as m(id uuid, "responseId" uuid, type text, "authorId" uuid,
    "authorKind" text, body text, "externalIds" jsonb, metadata jsonb)
), closed_offers as (
  update offers o
  set status = case when o.expert_id = $6 then 'accepted' else $5 end, closed_at = q.now
  from question q
  where o.question_id = q.id and o.status = 'pending' and ($5::text is not null or o.expert_id = $6)
  returning o.expert_id
), freed as (
  update experts set load = greatest(load - $17, 0), changed_at = clock_timestamp() where user_id = $7
  returning company_id, capacity - load - $17 as room_before
), people as (
  select holder_id as id from question where holder_id is not null
  union select author_id from responses where question_id = $1 and type in ('EXPERT', 'AGENT')
  union select r."authorId" from jsonb_to_recordset($3::jsonb) as r("authorId" uuid) where r."authorId" is not null
  union select expert_id from offers where question_id = $1 and status = 'pending' and $5::text is null
), audience as (
  select case when $18 then array['staff:' || q.company_id]
      -- Who reads rings no bell for themselves.
      else array_remove(array['company:' || q.company_id, 'staff:' || q.company_id, 'user:' || q.asker_id],
        case when $10::text = 'RESPONSE_READ' then 'user:' || q.asker_id end) end
    || array(select distinct 'user:' || p.id from people p where p.id <> q.asker_id) as keys
  from question q
), inbox as (
  select array(
    select 'user:' || p.id from people p where p.id <> q.asker_id
    union select 'user:' || c.expert_id from closed_offers c
    union select 'user:' || e from unnest($8::uuid[]) e
    union select 'staff:' || q.company_id where q.with_agents or $9
  ) as keys
  from question q
), event as (
  insert into question_events (question_id, seq, company_id, type, actor_kind, actor_id, audience, detail, correlation_id, at)
  select q.id, q.version, q.company_id, $10, $11, $12, a.keys, $13::jsonb, $14, q.now from question q, audience a
)
insert into outbox (company_id, jobs)
select q.company_id,
  jsonb_build_array(jsonb_build_object('job', 'question-changed', 'payload', jsonb_strip_nulls(jsonb_build_object(
    'questionId', q.id, 'version', q.version, 'type', $10::text, 'lastUpdated', $15::text, 'correlationId', $14::text,
    'audience', to_jsonb(a.keys), 'inbox', to_jsonb(i.keys)))))
  || $16::jsonb
  || coalesce((select jsonb_agg(jsonb_build_object('job', 'drain-backlog', 'payload', jsonb_build_object('companyId', f.company_id)))
    from freed f where f.room_before < coalesce((select max((k.settings ->> 'weight')::int) from categories k
      where k.company_id = f.company_id), 1)), '[]')
from question q, audience a, inbox i
returning id, key, jobs`,
}

/**
 * Writes all that follows from a change of `question`, which this transaction has just updated: system messages out and in,
 * a new response and messages, offers, the expert's load, one event with its audience, one outbox row.
 */
export async function recordEffects(tx: Tx, actor: Actor, question: Question, e: Effects): Promise<void> {
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
  const rows = await tx.query<OutboxRow>(effects, [
    question.id,
    e.removes,
    JSON.stringify(e.response ? [e.response] : []),
    JSON.stringify(messages),
    e.offers ?? null,
    e.acceptedBy ?? null,
    e.freedExpertId,
    e.alsoTold ?? [],
    e.wasWithAgents,
    e.event,
    actor.kind,
    actorId(actor),
    e.detail ? JSON.stringify(e.detail) : null,
    actor.correlationId ?? null,
    lastUpdatedOf(question.updatedAt),
    JSON.stringify(e.jobs),
    e.freedUnits,
    e.isQuiet,
  ])
  tx.outgoing.push(...rows)
}

/** Tells one expert that an offer of theirs is closed: nothing changed for anybody else, so no version is counted. */
export async function tellOfferClosed(tx: Tx, question: Question, expertIds: string[]): Promise<void> {
  if (expertIds.length === 0) return
  const keys = expertIds.map(audienceKey.person)
  const jobs: OutboxJob[] = [
    {
      job: 'question-changed',
      payload: {
        questionId: question.id,
        version: question.version,
        type: 'OFFER_CLOSED',
        lastUpdated: lastUpdatedOf(question.updatedAt),
        audience: keys,
        inbox: keys,
      },
    },
  ]
  await enqueue(tx, question.companyId, jobs)
}

const insertOutbox: Statement = {
  name: 'insert-outbox',
  text: 'insert into outbox (company_id, jobs) values ($1, $2::jsonb) returning id, key, jobs',
}

/** Takes `tx`, not the database: a job that is not part of a transaction is a job that can be lost. */
export async function enqueue(tx: Tx, companyId: string, jobs: OutboxJob[]): Promise<void> {
  tx.outgoing.push(...(await tx.query<OutboxRow>(insertOutbox, [companyId, JSON.stringify(jobs)])))
}
