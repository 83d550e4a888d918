import type { OutboxRow, QuestionType, QuestionView, Role, SystemMessageType } from '@askline/contracts'
import { type CompanySettings, isDuplicate, newId, type Statement, type Tx } from '@askline/db'
import type { Actor } from '../actors.ts'
import { InvalidValueError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { viewQuestion } from '../views/find.ts'
import type { MessageRow } from '../views/message.ts'
import { contextOf, type QuestionRow, questionView } from '../views/question-view.ts'
import { findAnswerOfClass, respondAutomatically } from './auto-response.ts'
import { intake, type Verdict, verdictOn } from './gates.ts'
import { routeJob } from './move.ts'
import { standardTimes } from './moves.ts'
import { systemTexts } from './system-texts.ts'

export type AskQuestion = {
  text: string
  subject?: string | undefined
  /** The client's own ids: unique per company and system, so the same id again yields the first question. */
  externalIds: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
  /** The name of a category; the company's default one when missing. */
  category?: string | undefined
  /** ISO 639-1; detected by the routing worker when missing. */
  language?: string | undefined
  predictedClass?: string | undefined
}

const openNow = `i.status = 'UNRESOLVED'`
const isFlagged = `i.status = 'FLAGGED'`

/**
 * Questions with their ids, first system messages, events and outbox rows in one statement, all or nothing. $2 lists them; each
 * brings what its intake makes of it: status, turn, type of the message, event. `checked`: its gates were asked; without that
 * nothing is written for a blocked asker or in a company that has gates, so that most companies pay nothing for them.
 * Nobody can watch a question before it is there: version 1 is in the log, and is told only to staff whose queue it joins.
 */
const ask: Statement = {
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

type AskedRow = {
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

type Asker = Extract<Actor, { kind: 'user' }>

/** A question to be written, and by whom. */
export type Ask = { actor: Asker; input: AskQuestion }

/**
 * Writes questions of one company in one statement and yields each as its asker sees it, in order. Undefined where a question
 * has to be asked on its own: its gates want a verdict, or its asker or category is not there.
 * Throws, and writes none of them, where an external id is known already.
 */
export function askTogether(tx: Tx, asks: Ask[], publicUrl: string): Promise<(QuestionView | undefined)[]> {
  return write(
    tx,
    asks.map((one) => ({ ...one, verdict: undefined })),
    publicUrl,
  )
}

/**
 * Writes a question and everything that follows from it, in one statement, and yields it as its asker sees it.
 * An external id that is already known yields the first question, whatever the text.
 * Throws InvalidValueError for an unknown category, NotFoundError for an asker who is not (or no longer) there,
 * MoveRefusedError `external_id_taken` when the id names another person's question.
 */
export async function askQuestion(
  tx: Tx,
  actor: Asker,
  input: AskQuestion,
  publicUrl: string,
): Promise<{ view: QuestionView; isNew: boolean }> {
  if (input.externalIds.length === 0) return { view: await takeIn(tx, actor, input, publicUrl), isNew: true }
  try {
    return { view: await tx.savepoint(() => takeIn(tx, actor, input, publicUrl)), isNew: true }
  } catch (error) {
    if (!isDuplicate(error, 'question_external_ids_company_id_system_external_id_pk')) throw error
    return { view: await findFirst(tx, actor, input.externalIds, publicUrl), isNew: false }
  }
}

const gateFacts: Statement = {
  name: 'gate-facts',
  text: `select c.settings, u.email, u.is_blocked as "isBlocked" from users u join companies c on c.id = u.company_id
    where u.id = $1 and u.forgotten_at is null`,
}
type GateFacts = { settings: CompanySettings; email: string | null; isBlocked: boolean }

async function takeIn(tx: Tx, actor: Asker, input: AskQuestion, publicUrl: string) {
  const [ungated] = await write(tx, [{ actor, input, verdict: undefined }], publicUrl)
  if (ungated) return answered(tx, actor, input, ungated, publicUrl)
  const [facts] = await tx.query<GateFacts>(gateFacts, [actor.userId])
  if (!facts) throw new NotFoundError('person', actor.userId)
  const verdict = verdictOn({ ...facts, text: input.text, subject: input.subject ?? '' }, facts.settings)
  const [view] = await write(tx, [{ actor, input, verdict }], publicUrl)
  if (!view) throw await whyNot(tx, actor, input)
  return verdict === 'approved' ? answered(tx, actor, input, view, publicUrl) : view
}

/** A class that comes with the question chooses its automatic response at once, in the same transaction. */
async function answered(
  tx: Tx,
  actor: Asker,
  input: AskQuestion,
  view: QuestionView,
  publicUrl: string,
): Promise<QuestionView> {
  if (input.predictedClass === undefined) return view
  const known = await findAnswerOfClass(tx, actor.companyId, input.predictedClass, input.language)
  if (!known) return view
  await respondAutomatically(tx, { ...actor, kind: 'user' }, view.uuid, known)
  return viewQuestion(tx, actor, view.uuid, publicUrl)
}

/** Undefined where nothing was written: without a verdict, because one is needed; with one, because something is not there. */
async function write(
  tx: Tx,
  asks: (Ask & { verdict: Verdict | undefined })[],
  publicUrl: string,
): Promise<(QuestionView | undefined)[]> {
  const drafts = asks.map(draftOf)
  const rows = await tx.query<AskedRow>(ask, [asks[0]?.actor.companyId, JSON.stringify(drafts)])
  const asked = new Map(rows.map((row) => [row.id, row]))
  return asks.map(({ actor }, i) => {
    const draft = drafts[i]
    const row = draft && asked.get(draft.id)
    if (!row) return undefined
    if (row.outboxId !== null) tx.outgoing.push({ id: row.outboxId, key: row.key, jobs: row.jobs })
    return viewOf(draft, row, actor, publicUrl)
  })
}

type Draft = ReturnType<typeof draftOf>

function draftOf({ actor, input, verdict }: Ask & { verdict: Verdict | undefined }) {
  const taken = intake[verdict ?? 'approved']
  const id = newId()
  return {
    id,
    askerId: actor.userId,
    integrationId: actor.integrationId,
    category: input.category,
    subject: input.subject ?? subjectOf(input.text),
    text: input.text,
    language: input.language,
    metadata: input.metadata ?? {},
    predictedClass: input.predictedClass,
    externalIds: distinct(input.externalIds),
    noticeId: newId(),
    notice: taken.message && systemTexts[taken.message],
    actorKind: actor.kind,
    correlationId: actor.correlationId,
    jobs: taken.status === 'UNRESOLVED' ? [routeJob(actor, id)] : [],
    status: taken.status,
    turn: taken.turn,
    message: taken.message,
    event: taken.event,
    checked: verdict !== undefined,
  }
}

/** The question as it was just written: nothing needs to be read again. */
function viewOf(draft: Draft, asked: AskedRow, actor: Asker, publicUrl: string): QuestionView {
  const row: QuestionRow = {
    id: draft.id,
    companyId: actor.companyId,
    askerId: draft.askerId,
    type: asked.type,
    subject: draft.subject,
    text: draft.text,
    languages: draft.language === undefined ? [] : [draft.language],
    companyTags: [asked.tag],
    metadata: draft.metadata,
    status: draft.status,
    isRerouted: draft.status === 'FLAGGED',
    rerouteType: null,
    rerouteReason: null,
    reroutedAt: draft.status === 'FLAGGED' ? asked.now : null,
    closedAt: draft.turn === null ? asked.now : null,
    numResponses: 0,
    holderId: null,
    fence: 0,
    leaseDueAt: null,
    expiresAt: asked.expiresAt,
    version: 1,
    createdAt: asked.now,
    updatedAt: asked.now,
    askerName: asked.askerName,
    askerRole: asked.askerRole,
    companyName: asked.companyName,
    settings: asked.settings,
    category: asked.category,
    externalIds: draft.externalIds,
  }
  const notices = draft.message === null ? [] : [systemMessage(draft.message, draft, asked)]
  return questionView(row, [], notices, contextOf(row, publicUrl, actor.kind))
}

const systemMessage = (type: SystemMessageType, draft: Draft, { seq, now }: AskedRow): MessageRow => ({
  seq: seq ?? 0,
  id: draft.noticeId,
  questionId: draft.id,
  responseId: null,
  type,
  body: systemTexts[type],
  detail: null,
  externalIds: [],
  metadata: null,
  isViewedByUser: false,
  createdAt: now,
  updatedAt: now,
  authorId: null,
  authorKind: 'SYSTEM',
  authorName: null,
  authorAvatar: null,
})

const firstByExternalId: Statement = {
  name: 'first-question-by-external-id',
  text: `select x.question_id as id, q.asker_id as "askerId" from question_external_ids x join questions q on q.id = x.question_id
    join jsonb_to_recordset($2::jsonb) as i(id text, system text) on i.id = x.external_id and i.system = x.system
    where x.company_id = $1 order by q.created_at limit 1`,
}

async function findFirst(tx: Tx, actor: Asker, externalIds: AskQuestion['externalIds'], publicUrl: string) {
  const [first] = await tx.query<{ id: string; askerId: string }>(firstByExternalId, [
    actor.companyId,
    JSON.stringify(externalIds),
  ])
  if (!first || first.askerId !== actor.userId) {
    throw new MoveRefusedError('external_id_taken', 'This external id already names a question of another person')
  }
  return viewQuestion(tx, actor, first.id, publicUrl)
}

const hasCategory: Statement = {
  name: 'has-category',
  text: 'select 1 from categories where company_id = $1 and case when $2::text is null then is_default else name = $2 end',
}

async function whyNot(tx: Tx, actor: Asker, { category }: AskQuestion) {
  const found = await tx.query(hasCategory, [actor.companyId, category ?? null])
  if (found.length > 0) return new NotFoundError('person', actor.userId)
  return new InvalidValueError(
    'category_unknown',
    'questionCategory',
    'known',
    `The company has no category ${category ?? '(default)'}`,
  )
}

/** The first sentence or line of a text, at most 80 characters, cut between words. */
export function subjectOf(text: string): string {
  const first = (text.trim().split(/(?<=[.?!])\s|\n/u, 1)[0] ?? '').replace(/\s+/gu, ' ').trim()
  if (first.length <= 80) return first
  const cut = first.slice(0, 79)
  const space = cut.lastIndexOf(' ')
  // A surrogate pair must not be torn apart.
  return `${cut.slice(0, space > 40 ? space : 79).replace(/[\uD800-\uDBFF]$/u, '')}…`
}

function distinct(ids: AskQuestion['externalIds']): AskQuestion['externalIds'] {
  return [...new Map(ids.map((x) => [`${x.system}\n${x.id}`, x])).values()]
}
