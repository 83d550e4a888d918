import { StartView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { dismissStart, readStart } from '@askline/domain/companies/start-steps'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { principalOf } from '../../http/request-state.ts'
import { answers } from '../../http/response-schema.ts'

/** Routes of the first steps of a new company, for admins. */
export const startRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('getStart'),
      schema: { response: answers(StartView) },
      handler: (request) => inSystem(db, (tx) => readStart(tx.of(principalOf(request).companyId))),
    })

    app.route({
      ...gate('dismissStart'),
      schema: {
        body: Type.Object({}),
        response: answers(Type.Object({ uuid: Type.String({ description: 'The uuid of the company.' }) })),
      },
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asAdmin(request),
          // The company's own role may not change its row.
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            await dismissStart(tx)
            return { uuid: companyId }
          },
        }),
    })
  }
