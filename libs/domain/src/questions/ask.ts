import type { QuestionView, SystemMessageType } from '@askline/contracts'
import { type CompanySettings, isDuplicate, newId, type Statement, type Tx } from '@askline/db'
import type { Actor } from '../actors.ts'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { findRoutedCategory } from '../routing/category.ts'
import { viewQuestion } from '../views/find.ts'
import type { MessageRow } from '../views/message.ts'
import { contextOf, type QuestionRow, questionView } from '../views/question-view.ts'
import { type AskedRow, ask } from './ask-statement.ts'
import { findAnswerOfClass, respondAutomatically } from './auto-response.ts'
import { intake, type Verdict, verdictOn } from './gates.ts'
import { routeJob } from './move.ts'
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
    opinionHeld: false,
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

async function whyNot(tx: Tx, actor: Asker, { category }: AskQuestion) {
  await findRoutedCategory(tx, actor.companyId, category)
  return new NotFoundError('person', actor.userId)
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
