import { knowledge, newId, statement, type Tx, types } from '@askline/db'
import type { Actor, Origin, Person } from '../actors.ts'
import type { Change } from '../changes/change.ts'
import { decide } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { weighRecord } from '../knowledge/record.ts'
import { wantTraining } from '../learning/want-training.ts'
import { fold } from '../text/fold.ts'
import { responseOf } from './own.ts'
import { rateOrThank } from './rate.ts'

const given = statement({
  name: 'known-answer-of-auto-response',
  params: [types.uuid],
  row: { knowledgeId: types.uuid },
  text: `select (detail ->> 'sourceId')::uuid as "knowledgeId" from question_events
    where question_id = (select question_id from responses where id = $1 and company_id = $company) and company_id = $company and type = 'QUESTION_AUTO_RESPONSE' and detail ? 'sourceId' limit 1`,
})

export type AutomaticAnswer = {
  text: string
  /** The knowledge entry or response that the text comes from, stored with the event. */
  sourceId: string
  /** 0 to 1. */
  confidence: number
  /** The class that was found in the text of a question without a class. */
  predictedClass?: string | undefined
}

/**
 * Answers a new question with a known answer and holds the experts back while the asker decides.
 * Throws MoveRefusedError if an expert was already asked, NotFoundError if the question does not exist.
 */
export async function respondAutomatically(tx: Tx, actor: Actor, questionId: string, answer: AutomaticAnswer) {
  const { decision } = await makeChange(tx, automaticResponse(actor, questionId, answer))
  return { questionId, responseId: decision.response?.id ?? '' }
}

/** Returns the change of `respondAutomatically`. */
export function automaticResponse(actor: Actor, questionId: string, answer: AutomaticAnswer): Change {
  const response = { id: newId(), type: 'AutoResponse', authorId: null, quickReply: 'PENDING' } as const
  return {
    actor,
    of: { questionId },
    decide: (facts) =>
      decide(facts, actor, 'respondAutomatically', {
        predictedClass: answer.predictedClass,
        response,
        messages: [
          {
            id: newId(),
            type: 'MESSAGE',
            responseId: response.id,
            authorId: null,
            authorKind: 'AUTOMATIC',
            body: answer.text,
            folded: fold(answer.text),
          },
        ],
        detail: { sourceId: answer.sourceId, confidence: answer.confidence },
      }),
  }
}

const knownById = statement({
  name: 'known-answer-by-id',
  params: [types.uuid, types.uuid],
  row: { sourceId: knowledge.id, text: knowledge.answer },
  text: 'select id as "sourceId", answer as text from knowledge where company_id = $1 and id = $2 and suspended_at is null',
})

/** A known answer that fits the text of a question without a class. */
export type FoundAnswer = {
  questionId: string
  companyId: string
  predictedClass: string
  knowledgeId: string
  confidence: number
  /** The request that the question came with. */
  origin?: Origin | undefined
}

/**
 * Answers a question with the known answer that was found for its text, and stores its class. Returns false if the answer or
 * the question does not exist any more, or if an expert was asked meanwhile.
 */
export async function respondByFinding(tx: Tx, found: FoundAnswer): Promise<boolean> {
  const { questionId, companyId, predictedClass, knowledgeId, confidence, origin } = found
  const [known] = await tx.query(knownById, [companyId, knowledgeId])
  if (!known) return false
  try {
    const answer = { ...known, confidence, predictedClass }
    await respondAutomatically(tx.of(companyId), { kind: 'system', companyId, ...origin }, questionId, answer)
    return true
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof MoveRefusedError) return false
    throw error
  }
}

const knownByClass = statement({
  name: 'known-answer-by-class',
  params: [types.uuid, types.text, types.nullable(types.text)],
  row: { sourceId: knowledge.id, text: knowledge.answer },
  text: `select id as "sourceId", answer as text from knowledge where company_id = $1 and class = $2 and suspended_at is null
    order by (language is not distinct from $3) desc, updated_at desc, id desc limit 1`,
})

/** Returns the company's known answer for a class, preferably in the asker's language, or `undefined` if it has none. */
export async function findAnswerOfClass(
  tx: Tx,
  companyId: string,
  predictedClass: string,
  language: string | undefined,
): Promise<AutomaticAnswer | undefined> {
  const [known] = await tx.query(knownByClass, [companyId, predictedClass, language ?? null])
  return known && { ...known, confidence: 1 }
}

/**
 * Records the asker's decision about an automatic response: accepting it resolves the question, rejecting it asks experts.
 * Throws MoveRefusedError `not_automatic`, `already_decided`; NotFoundError.
 */
export async function confirmAutoResponse(tx: Tx, actor: Person, input: Confirmation) {
  const { responseId, quickReply } = input
  const [known] = await tx.query(given, [responseId])
  const { facts } = await makeChange(tx, confirmation(actor, { ...input, knowledgeId: known?.knowledgeId }))
  if (known) await weighRecord(tx, actor.companyId, known.knowledgeId)
  if (quickReply === 'ACCEPTED') await wantTraining(tx, actor.companyId)
  return { questionId: facts.question.id, responseId }
}

type Confirmation = { responseId: string; quickReply: 'ACCEPTED' | 'REJECTED' }

/** Returns the change of `confirmAutoResponse`. `knowledgeId`: the knowledge entry that the answer came from. */
export function confirmation(
  actor: Person,
  { responseId, quickReply, knowledgeId }: Confirmation & { knowledgeId: string | undefined },
): Change {
  return {
    actor,
    of: { responseId },
    locksHolder: true,
    decide: (facts) => {
      const response = responseOf(facts, actor, responseId)
      if (response.type !== 'AutoResponse') {
        throw new MoveRefusedError(
          'not_automatic',
          'The response is not automatic. Accept it with POST /responses/{uuid}/accept.',
        )
      }
      if (response.quickReply === 'ACCEPTED' || response.quickReply === 'REJECTED') {
        throw new MoveRefusedError(
          'already_decided',
          `The automatic response was already ${response.quickReply.toLowerCase()}.`,
        )
      }
      const isAccepted = quickReply === 'ACCEPTED'
      const decision = decide(facts, actor, isAccepted ? 'acceptAutomatic' : 'rejectAutomatic', {
        responseId: response.id,
        prompts: isAccepted ? rateOrThank(facts, response) : [],
        answers: [{ id: response.id, quickReply, knowledgeId, ...(isAccepted ? { isAccepted } : {}) }],
      })
      const asking = facts.prompts.filter(
        (one) => one.type === 'AUTORESPONSE_MESSAGE' && one.responseId === response.id,
      )
      return { ...decision, removes: [...new Set([...decision.removes, ...asking.map(({ id }) => id)])] }
    },
  }
}
