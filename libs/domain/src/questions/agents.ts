import { newId, questions, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import type { Change } from '../changes/change.ts'
import { decide, noChange } from '../changes/decide.ts'
import { makeChanges } from '../changes/make-changes.ts'
import { isWithAgents } from '../changes/state.ts'
import { isolateName } from '../companies/names.ts'
import { MoveRefusedError } from '../errors.ts'
import { newMessage } from './new-message.ts'
import { newestResponse } from './own.ts'
import { rateOrThank } from './rate.ts'

export type AddAgentMessage = {
  questionId: string
  text: string
  externalIds: { id: string; system: string }[]
  metadata?: Record<string, unknown> | undefined
}

/**
 * Adds a message of an agent. On a rerouted or flagged question the first message is the agent's response, and later ones are
 * messages under it. A 1:1 question that is still with the experts is taken back from them (TAKEBACK).
 * Throws NotFoundError, MoveRefusedError `not_one_to_one`, `interaction_not_allowed`.
 */
export function addAgentMessage(actor: Person, input: AddAgentMessage): Change {
  const by = actor.userId
  return {
    actor,
    of: { questionId: input.questionId },
    locksHolder: true,
    decide: (facts) => {
      const isTheirs = isWithAgents(facts.question)
      const own = isTheirs ? newestResponse(facts, by) : undefined
      if (own?.type === 'AGENT') {
        return decide(facts, actor, 'agentWrites', { by, messages: [newMessage(actor, 'AGENT', own.id, input)] })
      }
      const response = { id: newId(), type: 'AGENT', authorId: by } as const
      return decide(facts, actor, isTheirs ? 'agentResponds' : 'takeBack', {
        by,
        response,
        messages: [newMessage(actor, 'AGENT', response.id, input)],
        otherwise: () =>
          new MoveRefusedError(
            'not_one_to_one',
            'Several experts can answer this question, so an agent cannot take it back.',
          ),
      })
    },
  }
}

/** Resolves a rerouted or flagged question for an agent. Throws NotFoundError, MoveRefusedError. */
export const resolveByAgent = (actor: Person, { questionId }: { questionId: string }): Change => ({
  actor,
  of: { questionId },
  decide: (facts) => {
    const response = facts.responses.findLast(({ type }) => type === 'AGENT')
    return decide(facts, actor, 'resolveByAgent', { prompts: response ? rateOrThank(facts, response) : [] })
  },
})

/**
 * Marks a rerouted or flagged question as the agent's, so that no other agent begins to answer it. Only one of several concurrent
 * calls succeeds. A second call of the same agent has no effect. An answer of another agent ends it.
 * Throws NotFoundError, MoveRefusedError `already_taken`, `interaction_not_allowed`, `move_not_allowed`.
 */
export const takeAsAgent = (actor: Person, { questionId }: { questionId: string }): Change => ({
  actor,
  of: { questionId },
  decide: (facts) => {
    const { question, person } = facts
    if (isWithAgents(question) && question.holderId === actor.userId) return noChange
    return decide(facts, actor, 'agentTakes', {
      by: actor.userId,
      otherwise: () => {
        const name = person(question.holderId)?.name ?? 'Another agent'
        return new MoveRefusedError('already_taken', `${isolateName(name)} has taken this question`)
      },
    })
  },
})

/** Gives a question that the agent took back to the queue, at its age. Throws NotFoundError, MoveRefusedError `not_taken`. */
export const releaseAsAgent = (actor: Person, { questionId }: { questionId: string }): Change => ({
  actor,
  of: { questionId },
  decide: (facts) =>
    decide(facts, actor, 'agentReleases', {
      by: actor.userId,
      otherwise: () => new MoveRefusedError('not_taken', 'You have not taken this question.'),
    }),
})

const takenBy = statement({
  name: 'questions-taken-by-agent',
  params: [types.uuid, types.int],
  row: { id: questions.id },
  text: `select id from questions where company_id = $company and holder_id = $1 and closed_at is null
      and status in ('CLOSED_BY_ESCALATION', 'FLAGGED')
    order by id limit $2`,
})

/** Returns up to `limit` questions that a leaving agent holds to the agents' queue. Returns their number. */
export async function releaseTakenQuestions(
  tx: Tx,
  companyId: string,
  agentId: string,
  limit = 10_000,
): Promise<number> {
  const own = tx.of(companyId)
  const taken = await own.query(takenBy, [agentId, limit])
  await makeChanges(
    own,
    taken.map(({ id }) => ({
      actor: { kind: 'system', companyId },
      of: { questionId: id },
      decide: (facts) => decide(facts, { kind: 'system', companyId }, 'agentReleases', { by: agentId }),
    })),
    { waits: true },
  )
  return taken.length
}
