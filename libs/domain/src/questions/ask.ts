import { categoryDefaults, type QuestionStatus, type QuestionView, type Turn } from '@askline/contracts'
import { isDuplicate, newId, questions, statement, type Tx, together, types } from '@askline/db'
import type { Actor } from '../actors.ts'
import { audienceOfNew } from '../changes/audience.ts'
import type { Decision, NewMessage } from '../changes/change.ts'
import { noChange, routeJob, systemMessage } from '../changes/decide.ts'
import { jobsOf } from '../changes/jobs.ts'
import { plus, retryRoutingMs } from '../changes/rules.ts'
import type { State } from '../changes/state.ts'
import { type Made, writeChanges } from '../changes/write.ts'
import { InvalidValueError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { findRoutedCategory } from '../routing/category.ts'
import { foldTogether } from '../text/fold.ts'
import { viewQuestion } from '../views/find.ts'
import type { MessageRow } from '../views/message.ts'
import { contextOf, type QuestionRow, questionView } from '../views/question-view.ts'
import { type AskFacts, addQuestions, askFacts } from './ask-statements.ts'
import { findAnswerOfClass, respondAutomatically } from './auto-response.ts'
import { intake, type Verdict, verdictOn } from './gates.ts'
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
  const [first] = asks
  if (!first) return []
  const wanted = asks.map(({ actor, input }, place) => ({ place, askerId: actor.userId, category: input.category }))
  const own = tx.of(first.actor.companyId)
  const found = new Map((await own.query(askFacts, [JSON.stringify(wanted)])).map((facts) => [facts.place, facts]))
  const drafts = asks.map((ask, place) => {
    const facts = found.get(place)
    return facts && draftOf(ask, facts)
  })
  const written = drafts.filter((draft) => draft !== undefined)
  const [begun] = written
  if (!begun) return drafts.map(() => undefined)
  const rows = written.map(({ row, state }) => ({ ...state, ...row }))
  const [, numbers] = await together(
    own.query(addQuestions, [JSON.stringify(rows), begun.facts.now]),
    writeChanges(
      own,
      written.map(({ made }) => made),
      [],
    ),
  )
  return drafts.map((draft) => draft && { view: viewOf(draft, numbers, publicUrl), verdict: draft.verdict })
}

type Draft = ReturnType<typeof draftOf>

/** Decides a new question by the verdict of the gates (decisions/moves.md, the rows of `ask`). */
export function draftOf({ actor, input }: Ask, facts: AskFacts) {
  const { now, settings, isBlocked, address } = facts
  const id = newId()
  const subject = input.subject ?? subjectOf(input.text)
  const folded = foldTogether(input.subject ?? '', input.text)
  const gated = { subject: input.subject ?? '', text: input.text, folded, isBlocked, address }
  const verdict = verdictOn(gated, settings)
  const { status, turn, message, event } = intake[verdict]
  const state = newState({ id, actor, input, status, turn }, facts)
  const notice = message === null ? undefined : systemMessage(message, null)
  const decision: Decision = {
    ...noChange,
    event,
    adds: notice ? [notice] : [],
    jobs: status === 'UNRESOLVED' ? [routeJob(actor, id)] : [],
  }
  const audience = audienceOfNew(actor.companyId, state)
  const jobs = jobsOf(actor, decision, state, audience)
  const made: Made = { actor, before: undefined, after: state, at: now, decision, audience, jobs }
  const row = {
    integrationId: actor.integrationId,
    subject,
    text: input.text,
    folded,
    metadata: input.metadata ?? {},
    externalIds: distinct(input.externalIds),
  }
  return { actor, facts, verdict, state, row, notice, made }
}

type Begun = { id: string; actor: Asker; input: AskQuestion; status: QuestionStatus; turn: Turn | null }

function newState({ id, actor, input, status, turn }: Begun, facts: AskFacts): State {
  const { now } = facts
  const { escalationMs, rerouteShare, expiryMs } = { ...categoryDefaults, ...facts.categorySettings }
  const isOpen = status === 'UNRESOLVED'
  const isFlagged = status === 'FLAGGED'
  const after = (ms: number) => (isOpen ? plus(now, ms) : null)
  return {
    id,
    askerId: actor.userId,
    categoryId: facts.categoryId,
    type: facts.type,
    companyTags: [facts.tag],
    version: 1,
    updatedAt: now,
    changedAt: now,
    status,
    turn,
    isRerouted: isFlagged,
    rerouteType: null,
    reroutedAt: isFlagged ? now : null,
    rerouteReason: null,
    closedAt: turn === null ? now : null,
    numResponses: 0,
    firstResponseAt: null,
    language: input.language ?? null,
    languages: input.language === undefined ? [] : [input.language],
    predictedClass: input.predictedClass ?? null,
    firstOfferedAt: null,
    expertsAvailable: null,
    promisedMs: null,
    holderId: null,
    fence: 0,
    units: 1,
    wave: 0,
    round: 0,
    openToAllAt: null,
    openLanguage: null,
    openRequirement: null,
    widensAt: null,
    opinionOf: null,
    expiresAt: plus(now, expiryMs),
    waveDueAt: after(retryRoutingMs),
    leaseDueAt: null,
    promptDueAt: after(Math.round(escalationMs * rerouteShare)),
    escalationDueAt: after(escalationMs),
    approvalDueAt: null,
    silenceDueAt: null,
    holdDueAt: null,
    expiryDueAt: after(expiryMs),
    opinionDueAt: null,
  }
}

/** Returns the question as it was just written, so nothing is read again. */
function viewOf(
  { actor, facts, state, row, notice }: Draft,
  numbers: ReadonlyMap<string, number>,
  publicUrl: string,
): QuestionView {
  const { subject, text, metadata, externalIds } = row
  const { askerName, askerRole, companyName, settings, category } = facts
  const question: QuestionRow = {
    ...state,
    subject,
    text,
    metadata,
    externalIds,
    companyId: actor.companyId,
    agentName: null,
    createdAt: state.updatedAt,
    askerName,
    askerRole,
    companyName,
    settings,
    category,
  }
  const notices = notice ? [messageRowOf(notice, state, numbers)] : []
  const conversation = { responses: [], messages: notices, unreadCount: 0, bytes: 0, isComplete: true }
  return questionView(question, conversation, contextOf(question, publicUrl, actor.kind))
}

const messageRowOf = (
  { id, type, body }: NewMessage,
  { id: questionId, updatedAt }: State,
  numbers: ReadonlyMap<string, number>,
): MessageRow => ({
  seq: numbers.get(id) ?? 0,
  id,
  questionId,
  responseId: null,
  type,
  body,
  detail: null,
  externalIds: [],
  metadata: null,
  isViewedByUser: false,
  createdAt: updatedAt,
  updatedAt,
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
      'This external id already belongs to a question of another person. Use another id.',
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
