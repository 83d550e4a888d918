import type { Statement, Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import { MoveRefusedError } from '../errors.ts'
import type { Question } from './question.ts'

const lastLeft: Statement = {
  name: 'claim-last-left',
  text: `select status from offers where question_id = $1 and expert_id = $2 and wave = 0 order by created_at desc, id desc
    limit 1`,
}

/**
 * `claim_lost`, for an expert who writes under a claim they do not have: how it ended, and what became of the question, so
 * that they know whether it is worth claiming again.
 */
export async function claimLost(tx: Tx, actor: Person, question: Question): Promise<MoveRefusedError> {
  if (question.holderId === actor.userId) {
    return refusal(`You hold this question under a newer claim, with fence ${question.fence}`)
  }
  const [left] = await tx.query<{ status: string }>(lastLeft, [question.id, actor.userId])
  return refusal(`${ending(left?.status)}, and ${whereItIs(question)}`)
}

const refusal = (message: string) => new MoveRefusedError('claim_lost', message)

function ending(status: string | undefined): string {
  if (status === 'timed_out') return 'The lease of your claim ran out'
  if (status === 'declined') return 'You gave this question up'
  return 'You do not hold this question'
}

function whereItIs({ holderId }: Question): string {
  return holderId === null ? 'the question is offered to experts' : 'another expert has taken the question'
}
