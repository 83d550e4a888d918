import type { QuestionView, SystemMessageType } from '@askline/contracts'
import { isDuplicate, newId, questions, statement, type Tx, types } from '@askline/db'
import type { Actor } from '../actors.ts'
import { systemTexts } from '../changes/system-texts.ts'
import { InvalidValueError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { findRoutedCategory } from '../routing/category.ts'
import { foldTogether } from '../text/fold.ts'
import { viewQuestion } from '../views/find.ts'
import type { MessageRow } from '../views/message.ts'
import { contextOf, type QuestionRow, questionView } from '../views/question-view.ts'
import { type AskedRow, ask } from './ask-statement.ts'
import { findAnswerOfClass, respondAutomatically } from './auto-response.ts'
import { intake, type Verdict, verdictOn } from './gates.ts'
import { routeJob } from './outbox.ts'
import { subjectOf } from './subject.ts'

export type AskQuestion = {
  text: string
  subject?: string | undefined
  /** The client's own ids, unique per company and system. A known id returns the first question. */
  externalIds: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
  /** The name of a category. Undefined: the company's default category. */
  category?: string | undefined
  /** ISO 639-1. Undefined: the routing worker detects it. */
  language?: string | undefined
  predictedClass?: string | undefined
}

type Asker = Extract<Actor, { kind: 'user' }>

/** A question to be written and its asker. */
export type Ask = { actor: Asker; input: AskQuestion }

/**
 * Writes questions of one company and returns each as its asker sees it, in order. A company with gates needs a second
 * statement for the questions that need a verdict. Undefined if the asker or the category of a question does not exist.
 * Throws and writes none of them if an external id is already known. Does not answer automatically: see `askQuestion`.
 */
export async function askTogether(tx: Tx, asks: Ask[], publicUrl: string): Promise<(QuestionView | undefined)[]> {
  return (await writeAll(tx, asks, publicUrl)).map((asked) => asked?.view)
}

/**
 * Writes a question with everything that follows from it and returns it as its asker sees it. If the question comes with a class
 * that has a known answer, the answer is part of it. A known external id returns the first question, whatever the text.
 * Throws InvalidValueError for an unknown category, NotFoundError for an asker who does not exist any more,
 * MoveRefusedError `external_id_taken` when the id names another person's question.
 */
export async function askQuestion(
  tx: Tx,
  actor: Asker,
  input: AskQuestion,
  publicUrl: string,
): Promise<{ view: QuestionView; isNew: boolean }> {
  if (input.externalIds.length === 0) return { view: await writeOne(tx, actor, input, publicUrl), isNew: true }
  try {
    return { view: await tx.savepoint(() => writeOne(tx, actor, input, publicUrl)), isNew: true }
  } catch (error) {
    if (!isDuplicate(error, 'question_external_ids_company_id_system_external_id_pk')) throw error
    return { view: await findFirst(tx, actor, input.externalIds, publicUrl), isNew: false }
  }
}

async function writeOne(tx: Tx, actor: Asker, input: AskQuestion, publicUrl: string): Promise<QuestionView> {
  const [asked] = await writeAll(tx, [{ actor, input }], publicUrl)
  if (!asked) throw await whyNot(tx, actor, input)
  if (input.predictedClass === undefined || asked.verdict !== 'approved') return asked.view
  const known = await findAnswerOfClass(tx, actor.companyId, input.predictedClass, input.language)
  if (!known) return asked.view
  await respondAutomatically(tx, actor, asked.view.uuid, known)
  return viewQuestion(tx, actor, asked.view.uuid, publicUrl)
}

type Asked = { view: QuestionView; verdict: Verdict }

async function writeAll(tx: Tx, asks: Ask[], publicUrl: string): Promise<(Asked | undefined)[]> {
  const rows = await write(tx, asks.map(draftOf))
  const verdicts = asks.map(({ input: { text, subject = '' } }, i) => {
    const { draft, row } = rows[i] ?? {}
    return draft && row?.needsVerdict
      ? verdictOn({ ...row, text, subject, folded: draft.folded }, row.settings)
      : undefined
  })
  const judged = asks.flatMap(({ actor }, i) => {
    const [verdict, draft] = [verdicts[i], rows[i]?.draft]
    return verdict && draft ? [{ ...draft, isJudged: true, ...stateAfter(verdict, actor, draft.id) }] : []
  })
  const written = judged.length > 0 ? await write(tx, judged) : []
  return asks.map(({ actor }, i) => {
    const { draft, row } = (verdicts[i] ? written.shift() : rows[i]) ?? {}
    return draft && row && { view: viewOf(draft, row, actor, publicUrl), verdict: verdicts[i] ?? 'approved' }
  })
}

async function write(tx: Tx, drafts: Draft[]): Promise<{ draft: Draft; row: AskedRow | undefined }[]> {
  const [first] = drafts
  if (!first) return []
  const rows = await tx.query(ask, [first.companyId, JSON.stringify(drafts)])
  for (const { outboxId, key, jobs } of rows) {
    if (outboxId !== null && key !== null && jobs !== null) tx.outgoing.push({ id: outboxId, key, jobs })
  }
  const asked = new Map(rows.map((row) => [row.id, row]))
  return drafts.map((draft) => ({ draft, row: asked.get(draft.id) }))
}

type Draft = ReturnType<typeof draftOf>

function draftOf({ actor, input }: Ask) {
  const id = newId()
  return {
    id,
    companyId: actor.companyId,
    askerId: actor.userId,
    integrationId: actor.integrationId,
    category: input.category,
    subject: input.subject ?? subjectOf(input.text),
    text: input.text,
    folded: foldTogether(input.subject ?? '', input.text),
    language: input.language,
    metadata: input.metadata ?? {},
    predictedClass: input.predictedClass,
    externalIds: distinct(input.externalIds),
    noticeId: newId(),
    actorKind: actor.kind,
    correlationId: actor.correlationId,
    traceparent: actor.traceparent,
    isJudged: false,
    ...stateAfter('approved', actor, id),
  }
}

const stateAfter = (verdict: Verdict, actor: Asker, id: string) => {
  const { status, turn, message, event } = intake[verdict]
  const notice = message && systemTexts[message]
  return { status, turn, message, event, notice, jobs: status === 'UNRESOLVED' ? [routeJob(actor, id)] : [] }
}

/** Returns the question as it was just written, so nothing is read again. */
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
    agentName: null,
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
  const conversation = { responses: [], messages: notices, unreadCount: 0, bytes: 0, isComplete: true }
  return questionView(row, conversation, contextOf(row, publicUrl, actor.kind))
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

const namedByExternalIds = statement({
  name: 'questions-by-external-ids',
  params: [types.uuid, types.jsonText],
  row: { id: questions.id, askerId: questions.askerId },
  text: `select distinct x.question_id as id, q.asker_id as "askerId" from question_external_ids x join questions q on q.id = x.question_id and q.company_id = x.company_id
    join jsonb_to_recordset($2::jsonb) as i(id text, system text) on i.id = x.external_id and i.system = x.system
    where x.company_id = $1`,
})

async function findFirst(tx: Tx, actor: Asker, externalIds: AskQuestion['externalIds'], publicUrl: string) {
  const named = await tx.query(namedByExternalIds, [actor.companyId, JSON.stringify(externalIds)])
  const [first, other] = named
  if (!first || named.some(({ askerId }) => askerId !== actor.userId)) {
    throw new MoveRefusedError(
      'external_id_taken',
      'This external id already names a question of another person. Use another id',
    )
  }
  if (other) {
    const message = 'These externalIds name different questions. Send only ids of one question.'
    throw new InvalidValueError('external_ids_disagree', 'externalIds', 'agrees', message)
  }
  return viewQuestion(tx, actor, first.id, publicUrl)
}

async function whyNot(tx: Tx, actor: Asker, { category }: AskQuestion) {
  await findRoutedCategory(tx, actor.companyId, category)
  return new NotFoundError('person', actor.userId)
}

function distinct(ids: AskQuestion['externalIds']): AskQuestion['externalIds'] {
  return [...new Map(ids.map((x) => [`${x.system}\n${x.id}`, x])).values()]
}
