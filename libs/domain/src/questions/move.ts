import type { EventType, OutboxJob, QuestionStatus } from '@askline/contracts'
import { type ColumnType, type ParamsOf, type Tx, together } from '@askline/db'
import { assertAgentMayRead } from '../access/agents-read.ts'
import type { Actor } from '../actors.ts'
import { type DomainError, MoveRefusedError } from '../errors.ts'
import { noteActivity } from '../people/activity.ts'
import type { ConversationLength } from './conversation-limit.ts'
import type { Move } from './move-row.ts'
import { type Effects, moveStatement } from './move-statement.ts'
import { type MoveName, moves } from './moves.ts'
import { isOpen } from './open-to-all.ts'
import { routeJob } from './outbox.ts'
import type { Question } from './question.ts'

/** Moves of one question. Offers are made in batches (`routing/offer.ts`) and closed one by one (`close-offer.ts`). */
export type SingleMoveName = Exclude<MoveName, 'offer' | 'declineOffer' | 'withdrawOffer'>

const { offer, declineOffer, withdrawOffer, ...singleMoves } = moves

const statements = Object.fromEntries(
  Object.entries<Move>(singleMoves).map(([name, move]) => [name, moveStatement(name, move)]),
) as Record<SingleMoveName, ReturnType<typeof moveStatement>>

/** The values $2 … of a move, of the types in its row of the table. Empty if it has none. */
type ValuesOf<Name extends SingleMoveName> = Name extends unknown
  ? (typeof moves)[Name] extends { readonly values: infer Types extends readonly ColumnType<unknown>[] }
    ? ParamsOf<Types>
    : []
  : never

/** Moves that write messages return how long the conversation is then. */
type LengthAfter<Name extends SingleMoveName> = (typeof moves)[Name] extends { readonly writes: true }
  ? ConversationLength
  : undefined

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
 * Makes one move on a locked question, with one statement. The guard is the WHERE clause of its UPDATE, which counts the version.
 * The statement is sent at once, so that others may follow before it ends. They must change nothing if the move is refused.
 * Throws MoveRefusedError with what happened instead, or the error of `otherwise`, and NotFoundError for an agent who may not read
 * the question.
 */
export async function makeMove<Name extends SingleMoveName>(
  tx: Tx,
  actor: Actor,
  before: Question,
  name: Name,
  ...[given = {}]: ValuesOf<Name> extends readonly []
    ? [details?: MoveDetails]
    : [details: MoveDetails & { values: ValuesOf<Name> }]
): Promise<LengthAfter<Name>> {
  const move: Move = moves[name]
  if (actor.kind === 'agent' && !before.isRerouted) await assertAgentMayRead(tx, actor, before)
  const details: MoveDetails & { values?: readonly unknown[] } = given
  const placed = (move.adds ?? []).map(({ type, in: place, untilPersonWrites }) => ({
    type,
    untilPersonWrites,
    responseId: place === 'response' ? (details.responseId ?? details.response?.id ?? null) : null,
  }))
  const moving = statements[name](tx, {
    questionId: before.id,
    values: details.values ?? [],
    actor,
    effects: {
      event: details.event ?? move.event,
      adds: [...placed, ...(details.adds ?? [])],
      response: details.response,
      messages: details.messages,
      ownOffer: details.ownOffer,
      leavesRound: details.leavesRound,
      holderId: before.status === 'UNRESOLVED' ? before.holderId : null,
      openSince: isOpen(before) ? before.openToAllAt : null,
      heldUnits: before.units,
      wasWithAgents: before.isRerouted || before.status === 'FLAGGED',
      detail: details.detail,
      jobs: [...(move.routes ? [routeJob(actor, before.id)] : []), ...(details.jobs ?? [])],
    },
  })
  // Counting a claim against the expert's capacity notes their activity too.
  const noting = actor.kind === 'expert' && !claims.includes(name) ? noteActivity(tx, actor) : undefined
  const [made] = await together(moving, Promise.resolve(noting))
  if (!made) throw await refusal(before, name, details)
  return made.length as LengthAfter<Name>
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
