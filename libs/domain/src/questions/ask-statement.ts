import type { OutboxRow, QuestionType, Role } from '@askline/contracts'
import type { CompanySettings, Statement } from '@askline/db'
import { standardTimes } from './standards.ts'

const openNow = `i.status = 'UNRESOLVED'`
const isFlagged = `i.status = 'FLAGGED'`

/**
 * Questions with their ids, first system messages, events and outbox rows in one statement, all or nothing. $2 lists them; each
 * brings what its intake makes of it: status, turn, type of the message, event. `checked`: its gates were asked; without that
 * nothing is written for a blocked asker or in a company that has gates, so that most companies pay nothing for them.
 * Nobody can watch a question before it is there: version 1 is in the log, and is told only to staff whose queue it joins.
 */
export const ask: Statement = {
  name: 'ask-questions',
  text: `
with company as (
  select id, tag, name, settings, (clock_timestamp() + clock_offset)::timestamptz(3) as now,
    settings ?| array['bannedKeywords', 'bannedDomains', 'emergencyPhrases', 'flagPersonalData'] as has_gates
  from companies where id = $1
), input as (
  select i.*, c.now, c.tag, c.name as company_name, c.settings, a.id as asker_id, a.name as asker_name, a.role as asker_role,
    k.id as category_id, k.name as category_name, k.type,
    coalesce((k.settings ->> 'escalationMs')::bigint, ${standardTimes.escalationMs}) * interval '1 ms' as escalation,
    coalesce((k.settings ->> 'expiryMs')::bigint, ${standardTimes.expiryMs}) * interval '1 ms' as expiry,
    coalesce((k.settings ->> 'rerouteShare')::float8, ${standardTimes.rerouteShare}) as reroute_share
  from jsonb_to_recordset($2::jsonb) as i(id uuid, "askerId" uuid, "integrationId" uuid, category text, subject text, text text,
      language text, metadata jsonb, "predictedClass" text, "externalIds" jsonb, "noticeId" uuid, notice text, "actorKind" text,
      "correlationId" text, jobs jsonb, status text, turn text, message text, event text, checked boolean)
    join company c on i.checked or not c.has_gates
    join users a on a.id = i."askerId" and a.company_id = $1 and a.forgotten_at is null and (i.checked or not a.is_blocked)
    join categories k on k.company_id = $1 and case when i.category is null then k.is_default else k.name = i.category end
), question as (
  insert into questions (id, company_id, asker_id, integration_id, category_id, type, subject, text, language, languages,
    company_tags, metadata, predicted_class, status, turn, is_rerouted, rerouted_at, closed_at, queued_at, wave_due_at,
    prompt_due_at, escalation_due_at, expiry_due_at, expires_at, created_at, updated_at, changed_at)
  select i.id, $1, i.asker_id, i."integrationId", i.category_id, i.type, i.subject, i.text, i.language,
    case when i.language is null then '{}' else array[i.language] end, array[i.tag], i.metadata, i."predictedClass", i.status,
    i.turn, ${isFlagged}, case when ${isFlagged} then i.now end, case when i.turn is null then i.now end, i.now,
    case when ${openNow} then i.now + interval '15 seconds' end,
    case when ${openNow} then i.now + i.escalation * i.reroute_share end,
    case when ${openNow} then i.now + i.escalation end, case when ${openNow} then i.now + i.expiry end, i.now + i.expiry,
    i.now, i.now, i.now
  from input i
), ids as (
  insert into question_external_ids (company_id, system, external_id, question_id)
  select $1, x.system, x.id, i.id from input i, jsonb_to_recordset(i."externalIds") as x(id text, system text)
), notice as (
  insert into messages (id, company_id, question_id, type, author_kind, body, created_at, updated_at)
  select i."noticeId", $1, i.id, i.message, 'SYSTEM', i.notice, i.now, i.now from input i where i.message is not null
  returning question_id, seq
), event as (
  insert into question_events (question_id, seq, company_id, type, actor_kind, actor_id, audience, correlation_id, at)
  select i.id, 1, $1, i.event, i."actorKind", i.asker_id,
    array['company:' || $1::text, 'staff:' || $1::text, 'user:' || i.asker_id], i."correlationId", i.now
  from input i
), jobs as (
  insert into outbox (company_id, jobs)
  select $1, case when ${isFlagged} then jsonb_build_array(jsonb_build_object('job', 'question-changed', 'payload',
      jsonb_strip_nulls(jsonb_build_object('questionId', i.id, 'version', 1, 'type', i.event, 'correlationId', i."correlationId",
        'inbox', jsonb_build_array('staff:' || $1::text),
        'lastUpdated', to_char(ceil_second(i.now) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'audience', jsonb_build_array('company:' || $1::text, 'staff:' || $1::text, 'user:' || i.asker_id)))))
    else i.jobs end
  from input i where ${isFlagged} or i.jobs <> '[]'
  returning id, key, jobs, jobs #>> '{0,payload,questionId}' as question_id
)
select i.id, i.type, i.tag, i.now, (i.now + i.expiry)::timestamptz(3) as "expiresAt",
  i.asker_name as "askerName", i.asker_role as "askerRole", i.company_name as "companyName", i.settings,
  i.category_name as category, n.seq, j.id as "outboxId", j.key, j.jobs
from input i left join jobs j on j.question_id = i.id::text left join notice n on n.question_id = i.id`,
}

/** What the statement yields for each question it wrote. */
export type AskedRow = {
  id: string
  type: QuestionType
  tag: string
  now: Date
  expiresAt: Date
  askerName: string
  askerRole: Role
  companyName: string
  settings: CompanySettings
  category: string
  seq: number | null
  outboxId: number | null
  key: string
  jobs: OutboxRow['jobs']
}
