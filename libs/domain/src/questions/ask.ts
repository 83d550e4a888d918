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

const openNow = `$18 = 'UNRESOLVED'`
const isFlagged = `$18 = 'FLAGGED'`

/**
 * Question, ids, its first system message, event and outbox row in one statement, all or nothing. $18 is the status its
 * intake gives it, $19 the turn, $20 the type of the message, $21 the event. $22: the gates were asked; without it nothing is
 * written for a blocked asker or in a company that has gates, so that most companies pay nothing for them.
 */
const ask: Statement = {
  name: 'ask-question',
  text: `
with company as (
  select id, tag, name, settings, clock_timestamp() + clock_offset as now from companies
  where id = $2 and ($22 or not settings ?| array['bannedKeywords', 'bannedDomains', 'emergencyPhrases', 'flagPersonalData'])
), asker as (
  select id, name, role from users
  where id = $3 and company_id = $2 and forgotten_at is null and ($22 or not is_blocked)
), category as (
  select id, name, type, settings from categories
  where company_id = $2 and case when $5::text is null then is_default else name = $5 end
), question as (
  insert into questions (id, company_id, asker_id, integration_id, category_id, type, subject, text, language, languages,
    company_tags, metadata, predicted_class, status, turn, is_rerouted, rerouted_at, closed_at, queued_at, wave_due_at, prompt_due_at, escalation_due_at, expiry_due_at,
    expires_at, created_at, updated_at, changed_at)
  select $1, c.id, a.id, $4, k.id, k.type, $6, $7, $8, case when $8::text is null then '{}' else array[$8] end,
    array[c.tag], $9::jsonb, $10, $18::text, $19, ${isFlagged}, case when ${isFlagged} then c.now end,
    case when $19::text is null then c.now end, c.now, case when ${openNow} then c.now + interval '15 seconds' end,
    case when ${openNow} then c.now + k.escalation * coalesce((k.settings ->> 'rerouteShare')::float8, ${standardTimes.rerouteShare}) end,
    case when ${openNow} then c.now + k.escalation end, case when ${openNow} then c.now + k.expiry end, c.now + k.expiry,
    c.now, c.now, c.now
  from company c, asker a, (
    select *, coalesce((settings ->> 'escalationMs')::bigint, ${standardTimes.escalationMs}) * interval '1 ms' as escalation,
      coalesce((settings ->> 'expiryMs')::bigint, ${standardTimes.expiryMs}) * interval '1 ms' as expiry
    from category) k
  returning id, company_id, asker_id, type, languages, company_tags, expires_at, created_at, updated_at
), ids as (
  insert into question_external_ids (company_id, system, external_id, question_id)
  select q.company_id, x.system, x.id, q.id from question q, jsonb_to_recordset($11::jsonb) as x(id text, system text)
), notice as (
  insert into messages (id, company_id, question_id, type, author_kind, body, created_at, updated_at)
  select $12, q.company_id, q.id, $20::text, 'SYSTEM', $13, q.created_at, q.created_at from question q where $20::text is not null
  returning seq
), event as (
  insert into question_events (question_id, seq, company_id, type, actor_kind, actor_id, audience, correlation_id, at)
  select q.id, 1, q.company_id, $21::text, $14, $15,
    array['company:' || q.company_id, 'staff:' || q.company_id, 'user:' || q.asker_id], $16, q.created_at
  from question q returning audience
), jobs as (
  insert into outbox (company_id, jobs)
  select q.company_id, jsonb_build_array(jsonb_build_object('job', 'question-changed', 'payload', jsonb_strip_nulls(
    jsonb_build_object('questionId', q.id, 'version', 1, 'type', $21::text, 'correlationId', $16::text,
      'inbox', case when ${isFlagged} then jsonb_build_array('staff:' || q.company_id) end,
      'lastUpdated', to_char(ceil_second(q.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'audience', to_jsonb(e.audience))))) || $17::jsonb
  from question q, event e returning id, key, jobs
)
select q.company_id as "companyId", q.asker_id as "askerId", q.type, q.languages, q.company_tags as "companyTags",
  q.expires_at as "expiresAt", q.created_at as "createdAt", q.updated_at as "updatedAt", a.name as "askerName",
  a.role as "askerRole", c.name as "companyName", c.settings, k.name as category, n.seq, j.id as "outboxId", j.key, j.jobs
from question q cross join asker a cross join company c cross join category k cross join jobs j left join notice n on true`,
}

type AskedRow = {
  companyId: string
  askerId: string
  type: QuestionType
  languages: string[]
  companyTags: string[]
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  askerName: string
  askerRole: Role
  companyName: string
  settings: CompanySettings
  category: string
  seq: number | null
  outboxId: number
  key: string
  jobs: OutboxRow['jobs']
}

