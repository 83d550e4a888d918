import { statement, type Tx, types } from '@askline/db'
import { notifyingAgain } from './claim.ts'
import { closeOffer } from './close-offer.ts'
import { makeMove } from './move.ts'
import { lockQuestion } from './question.ts'

// Ordered by id, as everywhere that several questions are locked, so that two transactions cannot deadlock.
const workOfExpert = statement({
  name: 'work-of-expert',
  params: [types.uuid],
  row: { id: types.uuid },
  text: `select id from questions where company_id = $company and holder_id = $1 and closed_at is null and status = 'UNRESOLVED'
    union select question_id from offers where company_id = $company and expert_id = $1 and status = 'pending' order by 1`,
})

/**
 * Returns everything that a leaving expert holds or is offered to routing, at its age. A question whose answer waits for the asker
 * loses its holder only; routing looks for others if the asker writes on.
 */
export async function reassignExpertWork(tx: Tx, companyId: string, expertId: string): Promise<void> {
  const system = { kind: 'system', companyId } as const
  const own = tx.of(companyId)
  for (const { id } of await own.query(workOfExpert, [expertId])) {
    const question = await lockQuestion(own, id)
    if (question.holderId === expertId && question.turn === 'asker') {
      await makeMove(own, system, question, 'vacate', { values: [expertId] })
    } else if (question.holderId === expertId) {
      const adds = question.numResponses === 0 ? [notifyingAgain] : []
      await makeMove(own, system, question, 'release', { values: [expertId], adds })
    } else {
      await closeOffer(own, system, question, 'withdrawOffer', expertId, 'expert left')
    }
  }
}
