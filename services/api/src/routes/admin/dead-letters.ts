import { DeadLetterView, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { discardDeadLetter, listDeadLetters, replayDeadLetter } from '@askline/domain/dead-letters/settle-dead-letters'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { principalOf } from '../../http/request-state.ts'
import { answers } from '../../http/response-schema.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { Path, pageFields, Uuid } from '../fields.ts'

/** Routes of dead letters, for admins. */
export const deadLetterRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('listDeadLetters'),
      schema: {
        querystring: Type.Object({
          ...pageFields,
          isSettled: Type.Optional(Type.Boolean({ description: 'true lists replayed and discarded dead letters.' })),
        }),
        response: answers(Type.Object({ deadLetters: Type.Array(DeadLetterView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, isSettled } = request.query
        const found = await inCompany(db, companyId, (tx) =>
          listDeadLetters(tx, companyId, { limit, cursor, isSettled }),
        )
        return { deadLetters: found.deadLetters, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    const Named = Type.Object({ uuid: Type.Optional(Uuid) })
    app.route({
      ...gate('replayDeadLetter'),
      schema: { params: Path, body: Named, response: answers(DeadLetterView) },
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
      ...gate('discardDeadLetter'),
      schema: { params: Path, body: Named, response: answers(DeadLetterView) },
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
