import { experts, questions, statement, type Tx, types } from '@askline/db'
import { decide } from '../changes/decide.ts'
import { makeChanges } from '../changes/make-changes.ts'
import { enqueue } from '../outbox.ts'
import { notifyingAgain } from './claim.ts'
import { closeOffer } from './close-offer.ts'

/** Questions that one transaction takes from an expert. A request must end within seconds, and each stays locked until COMMIT. */
export const mostReturned = 100

const workOf = statement({
  name: 'work-of-expert',
  params: [types.uuid],
  row: { id: questions.id },
  text: `select w.id from (
      select id, 1 as place from questions where company_id = $company and holder_id = $1 and closed_at is null and status = 'UNRESOLVED'
      union all select question_id, 2 from offers where company_id = $company and expert_id = $1 and status = 'pending'
    ) w group by w.id order by min(w.place), w.id limit ${mostReturned}`,
})

/** Locks an expert who becomes unavailable: waves wait for, or skip, them until the transaction ends. */
export const lockOutWaves = statement({
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
  await returnWork(own, companyId, expertId, { waits: false })
  if ((await own.query(lockOutWaves, [expertId])).length === 0) return
  // Always, because a claim that is under way may be committed after this transaction looked.
  await enqueue(tx, companyId, [{ job: 'withdraw-offers', payload: { companyId, expertId } }])
}

/**
 * Returns up to 100 questions of an expert to routing. A question whose answer waits for the asker loses its holder only; routing
 * looks for others if the asker writes on. Returns how many it looked at, which is 0 at the end, and how many it returned: another
 * transaction may have returned the others before.
 *
 * A request that may hold the expert's row skips locked questions: a claim locks the question first, so waiting could be a deadlock.
 * A job waits for them (`waits`).
 */
export async function returnWork(
  own: Tx,
  companyId: string,
  expertId: string,
  { waits }: { waits: boolean },
): Promise<{ lookedAt: number; returned: number }> {
  const actor = { kind: 'system', companyId } as const
  const work = await own.query(workOf, [expertId])
  const outcomes = await makeChanges(
    own,
    work.map(({ id }) => ({
      actor,
      of: { questionId: id },
      locksHolder: true,
      decide: (facts) => {
        const { question } = facts
        if (question.holderId !== expertId || question.status !== 'UNRESOLVED') {
          return closeOffer(facts, actor, { expertId, status: 'withdrawn', reason: 'expert left' })
        }
        if (question.turn === 'asker') return decide(facts, actor, 'vacate', { by: expertId })
        return decide(facts, actor, 'release', { by: expertId, prompts: notifyingAgain(facts) })
      },
    })),
    { waits },
  )
  const returned = outcomes.filter((one) => one.is === 'done' && one.decision.event !== undefined).length
  return { lookedAt: work.length, returned }
}
