import { offers, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { MoveRefusedError } from '../errors.ts'
import type { Question } from './question.ts'

const lastLeft = statement({
  name: 'claim-last-left',
  params: [types.uuid, types.uuid],
  row: { status: offers.status },
  text: `select status from offers where company_id = $company and question_id = $1 and expert_id = $2 and wave = 0
    order by created_at desc, id desc limit 1`,
})

/**
 * Returns the error `claim_lost` for an expert who writes without a claim. It says how the claim ended and who has the question
 * now, so the expert can decide whether to claim it again.
 */
export async function claimLost(tx: Tx, actor: Person, question: Question): Promise<MoveRefusedError> {
  if (question.holderId === actor.userId) {
    return refusal(
      `Your request names another fence than ${question.fence}, under which you hold this question. Read \`claim.fence\` of GET /questions/{uuid} again.`,
    )
  }
  const [left] = await tx.query(lastLeft, [question.id, actor.userId])
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
