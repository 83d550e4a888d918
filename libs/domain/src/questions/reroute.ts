import type { Statement, Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import { InvalidValueError } from '../errors.ts'
import { declineQuestion, lostTo, mustKnow } from './claim.ts'
import { claimLost } from './lost-claim.ts'
import { makeMove } from './move.ts'
import { lockOwnQuestion } from './own.ts'
import { lockQuestion, type Question } from './question.ts'
import { couldAnotherTake, seekOpinion } from './second-opinion.ts'

/**
 * The asker gives up on experts and hands the question to the company's agents.
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
  await makeMove(tx, actor, question, 'rerouteByPoster')
  await keepReason(tx, question, input.reason)
  return { questionId: question.id }
}

/**
 * An expert who holds the question, or was offered or answered what nobody holds, gives it up. Where another could take it now, it
 * is offered to them for a while, and the asker notices nothing; else, or when that while is over, the agents get it. Giving up
 * what one gave up changes nothing. Throws NotFoundError, MoveRefusedError `already_claimed`, `claim_lost`.
 */
export async function escalateQuestion(
  tx: Tx,
  actor: Person,
  input: { questionId: string; reason?: string | undefined },
) {
  const question = await lockQuestion(tx, input.questionId)
  const offers = await mustKnow(tx, actor, question)
  const details = {
    values: [actor.userId],
    otherwise: () =>
      question.holderId !== null && !offers.includes('accepted')
        ? lostTo(question, actor)
        : claimLost(tx, actor, question),
  }
  if (question.status === 'UNRESOLVED' && (await couldAnotherTake(tx, question, actor.userId))) {
    if (question.opinionDueAt === null) await seekOpinion(tx, actor, question, input.reason, details)
    else await declineQuestion(tx, actor, input)
  } else {
    await makeMove(tx, actor, question, 'rerouteByExpert', details)
  }
  await keepReason(tx, question, input.reason)
  return { questionId: question.id }
}

const setReason: Statement = {
  name: 'set-reroute-reason',
  text: 'update questions set reroute_reason = $2 where id = $1',
}

async function keepReason(tx: Tx, question: Question, reason: string | undefined): Promise<void> {
  if (reason !== undefined) await tx.query(setReason, [question.id, reason])
}
