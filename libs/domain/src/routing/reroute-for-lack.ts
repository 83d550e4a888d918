import type { Tx } from '@askline/db'
import type { Origin } from '../actors.ts'
import { MoveRefusedError } from '../errors.ts'
import { makeMove } from '../questions/move.ts'
import type { MoveName } from '../questions/moves.ts'
import { lockFreeQuestion } from '../questions/question.ts'
import { rerouteAfterOpinion } from '../questions/second-opinion.ts'
import { keepReroute, type Lack, type RoutingDecision } from './decision.ts'

const moveFor = {
  BY_LACK_OF_EXPERTS: 'rerouteByLack',
  BY_UNSUPPORTED_LANGUAGE: 'rerouteByLanguage',
  HOPELESS: 'rerouteAsHopeless',
} as const satisfies Record<Lack | 'HOPELESS', MoveName>

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
  const question = await lockFreeQuestion(tx, questionId)
  if (!question) return 'busy'
  try {
    const system = { kind: 'system', companyId, ...origin } as const
    if (question.opinionDueAt) await rerouteAfterOpinion(tx, question, true)
    else await makeMove(tx, system, question, moveFor[type])
    await keepReroute(tx, { questionId, companyId, decision })
    return true
  } catch (error) {
    if (error instanceof MoveRefusedError) return false
    throw error
  }
}
