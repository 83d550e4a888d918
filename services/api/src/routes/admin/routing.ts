import { PromiseReportView, RoutingExplanationView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { explainRouting } from '@askline/domain/routing/explanation'
import { reportPromises } from '@askline/domain/routing/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { principalOf } from '../../http/request-state.ts'
import { answers } from '../../http/response-schema.ts'
import { Path } from '../fields.ts'

/** Routes that explain routing and report on promised answer times. */
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

    app.route({
      ...gate('reportPromises'),
      schema: {
        querystring: Type.Object({
          days: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 90, default: 7, description: 'Number of past days.' }),
          ),
        }),
        response: answers(PromiseReportView),
      },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => reportPromises(tx, companyId, request.query.days ?? 7))
      },
    })
  }
