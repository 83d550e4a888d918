import { categories, companies, messages, outbox, type RowOf, statement, types, users } from '@askline/db'
import { settingIn } from '../companies/category-setting.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { retryRoutingMs } from './clauses.ts'
import { changedColumns, recordChanges } from './record-changes.ts'

const openNow = `i.status = 'UNRESOLVED'`
const isFlagged = `i.status = 'FLAGGED'`

/** The row of one question: what its view shows, or the facts for its verdict. */
const askedRow = {
  id: types.uuid,
  type: categories.type,
  tag: companies.tag,
  now: types.instant,
  expiresAt: types.instant,
  askerName: users.name,
  askerRole: users.role,
  companyName: companies.name,
  settings: companies.settings,
  category: categories.name,
  needsVerdict: types.boolean,
  address: users.address,
  isBlocked: users.isBlocked,
  seq: types.nullable(messages.seq),
  /** The outbox row; null for a question that is not written. */
  outboxId: types.nullable(outbox.id),
  key: types.nullable(outbox.key),
  jobs: types.nullable(outbox.jobs),
} as const
export type AskedRow = RowOf<typeof askedRow>

/**
 * Writes questions of one company with their ids, first system messages, events and outbox rows. The parameter $2 lists them,
 * each with the state that follows from the verdict of its gates: status, turn, type of the message, event.
 *
 * A question that needs a verdict and brings none (`isJudged`) is not written: its row says so and has the facts for the
 * verdict. It needs one if its company has gates or its asker is blocked, so other companies pay nothing for gates.
 * A question whose asker or category does not exist has no row.
 */
export const ask = statement({
  name: 'ask-questions',
  params: [types.uuid, types.jsonText],
  row: askedRow,
  text: `
with company as (
  select id, tag, name, settings, (clock_timestamp() + clock_offset)::timestamptz(3) as now,
    settings ?| array['bannedKeywords', 'bannedDomains', 'emergencyPhrases', 'flagPersonalData'] as has_gates
  from companies where id = $1
), input as (
  select i.*, not i."isJudged" and (c.has_gates or a.is_blocked) as needs_verdict, c.now, c.tag, c.name as company_name,
    c.settings, a.id as asker_id, ${shownNameOf('a')} as asker_name, a.role as asker_role, a.address, a.is_blocked,
    k.id as category_id, k.name as category_name, k.type,
    ${settingIn('k.settings', 'escalationMs')} * interval '1 ms' as escalation,
    ${settingIn('k.settings', 'expiryMs')} * interval '1 ms' as expiry,
    ${settingIn('k.settings', 'rerouteShare')} as reroute_share
  from jsonb_to_recordset($2::jsonb) as i(id uuid, "askerId" uuid, "integrationId" uuid, category text, subject text, text text, folded text,
      language text, metadata jsonb, "predictedClass" text, "externalIds" jsonb, "noticeId" uuid, notice text, "actorKind" text,
      "correlationId" text, traceparent text, jobs jsonb, status text, turn text, message text, event text, "isJudged" boolean)
    cross join company c
    join users a on a.id = i."askerId" and a.company_id = $1 and a.forgotten_at is null
    join categories k on k.company_id = $1 and case when i.category is null then k.is_default else k.name = i.category end
), written as (
  select * from input where not needs_verdict
), question as (
  insert into questions (id, company_id, asker_id, integration_id, category_id, type, subject, text, folded, language, languages,
    company_tags, metadata, predicted_class, status, turn, is_rerouted, rerouted_at, closed_at, queued_at, wave_due_at,
    prompt_due_at, escalation_due_at, expiry_due_at, expires_at, created_at, updated_at, changed_at)
  select i.id, $1, i.asker_id, i."integrationId", i.category_id, i.type, i.subject, i.text, i.folded, i.language,
    case when i.language is null then '{}' else array[i.language] end, array[i.tag], i.metadata, i."predictedClass", i.status,
    i.turn, ${isFlagged}, case when ${isFlagged} then i.now end, case when i.turn is null then i.now end, i.now,
    case when ${openNow} then i.now + interval '${retryRoutingMs} milliseconds' end,
    case when ${openNow} then i.now + i.escalation * i.reroute_share end,
    case when ${openNow} then i.now + i.escalation end, case when ${openNow} then i.now + i.expiry end, i.now + i.expiry,
    i.now, i.now, i.now
  from written i
  returning id
), ids as (
  insert into question_external_ids (company_id, system, external_id, question_id)
  select $1, x.system, x.id, i.id from written i, jsonb_to_recordset(i."externalIds") as x(id text, system text)
  -- Concurrent groups that share ids wait for each other in one order, and never in a circle.
  order by x.system, x.id
  returning question_id
), notice as (
  insert into messages (id, company_id, question_id, type, author_kind, body, created_at, updated_at)
  select i."noticeId", $1, i.id, i.message, 'SYSTEM', i.notice, i.now, i.now from written i where i.message is not null
  returning question_id, seq
), changed as (
  select ${changedColumns({
    id: 'i.id',
    company_id: '$1::uuid',
    asker_id: 'i.asker_id',
    holder_id: 'null::uuid',
    version: '1',
    updated_at: 'i.now',
    now: 'i.now',
    with_agents: isFlagged,
    is_open: 'false',
    was_open: 'false',
    event: 'i.event',
    actor_kind: 'i."actorKind"',
    actor_id: 'i.asker_id',
    correlation_id: 'i."correlationId"',
    traceparent: 'i.traceparent',
    jobs: 'i.jobs',
  })} from written i
), ${
    // Only the asker and the company have a right to a new question, so no people are looked up.
    recordChanges({})
  }, handed_by_question as materialized (
  select h.*, (h.jobs #>> '{0,payload,questionId}')::uuid as question_id from handed h
)
select i.id, i.type, i.tag, i.now, (i.now + i.expiry)::timestamptz(3) as "expiresAt",
  i.asker_name as "askerName", i.asker_role as "askerRole", i.company_name as "companyName", i.settings,
  i.category_name as category, i.needs_verdict as "needsVerdict", i.address, i.is_blocked as "isBlocked", n.seq,
  h.id as "outboxId", h.key, h.jobs
from input i left join handed_by_question h on h.question_id = i.id left join notice n on n.question_id = i.id`,
})
