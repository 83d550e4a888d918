import { newId, type Statement, type Tx } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { weighRecord } from '../knowledge/record.ts'
import { wantTraining } from '../training/wanted.ts'
import { makeMove } from './move.ts'
import { lockByResponse } from './own.ts'
import { lockQuestion } from './question.ts'
import { rateOrThank } from './rate.ts'

const setReply: Statement = {
  name: 'set-quick-reply',
  text: `update responses r set quick_reply = $2, knowledge_id = $3, is_accepted = $2 = 'ACCEPTED',
      accepted_at = case when $2 = 'ACCEPTED' then q.changed_at end, updated_at = next_stamp(r.updated_at, q.changed_at)
    from questions q where r.id = $1 and q.id = r.question_id`,
}
const removeAsk: Statement = {
  name: 'remove-autoresponse-prompt',
  text: `delete from messages where response_id = $1 and type = 'AUTORESPONSE_MESSAGE'`,
}

const given: Statement = {
  name: 'known-answer-of-auto-response',
  text: `select detail ->> 'sourceId' as "knowledgeId" from question_events
    where question_id = $1 and type = 'QUESTION_AUTO_RESPONSE' and detail ? 'sourceId' limit 1`,
}

export type AutomaticAnswer = {
  text: string
  /** Where it comes from: a knowledge entry or a response, kept with the event. */
  sourceId: string
  /** 0 to 1. */
  confidence: number
  /** The class that was found in the question's text, where it came without one. */
  predictedClass?: string | undefined
}

/**
 * Answers a new question with a known answer and holds the experts back while the asker decides. Only before any expert was
 * asked: throws MoveRefusedError afterwards, NotFoundError where the question is gone.
 */
export async function respondAutomatically(tx: Tx, actor: Actor, questionId: string, answer: AutomaticAnswer) {
  const question = await lockQuestion(tx, questionId)
  const response = { id: newId(), type: 'AutoResponse', authorId: null, quickReply: 'PENDING' } as const
  await makeMove(tx, actor, question, 'respondAutomatically', {
    values: [answer.predictedClass ?? null],
    response,
    messages: [{ id: newId(), responseId: response.id, authorId: null, authorKind: 'AUTOMATIC', body: answer.text }],
    detail: { sourceId: answer.sourceId, confidence: answer.confidence },
  })
  return { questionId, responseId: response.id }
}

const knownById: Statement = {
  name: 'known-answer-by-id',
  text: 'select id as "sourceId", answer as text from knowledge where company_id = $1 and id = $2 and suspended_at is null',
}

/** What was found in the text of a question that came without a class. */
export type FoundAnswer = {
  questionId: string
  companyId: string
  predictedClass: string
  knowledgeId: string
  confidence: number
  /** Of the request that it is answered for. */
  correlationId?: string | undefined
}

/**
 * Answers a question that nobody was asked yet with the known answer that was found for its text, and keeps its class. Yields
 * whether it did: not where the answer or the question is gone, or somebody was faster.
 */
export async function respondByFinding(tx: Tx, found: FoundAnswer): Promise<boolean> {
  const { questionId, companyId, predictedClass, knowledgeId, confidence, correlationId } = found
  const [known] = await tx.query<{ sourceId: string; text: string }>(knownById, [companyId, knowledgeId])
  if (!known) return false
  try {
    const answer = { ...known, confidence, predictedClass }
    await respondAutomatically(tx, { kind: 'system', companyId, correlationId }, questionId, answer)
    return true
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof MoveRefusedError) return false
    throw error
  }
}

const knownByClass: Statement = {
  name: 'known-answer-by-class',
  text: `select id as "sourceId", answer as text from knowledge where company_id = $1 and class = $2 and suspended_at is null
    order by (language is not distinct from $3) desc, updated_at desc, id desc limit 1`,
}

/** The company's known answer for a class, in the asker's language where there is one; undefined where there is none. */
export async function findAnswerOfClass(
  tx: Tx,
  companyId: string,
  predictedClass: string,
  language: string | undefined,
): Promise<AutomaticAnswer | undefined> {
  const [known] = await tx.query<{ sourceId: string; text: string }>(knownByClass, [
    companyId,
    predictedClass,
    language ?? null,
  ])
  return known && { ...known, confidence: 1 }
}

/**
 * The asker accepts an automatic response (the question is resolved) or rejects it (the experts are asked).
 * Throws MoveRefusedError `not_automatic`, `already_decided`; NotFoundError.
 */
export async function confirmAutoResponse(
  tx: Tx,
  actor: Person,
  { responseId, quickReply }: { responseId: string; quickReply: 'ACCEPTED' | 'REJECTED' },
) {
  const { question, response } = await lockByResponse(tx, actor, responseId)
  if (response.type !== 'AutoResponse') {
    throw new MoveRefusedError('not_automatic', 'A person wrote this response: accept it instead')
  }
  if (response.quickReply === 'ACCEPTED' || response.quickReply === 'REJECTED') {
    throw new MoveRefusedError(
      'already_decided',
      `The automatic response was ${response.quickReply.toLowerCase()} already`,
    )
  }
  await tx.query(removeAsk, [responseId])
  await makeMove(tx, actor, question, quickReply === 'ACCEPTED' ? 'acceptAutomatic' : 'rejectAutomatic', {
    responseId,
    adds: quickReply === 'ACCEPTED' ? await rateOrThank(tx, question, responseId) : [],
  })
  const [known] = await tx.query<{ knowledgeId: string }>(given, [question.id])
  await tx.query(setReply, [responseId, quickReply, known?.knowledgeId ?? null])
  if (known) await weighRecord(tx, actor.companyId, known.knowledgeId)
  if (quickReply === 'ACCEPTED') await wantTraining(tx, actor.companyId)
  return { questionId: question.id, responseId }
}
