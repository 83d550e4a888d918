import { experts, statement, type Tx, types } from '@askline/db'
import { notifyingAgain } from './claim.ts'
import { closeOffer } from './close-offer.ts'
import { makeMove } from './move.ts'
import { enqueue } from './outbox.ts'
import { questionColumns, questionRow } from './question.ts'

/** Questions that one transaction takes from an expert. A request must end within seconds, and each stays locked until COMMIT. */
export const mostReturned = 100

/**
 * How questions are locked. A request that may hold the expert's row skips locked ones: a claim locks the question first, so waiting
 * could be a deadlock. A job waits for them. It locks all of them by one statement, before a release locks the expert's row.
 */
export type Locking = '' | 'skip locked'

const lockWork = (locking: Locking) =>
  statement({
    name: `lock-work-of-expert${locking && '-free'}`,
    params: [types.uuid],
    row: questionRow,
    text: `select ${questionColumns} from questions q where q.company_id = $company and q.id = any(array(
        select w.id from (
          select id, 1 as place from questions where company_id = $company and holder_id = $1 and closed_at is null and status = 'UNRESOLVED'
          union all select question_id, 2 from offers where company_id = $company and expert_id = $1 and status = 'pending'
        ) w order by w.place, w.id limit ${mostReturned}))
      order by q.id for update ${locking}`,
  })
const locks = { '': lockWork(''), 'skip locked': lockWork('skip locked') }

const lockExpert = statement({
  name: 'lock-leaving-expert',
  params: [types.uuid],
  row: { id: experts.userId },
  text: 'select user_id as id from experts where user_id = $1 and company_id = $company for update',
})

/**
 * Returns the work of an expert who leaves for good to routing, at its age. Takes up to 100 questions now, held ones first. A job
 * returns the others. Waves skip the expert until the transaction ends. Must run before the expert is deactivated
 * or blocked. Without effect for a person who is no expert.
 */
export async function reassignExpertWork(tx: Tx, companyId: string, expertId: string): Promise<void> {
  const own = tx.of(companyId)
  await returnWork(own, companyId, expertId, 'skip locked')
  if ((await own.query(lockExpert, [expertId])).length === 0) return
  // Always, because a claim that is under way may be committed after this transaction looked.
  await enqueue(tx, companyId, [{ job: 'withdraw-offers', payload: { companyId, expertId } }])
}

/**
 * Returns up to 100 questions of an expert to routing. A question whose answer waits for the asker loses its holder only; routing
 * looks for others if the asker writes on. Returns how many it looked at, which is 0 at the end, and how many it returned: another
 * transaction may have returned the others before.
 */
export async function returnWork(
  own: Tx,
  companyId: string,
  expertId: string,
  locking: Locking,
): Promise<{ lookedAt: number; returned: number }> {
  const system = { kind: 'system', companyId } as const
  const questions = await own.query(locks[locking], [expertId])
  let returned = 0
  for (const question of questions) {
    if (question.holderId !== expertId || question.status !== 'UNRESOLVED') {
      if (await closeOffer(own, system, question, 'withdrawOffer', expertId, 'expert left')) returned++
      continue
    }
    returned++
    if (question.turn === 'asker') {
      await makeMove(own, system, question, 'vacate', { values: [expertId] })
    } else {
      const adds = question.numResponses === 0 ? [notifyingAgain] : []
      await makeMove(own, system, question, 'release', { values: [expertId], adds })
    }
  }
  return { lookedAt: questions.length, returned }
}
