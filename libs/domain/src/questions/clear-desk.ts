import type { Statement, Tx } from '@askline/db'
import { notifyingAgain, seekOthers } from './claim.ts'
import { tellOfferClosed } from './effects.ts'
import { makeMove } from './move.ts'
import { lockQuestion } from './question.ts'

// In the order of ids, as everybody who locks several.
const desk: Statement = {
  name: 'desk-of-expert',
  text: `select id from questions where holder_id = $1 and closed_at is null and status = 'UNRESOLVED'
    union select question_id from offers where expert_id = $1 and status = 'pending' order by 1`,
}

const withdraw: Statement = {
  name: 'withdraw-offer',
  text: `update offers set status = 'withdrawn', reason = 'expert left', closed_at = clock_timestamp()
    where question_id = $1 and expert_id = $2 and status = 'pending' returning id`,
}

/**
 * What an expert who is no longer one was offered or works on goes to others at once, at its age. Where an answer of theirs waits
 * for the asker it goes on waiting, and nobody holds it: should the asker write on, others are sought.
 */
export async function clearDesk(tx: Tx, companyId: string, expertId: string): Promise<void> {
  const system = { kind: 'system', companyId } as const
  for (const { id } of await tx.query<{ id: string }>(desk, [expertId])) {
    const question = await lockQuestion(tx, id)
    if (question.holderId === expertId && question.turn === 'asker') {
      await makeMove(tx, system, question, 'vacate', { values: [expertId] })
    } else if (question.holderId === expertId) {
      const adds = question.numResponses === 0 ? [notifyingAgain] : []
      await makeMove(tx, system, question, 'release', { values: [expertId], adds })
    } else if ((await tx.query(withdraw, [id, expertId])).length > 0) {
      await tellOfferClosed(tx, question, [expertId])
      await seekOthers(tx, system, question)
    }
  }
}
