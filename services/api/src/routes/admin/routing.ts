import { RoutingExplanationView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { explainRouting } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Path } from '../fields.ts'

/** Why a question went to the experts it went to. */
export const routingRoutes =
  ({ db, gate }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('explainRouting'),
      schema: { params: Path, response: answers(RoutingExplanationView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => explainRouting(tx, companyId, request.params.uuid))
      },
    })
  }