/**
 * Writes a question and everything that follows from it, in one statement, and yields it as its asker sees it.
 * An external id that is already known yields the first question, whatever the text.
 * Throws InvalidValueError for an unknown category, NotFoundError for an asker who is not (or no longer) there,
 * MoveRefusedError `external_id_taken` when the id names another person's question.
 */
export async function askQuestion(
  tx: Tx,
  actor: Extract<Actor, { kind: 'user' }>,
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

async function takeIn(tx: Tx, actor: Extract<Actor, { kind: 'user' }>, input: AskQuestion, publicUrl: string) {
  const ungated = await write(tx, actor, input, publicUrl, undefined)
  if (ungated) return answered(tx, actor, input, ungated, publicUrl)
  const [facts] = await tx.query<GateFacts>(gateFacts, [actor.userId])
  if (!facts) throw new NotFoundError('person', actor.userId)
  const verdict = verdictOn({ ...facts, text: input.text, subject: input.subject ?? '' }, facts.settings)
  const view = await write(tx, actor, input, publicUrl, verdict)
  if (!view) throw await whyNot(tx, actor, input)
  return verdict === 'approved' ? answered(tx, actor, input, view, publicUrl) : view
}

/** A class that comes with the question chooses its automatic response at once, in the same transaction. */
async function answered(
  tx: Tx,
  actor: Extract<Actor, { kind: 'user' }>,
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
  actor: Extract<Actor, { kind: 'user' }>,
  input: AskQuestion,
  publicUrl: string,
  verdict: Verdict | undefined,
): Promise<QuestionView | undefined> {
  const taken = intake[verdict ?? 'approved']
  const id = newId()
  const noticeId = newId()
  const subject = input.subject ?? subjectOf(input.text)
  const metadata = input.metadata ?? {}
  const externalIds = distinct(input.externalIds)
  const [asked] = await tx.query<AskedRow>(ask, [
    id,
    actor.companyId,
    actor.userId,
    actor.integrationId ?? null,
    input.category ?? null,
    subject,
    input.text,
    input.language ?? null,
    JSON.stringify(metadata),
    input.predictedClass ?? null,
    JSON.stringify(externalIds),
    noticeId,
    taken.message && systemTexts[taken.message],
    actor.kind,
    actor.userId,
    actor.correlationId ?? null,
    JSON.stringify(taken.status === 'UNRESOLVED' ? [routeJob(actor, id)] : []),
    taken.status,
    taken.turn,
    taken.message,
    taken.event,
    verdict !== undefined,
  ])
  if (!asked) return undefined
  tx.outgoing.push({ id: asked.outboxId, key: asked.key, jobs: asked.jobs })

  const row: QuestionRow = {
    id,
    companyId: asked.companyId,
    askerId: asked.askerId,
    type: asked.type,
    subject,
    text: input.text,
    languages: asked.languages,
    companyTags: asked.companyTags,
    metadata,
    status: taken.status,
    isRerouted: taken.status === 'FLAGGED',
    rerouteType: null,
    rerouteReason: null,
    reroutedAt: taken.status === 'FLAGGED' ? asked.createdAt : null,
    closedAt: taken.turn === null ? asked.createdAt : null,
    numResponses: 0,
    holderId: null,
    fence: 0,
    leaseDueAt: null,
    expiresAt: asked.expiresAt,
    version: 1,
    createdAt: asked.createdAt,
    updatedAt: asked.updatedAt,
    askerName: asked.askerName,
    askerRole: asked.askerRole,
    companyName: asked.companyName,
    settings: asked.settings,
    category: asked.category,
    externalIds,
  }
  const notices = taken.message === null ? [] : [systemMessage(taken.message, noticeId, asked, id)]
  return questionView(row, [], notices, contextOf(row, publicUrl, actor.kind))
}

const systemMessage = (
  type: SystemMessageType,
  id: string,
  { seq, createdAt }: AskedRow,
  questionId: string,
): MessageRow => ({
  seq: seq ?? 0,
  id,
  questionId,
  responseId: null,
  type,
  body: systemTexts[type],
  detail: null,
  externalIds: [],
  metadata: null,
  isViewedByUser: false,
  createdAt,
  updatedAt: createdAt,
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

async function findFirst(
  tx: Tx,
  actor: Extract<Actor, { kind: 'user' }>,
  externalIds: AskQuestion['externalIds'],
  publicUrl: string,
) {
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

async function whyNot(tx: Tx, actor: Extract<Actor, { kind: 'user' }>, { category }: AskQuestion) {
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
