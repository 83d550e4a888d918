import type { QuestionStatus } from '@askline/contracts'
import { type DomainError, MoveRefusedError } from '../errors.ts'
import { type MoveName, moves } from './moves.ts'
import type { State } from './state.ts'

const rerouteMoves: MoveName[] = ['rerouteByPoster', 'rerouteByExpert', 'takeBack']

/**
 * Returns the error for a move that the question's status or guard refuses. `otherwise` returns it if the status allows the move.
 */
export function refusalOf(question: State, name: MoveName, otherwise: (() => DomainError) | undefined): DomainError {
  const { from } = moves[name]
  if (question.isRerouted && rerouteMoves.includes(name)) {
    return new MoveRefusedError('already_rerouted', 'The question was already rerouted to agents.')
  }
  if (question.closedAt) {
    return new MoveRefusedError(
      'interaction_not_allowed',
      `The question ${fate(question.status)} and cannot be changed`,
    )
  }
  if (!from.includes(question.status)) {
    return question.isRerouted || question.status === 'FLAGGED'
      ? new MoveRefusedError(
          'already_rerouted',
          'The question was rerouted to agents, so experts and askers cannot make this change.',
        )
      : new MoveRefusedError('move_not_allowed', requirement(from))
  }
  return (
    otherwise?.() ??
    new MoveRefusedError('move_not_allowed', 'The question changed during the request. Read it again, then retry.')
  )
}

/** Says what a question that is still with experts must become before a move, and how. */
function requirement(from: readonly QuestionStatus[]): string {
  if (from.includes('CLOSED_BY_ESCALATION') || from.includes('FLAGGED')) {
    return 'Experts are working on this question. It must be rerouted to agents first: POST /questions/{uuid}/reroute.'
  }
  return `This is possible only for a question with the status ${from.join(' or ')}. Read the question again.`
}

function fate(status: QuestionStatus): string {
  if (status === 'RESOLVED') return 'is resolved'
  if (status === 'EXPIRED') return 'has expired'
  if (status === 'WITHDRAW') return 'was withdrawn by its author'
  if (status === 'INAPPROPRIATE') return 'was rejected'
  return 'was closed'
}
