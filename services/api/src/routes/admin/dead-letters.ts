import { DeadLetterView, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { discardDeadLetter, listDeadLetters, replayDeadLetter } from '@askline/domain/dead-letters/settle-dead-letters'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { Named, pageFields } from '../fields.ts'

/** Routes of dead letters, for admins. */
export const deadLetterRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'listDeadLetters',
        method: 'GET',
        path: '/admin/dead-letters',
        ...forAdmins,
        summary: 'List dead letters, newest first',
        query: Type.Object({
          ...pageFields,
          isSettled: Type.Optional(Type.Boolean({ description: 'true lists replayed and discarded dead letters.' })),
        }),
        answer: Type.Object({ deadLetters: Type.Array(DeadLetterView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, isSettled } = request.query
        const found = await inCompany(db, companyId, (tx) =>
          listDeadLetters(tx, companyId, { limit, cursor, isSettled }),
        )
        return { deadLetters: found.deadLetters, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'replayDeadLetter',
        method: 'POST',
        path: '/admin/dead-letters/:uuid/replay',
        of: 'dead_letter',
        ...forAdmins,
        summary: 'Replay a dead letter',
        body: Named,
        answer: DeadLetterView,
        errors: { 400: ['already_settled', 'not_replayable'] },
      }),
      handler: (request, reply) => {
        const letterId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'dead_letter_replayed',
          work: (tx, { companyId }) => replayDeadLetter(tx, letterId, companyId),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'discardDeadLetter',
        method: 'POST',
        path: '/admin/dead-letters/:uuid/discard',
        of: 'dead_letter',
        ...forAdmins,
        summary: 'Discard a dead letter',
        body: Named,
        answer: DeadLetterView,
        errors: { 400: ['already_settled'] },
      }),
      handler: (request, reply) => {
        const letterId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'dead_letter_discarded',
          work: (tx, { companyId }) => discardDeadLetter(tx, letterId, companyId),
        })
      },
    })
  }
