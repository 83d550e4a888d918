import type { Tx } from '@askline/db'
import type { Actor, Origin } from '../actors.ts'
import type { Change } from '../changes/change.ts'
import { decide } from '../changes/decide.ts'
import { makeChanges } from '../changes/make-changes.ts'
import type { MoveName } from '../changes/moves.ts'
import { rerouteAfterOpinion } from '../questions/second-opinion.ts'
import { keepDecisions, type Lack, type RoutingDecision } from './decision.ts'

const moveFor = {
  BY_LACK_OF_EXPERTS: 'rerouteByLack',
  BY_UNSUPPORTED_LANGUAGE: 'rerouteByLanguage',
  HOPELESS: 'rerouteAsHopeless',
} as const satisfies Record<Lack | 'HOPELESS', MoveName>

/** Returns the change of `rerouteForLack`. */
export const lack = (actor: Actor, questionId: string, type: Lack | 'HOPELESS'): Change => ({
  actor,
  of: { questionId },
  locksHolder: true,
  decide: (facts) =>
    facts.question.opinionDueAt ? rerouteAfterOpinion(actor, true)(facts) : decide(facts, actor, moveFor[type], {}),
})

/**
 * Reroutes a question that no expert can take, or that experts rarely resolve, to the agents. Returns false if an expert claimed
 * or answered it meanwhile, and `busy` if another transaction holds its lock.
 */
export async function rerouteForLack(
  whole: Tx,
  { questionId, companyId }: { questionId: string; companyId: string },
  type: Lack | 'HOPELESS',
  decision?: RoutingDecision,
  origin?: Origin,
): Promise<boolean | 'busy'> {
  const tx = whole.of(companyId)
  const actor = { kind: 'system', companyId, ...origin } as const
  const [outcome] = await makeChanges(tx, [lack(actor, questionId, type)])
  if (outcome?.is === 'busy') return 'busy'
  if (outcome?.is !== 'done') return false
  keepDecisions(tx, 'reroute', [{ questionId, companyId, decision }])
  return true
}
