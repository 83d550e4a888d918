import type { EventType, OutboxJob } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import type { Actor } from '../actors.ts'
import { type DomainError, MoveRefusedError } from '../errors.ts'
import { noteActivity } from '../people/activity.ts'
import { type Effects, recordEffects } from './effects.ts'
import { type Move, type MoveName, moves } from './moves.ts'
import { type Question, questionColumns } from './question.ts'

/** One guarded UPDATE for each move, prepared once per connection. */
const statements = Object.fromEntries(
  Object.entries<Move>(moves).map(([name, move]) => [
    name,
    {
      name: `move-${name}`,
      text: `update questions q
        set version = q.version + 1, ${stamps(move)}${move.set === '' ? '' : `, ${move.set}`}
        where q.id = $1 and q.status in (${move.from.map((status) => `'${status}'`).join(', ')}) and (${move.where ?? 'true'})
        returning ${questionColumns}`,
    },
  ]),
) as Record<MoveName, Statement>

function stamps({ quiet }: Move): string {
  const [updated, changed] = ['next_stamp(q.updated_at, company_now(q.company_id))', 'company_now(q.company_id)']
  if (quiet === undefined) return `updated_at = ${updated}, changed_at = ${changed}`
  return `updated_at = case when ${quiet} then q.updated_at else ${updated} end,
    changed_at = case when ${quiet} then q.changed_at else ${changed} end`
}

/** What a particular move brings with it beyond its row in the table. */
export type MoveDetails = {
  /** $2 … of the move's `where` and `set`. */
  values?: unknown[]
  /** The response the move is about: where its `response` messages stand. */
  responseId?: string | undefined
  event?: EventType
  jobs?: OutboxJob[]
  /** Why it was refused although the question is in a status that allows it. */
  otherwise?: () => DomainError | Promise<DomainError>
} & Pick<Effects, 'response' | 'messages' | 'acceptedBy' | 'detail' | 'alsoTold'> & { adds?: Effects['adds'] }

/**
 * Makes one move on a locked question, or throws. The guard is the WHERE clause of one UPDATE, which counts the version;
 * system messages, offers, the event and the outbox row follow in one more statement of the same transaction.
 * Throws MoveRefusedError that says what happened instead, or what `otherwise` yields.
 */
export async function makeMove(
  tx: Tx,
  actor: Actor,
  before: Question,
  name: MoveName,
  details: MoveDetails = {},
): Promise<Question> {
  const move: Move = moves[name]
  const [question] = await tx.query<Question>(statements[name], [before.id, ...(details.values ?? [])])
  if (!question) throw await refusal(before, name, details)

  const placed = (move.adds ?? []).map(({ type, in: place }) => ({
    type,
    responseId: place === 'response' ? (details.responseId ?? details.response?.id ?? null) : null,
  }))
  await recordEffects(tx, actor, question, {
    event: details.event ?? move.event,
    removes: move.removes ?? [],
    adds: [...placed, ...(details.adds ?? [])],
    response: details.response,
    messages: details.messages,
    offers: move.offers,
    acceptedBy: details.acceptedBy,
    freedExpertId: move.frees && before.status === 'UNRESOLVED' ? before.holderId : null,
    freedUnits: before.units,
    // A stamp always rises, but for a move that is quiet.
    isQuiet: question.updatedAt.getTime() === before.updatedAt.getTime(),
    wasWithAgents: before.isRerouted || before.status === 'FLAGGED',
    alsoTold: details.alsoTold,
    detail: details.detail,
    jobs: [...(move.routes ? [routeJob(actor, question.id)] : []), ...(details.jobs ?? [])],
  })
  // A claim has just told so, with the load it took.
  if (actor.kind === 'expert' && !claims.includes(name)) await noteActivity(tx, actor.userId)
  return question
}

const claims: MoveName[] = ['claim', 'respondAndClaim']

/** The job that finds experts for a question. */
export const routeJob = (actor: Actor, questionId: string): OutboxJob => ({
  job: 'route-question',
  payload: { questionId, ...(actor.correlationId === undefined ? {} : { correlationId: actor.correlationId }) },
})

const rerouteMoves: MoveName[] = ['rerouteByPoster', 'rerouteByExpert', 'takeBack']

async function refusal(question: Question, name: MoveName, details: MoveDetails): Promise<DomainError> {
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
      : new MoveRefusedError('move_not_allowed', `The question is ${question.status}, which does not allow this`)
  }
  return details.otherwise
    ? await details.otherwise()
    : new MoveRefusedError('move_not_allowed', 'The question changed meanwhile and does not allow this')
}

function fate({ status }: Question): string {
  if (status === 'RESOLVED') return 'is resolved'
  if (status === 'EXPIRED') return 'has expired'
  if (status === 'WITHDRAW') return 'was withdrawn by its author'
  if (status === 'INAPPROPRIATE') return 'was rejected'
  return 'was closed'
}
