import type { Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import { InvalidValueError } from '../errors.ts'
import { declineQuestion, lockKnown, lostTo } from './claim.ts'
import { claimLost } from './lost-claim.ts'
import { makeMove } from './move.ts'
import { lockOwnQuestion } from './own.ts'
import { couldAnotherTake, seekOpinion } from './second-opinion.ts'

/**
 * Reroutes the asker's question to the company's agents.
 * Throws MoveRefusedError `already_rerouted`, InvalidValueError for a tag that is not the question's, NotFoundError.
 */
export async function rerouteQuestion(
  tx: Tx,
  actor: Person,
  input: { questionId: string; companyTag?: string | undefined; reason?: string | undefined },
) {
  const question = await lockOwnQuestion(tx, actor, input.questionId)
  if (input.companyTag !== undefined && !question.companyTags.includes(input.companyTag)) {
    throw new InvalidValueError(
      'company_tag_unknown',
      'companyTag',
      'oneOf',
      `companyTag must be one of ${question.companyTags.join(', ')}`,
    )
  }
  await makeMove(tx, actor, question, 'rerouteByPoster', { values: [input.reason ?? null] })
  return { questionId: question.id }
}

/**
 * Escalates a question for the expert who holds it, or who was offered or answered a question that no expert holds. If another
 * expert could take it now, the second opinion starts; otherwise agents get it at once. A second escalation has no effect. Throws NotFoundError, MoveRefusedError `already_claimed`, `claim_lost`.
 */
export async function escalateQuestion(
  tx: Tx,
  actor: Person,
  input: { questionId: string; reason?: string | undefined },
) {
  const { question, offers } = await lockKnown(tx, actor, input.questionId)
  const otherwise = () =>
    question.holderId !== null && !offers.includes('accepted')
      ? lostTo(tx, actor, question)
      : claimLost(tx, actor, question)
  if (question.status === 'UNRESOLVED' && (await couldAnotherTake(tx, question, actor.userId))) {
    if (question.opinionDueAt === null) await seekOpinion(tx, actor, question, input.reason, otherwise)
    else await declineQuestion(tx, actor, input)
  } else {
    await makeMove(tx, actor, question, 'rerouteByExpert', {
      values: [actor.userId, input.reason ?? null],
      otherwise,
    })
  }
  return { questionId: question.id }
}
