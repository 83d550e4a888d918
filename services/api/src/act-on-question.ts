import type { Tx } from '@askline/db'
import type { Actor } from '@askline/domain/actors'
import type { Change, Done } from '@askline/domain/changes/change'
import { makeChange } from '@askline/domain/changes/make-changes'
import { type Shown, viewShown } from '@askline/domain/views/shown'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ActData, act, idempotencyKeyOf, keyedOf } from './act.ts'
import type { ActorReader } from './actors.ts'
import type { RouteContext } from './context.ts'
import { principalOf } from './http/request-state.ts'

type Acting<A extends Actor> = {
  by: ActorReader<A>
  change: (actor: A) => Change
  shows: (done: Done, actor: A) => Shown
  /** 200 by default. */
  status?: 200 | 201
}

/**
 * Changes one question together with concurrent changes of the company, else alone. Alone it waits for a locked question. It is always
 * alone if its actor may be created, because a refusal must leave no new person behind. Returns the data of the answer, which is stored in the same transaction if the request has an Idempotency-Key. Throws as `act` does.
 */
export async function actOnQuestion<A extends Actor>(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, by, change, shows }: Acting<A>,
): Promise<object> {
  const key = idempotencyKeyOf(request)
  const keyed = key === undefined ? undefined : keyedOf(request, key)
  const begin = async (tx: Tx) => {
    const actor = await by(tx)
    return { actor, change: change(actor), shows: (done: Done) => shows(done, actor) }
  }
  const group = by.mayCreate ? undefined : context.changes.add(principalOf(request).companyId, { begin, keyed, status })
  const answer = await group
  if (answer) {
    reply.code(status)
    return answer
  }
  return act(context, request, reply, {
    status,
    by,
    work: async (tx, actor) => {
      const { view } = await makeChange(tx, change(actor), (done) =>
        viewShown(tx, [{ actor, shown: shows(done, actor) }], context.config.publicUrl),
      )
      return view[0]?.() as ActData
    },
  })
}

/** Shows the question as the actor sees it after the change. */
export const showQuestion = ({ after }: { after: { id: string } }) =>
  ({ is: 'question', questionId: after.id }) as const

/** Shows only the uuid of the question, because the actor may no longer see it. */
export const showUuid = ({ after }: { after: { id: string } }) =>
  ({ is: 'written', view: () => ({ uuid: after.id }) }) as const
