import type { Tx } from '@askline/db'
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
 * No expert of the company can take this question, or hardly ever resolves the like of it: its agents get it. Does nothing where
 * it is gone, or where an expert engaged meanwhile. Yields whether it was rerouted, or that somebody is moving it right now.
 */
export async function rerouteForLack(
  tx: Tx,
  questionId: string,
  type: Lack | 'HOPELESS',
  decision?: RoutingDecision,
  correlationId?: string,
): Promise<boolean | 'busy'> {
  const question = await lockFreeQuestion(tx, questionId)
  if (!question) return 'busy'
  try {
    const system = { kind: 'system', companyId: question.companyId, correlationId } as const
    if (question.opinionDueAt) await rerouteAfterOpinion(tx, question, true)
    else await makeMove(tx, system, question, moveFor[type])
    await keepReroute(tx, { questionId, companyId: question.companyId, decision })
    return true
  } catch (error) {
    if (error instanceof MoveRefusedError) return false
    throw error
  }
}
