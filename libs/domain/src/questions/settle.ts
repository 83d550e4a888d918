import type { Tx } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import type { Change, Facts } from '../changes/change.ts'
import { decide } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { MoveRefusedError } from '../errors.ts'
import { suspendKnowledgeOf } from '../knowledge/lineage.ts'
import { assertOwn, newestResponse, responseOf } from './own.ts'
import { rateOrThank } from './rate.ts'

/**
 * Accepts a response for the asker and resolves the question. Once rerouted, only an agent's response can be accepted. An
 * automatic response is confirmed instead.
 * Throws NotFoundError, MoveRefusedError.
 */
export const acceptResponse = (actor: Person, { responseId }: { responseId: string }): Change => ({
  actor,
  of: { responseId },
  locksHolder: true,
  decide: (facts) => {
    const response = responseOf(facts, actor, responseId)
    if (response.type === 'AutoResponse') {
      throw new MoveRefusedError(
        'automatic_response',
        'The response is automatic. Confirm it with POST /responses/{uuid}/confirmAutoResponse.',
      )
    }
    const { id: questionId } = facts.question
    return decide(facts, actor, response.type === 'AGENT' ? 'acceptFromAgent' : 'accept', {
      responseId: response.id,
      prompts: rateOrThank(facts, response),
      answers: [{ id: response.id, isAccepted: true }],
      jobs:
        response.type === 'EXPERT'
          ? [{ job: 'learn-answer', payload: { questionId, companyId: actor.companyId } }]
          : [],
    })
  },
})

/** Returns the newest prompt to review a mark, and the response that it is in. `undefined` if the question is not marked. */
function findMark({ prompts, responses }: Facts) {
  const prompt = prompts.findLast(({ type }) => type === 'MARK_AS_RESOLVED_MESSAGE')
  const response = responses.find(({ id }) => id === prompt?.responseId)
  return prompt && response && { messageId: prompt.id, response }
}

type Review = { questionId: string; confirm: boolean; messageId?: string | undefined }

/**
 * Confirms or contests for the asker that the question is resolved. `messageId` may name the prompt.
 * Throws MoveRefusedError `no_prompt_open` if the question is not marked, NotFoundError.
 */
export async function reviewMarkAsResolved(tx: Tx, actor: Person, input: Review) {
  const { facts } = await makeChange(tx, review(actor, input))
  const mark = findMark(facts)
  if (!input.confirm && mark) await suspendKnowledgeOf(tx, [mark.response.id], 'CONTESTED')
  return { questionId: facts.question.id }
}

/** Returns the change of `reviewMarkAsResolved`. */
export const review = (actor: Person, { questionId, confirm, messageId }: Review): Change => ({
  actor,
  of: { questionId },
  locksHolder: true,
  decide: (facts) => {
    assertOwn(facts, actor)
    const { question } = facts
    const mark = findMark(facts)
    const notOpen = () =>
      new MoveRefusedError('no_prompt_open', 'The question is not marked as resolved, so it cannot be reviewed.')
    const isOther = messageId !== undefined && mark?.messageId !== messageId.toLowerCase()
    if (!question.closedAt && !question.isRerouted && (!mark || isOther)) throw notOpen()
    return decide(facts, actor, confirm ? 'approve' : 'contest', {
      responseId: mark?.response.id,
      prompts: confirm && mark ? rateOrThank(facts, mark.response) : [],
      otherwise: notOpen,
    })
  },
})

/**
 * Asks a silent asker whether their answered question is resolved, at its newest response by a person. Silence of another
 * `approvalMs` resolves it.
 */
export const markBySilence = (actor: Actor): Change['decide'] => {
  return (facts) => decide(facts, actor, 'markBySilence', { responseId: newestResponse(facts)?.id })
}

/** Resolves a marked question whose asker did not review it in time. */
export const approveBySilence = (actor: Actor): Change['decide'] => {
  return (facts) => {
    const mark = findMark(facts)
    return decide(facts, actor, 'approveBySilence', {
      responseId: mark?.response.id,
      prompts: mark ? rateOrThank(facts, mark.response) : [],
    })
  }
}

/**
 * Closes an open or rerouted question. An author with a token of their own withdraws it; an integration or an agent closes it
 * for the company. Throws NotFoundError, MoveRefusedError.
 */
export const closeQuestion = (actor: Actor, { questionId }: { questionId: string }): Change =>
  end(actor, questionId, actor.kind === 'user' && actor.integrationId === undefined ? 'withdraw' : 'closeByCompany')

/** Expires an open question before its time. Throws MoveRefusedError for a rerouted question, NotFoundError. */
export const expireQuestion = (actor: Actor, { questionId }: { questionId: string }): Change =>
  end(actor, questionId, 'expire')

const end = (actor: Actor, questionId: string, move: 'withdraw' | 'closeByCompany' | 'expire'): Change => ({
  actor,
  of: { questionId },
  locksHolder: true,
  decide: (facts) => {
    assertOwn(facts, actor)
    return decide(facts, actor, move, {})
  },
})
