import type { Statement, Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import { InvalidValueError, MoveRefusedError } from '../errors.ts'
import { mustKnow } from './claim.ts'
import { makeMove } from './move.ts'
import { lockOwnQuestion } from './own.ts'
import { lockQuestion, type Question } from './question.ts'

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

/** An expert who was offered, holds or answered the question hands it to the agents. Throws NotFoundError, MoveRefusedError. */
export async function escalateQuestion(
  tx: Tx,
  actor: Person,
  input: { questionId: string; reason?: string | undefined },
) {
  const question = await lockQuestion(tx, input.questionId)
  await mustKnow(tx, actor, question)
  await makeMove(tx, actor, question, 'rerouteByExpert', {
    values: [actor.userId],
    otherwise: () => new MoveRefusedError('claim_lost', 'You do not hold this question'),
  })
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
