import type { EventType, OutboxJob, QuestionStatus } from '@askline/contracts'
import { type ColumnType, type ParamsOf, type Statement, statement, type Tx, types } from '@askline/db'
import type { Actor } from '../actors.ts'
import { type DomainError, MoveRefusedError } from '../errors.ts'
import { noteActivity } from '../people/activity.ts'
import { guardedUpdate } from './guarded-update.ts'
import type { Move } from './move-row.ts'
import { type MoveName, moves } from './moves.ts'
import { isOpen } from './open-to-all.ts'
import { routeJob } from './outbox.ts'
import { type Question, questionColumns, questionRow } from './question.ts'
import { type Effects, recordMove } from './record-move.ts'

/** Moves of one question. Offers are made in batches (`routing/offer.ts`) and closed one by one (`close-offer.ts`). */
export type SingleMoveName = Exclude<MoveName, 'offer' | 'declineOffer' | 'withdrawOffer'>

const { offer, declineOffer, withdrawOffer, ...singleMoves } = moves

const statementOf = (name: string, move: Move): Statement<readonly [string, ...unknown[]], Question> =>
  statement({
    name: `move-${name}`,
    params: [types.uuid, ...(move.values ?? [])],
    row: questionRow,
    text: guardedUpdate(move, {
      which: 'q.id = $1 and q.company_id = $company',
      returning: questionColumns,
    }),
  })

const statements = Object.fromEntries(
  Object.entries<Move>(singleMoves).map(([name, move]) => [name, statementOf(name, move)]),
) as Record<SingleMoveName, ReturnType<typeof statementOf>>

/** The values $2 … of a move, of the types in its row of the table. Empty if it has none. */
type ValuesOf<Name extends SingleMoveName> = Name extends unknown
  ? (typeof moves)[Name] extends { readonly values: infer Types extends readonly ColumnType<unknown>[] }
    ? ParamsOf<Types>
    : []
  : never

/** The details of one move beyond its row in the table. */
export type MoveDetails = {
  /** The response that the move is about: its `response` messages are added there. */
  responseId?: string | undefined
  event?: EventType
  jobs?: OutboxJob[]
  /** Returns the error if the guard refuses the move although the status allows it. */
  otherwise?: () => DomainError | Promise<DomainError>
} & Pick<Effects, 'response' | 'messages' | 'ownOffer' | 'leavesRound' | 'detail'> & { adds?: Effects['adds'] }

/**
 * Makes one move on a locked question and returns the changed question. The guard is the WHERE clause of one UPDATE, which
 * counts the version. A second statement of the same transaction records the consequences.
 * Throws MoveRefusedError with what happened instead, or the error of `otherwise`.
 */
export async function makeMove<Name extends SingleMoveName>(
  tx: Tx,
  actor: Actor,
  before: Question,
  name: Name,
  ...[given = {}]: ValuesOf<Name> extends readonly []
    ? [details?: MoveDetails]
    : [details: MoveDetails & { values: ValuesOf<Name> }]
): Promise<Question> {
  const move: Move = moves[name]
  const details: MoveDetails & { values?: readonly unknown[] } = given
  const [question] = await tx.query(statements[name], [before.id, ...(details.values ?? [])])
  if (!question) throw await refusal(before, name, details)

  const placed = (move.adds ?? []).map(({ type, in: place }) => ({
    type,
    responseId: place === 'response' ? (details.responseId ?? details.response?.id ?? null) : null,
  }))
  const wasHeld = before.status === 'UNRESOLVED' && before.holderId !== null
  await recordMove(tx, actor, question, {
    event: details.event ?? move.event,
    removes: move.removes ?? [],
    adds: [...placed, ...(details.adds ?? [])],
    response: details.response,
    messages: details.messages,
    offers: move.offers,
    ownOffer: details.ownOffer,
    leavesRound: details.leavesRound,
    formerHolderId: wasHeld && before.holderId !== question.holderId ? before.holderId : null,
    openSince: isOpen(before) ? before.openToAllAt : null,
    freedExpertId: move.frees && wasHeld ? before.holderId : null,
    freedUnits: before.units,
    wasWithAgents: before.isRerouted || before.status === 'FLAGGED',
    detail: details.detail,
    jobs: [...(move.routes ? [routeJob(actor, question.id)] : []), ...(details.jobs ?? [])],
  })
  // Counting a claim against the expert's capacity notes their activity too.
  if (actor.kind === 'expert' && !claims.includes(name)) noteActivity(tx, actor.userId)
  return question
}

const claims: SingleMoveName[] = ['claim', 'respondAndClaim']

const rerouteMoves: SingleMoveName[] = ['rerouteByPoster', 'rerouteByExpert', 'takeBack']

async function refusal(question: Question, name: SingleMoveName, details: MoveDetails): Promise<DomainError> {
  const { from }: Move = moves[name]
  if (question.isRerouted && rerouteMoves.includes(name)) {
    return new MoveRefusedError('already_rerouted', 'The question was already rerouted to an agent')
  }
  if (question.closedAt) {
    return new MoveRefusedError(
      'interaction_not_allowed',
      `Nothing more can be done here: the question ${fate(question)}`,
    )
  }
  if (!from.includes(question.status)) {
    return question.isRerouted || question.status === 'FLAGGED'
      ? new MoveRefusedError('already_rerouted', 'The question was rerouted to an agent, who goes on with it')
      : new MoveRefusedError('move_not_allowed', requirement(from))
  }
  return details.otherwise
    ? await details.otherwise()
    : new MoveRefusedError('move_not_allowed', 'The question changed meanwhile. Read it again, then decide anew.')
}

/** Says what a question that is still with experts must become before a move, and how. */
function requirement(from: readonly QuestionStatus[]): string {
  if (from.includes('CLOSED_BY_ESCALATION') || from.includes('FLAGGED')) {
    return 'Experts are working on this question. It must be rerouted to agents first: POST /questions/{uuid}/reroute.'
  }
  return `This is possible only for a question with the status ${from.join(' or ')}. Read the question again.`
}

function fate({ status }: Question): string {
  if (status === 'RESOLVED') return 'is resolved'
  if (status === 'EXPIRED') return 'has expired'
  if (status === 'WITHDRAW') return 'was withdrawn by its author'
  if (status === 'INAPPROPRIATE') return 'was rejected'
  return 'was closed'
}
