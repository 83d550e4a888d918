import { PromiseReportView, RoutingExplanationView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { explainRouting } from '@askline/domain/routing/explanation'
import { reportPromises } from '@askline/domain/routing/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'

/** Routes that explain routing and report on promised answer times. */
export const routingRoutes =
  ({ db, endpoint }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...endpoint({
        name: 'explainRouting',
        method: 'GET',
        path: '/admin/questions/:uuid/routing',
        of: 'question',
        ...forAdmins,
        summary: 'Explain for each wave why experts were or were not offered the question, and list its deadlines',
        answer: RoutingExplanationView,
        errors: {},
      }),
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => explainRouting(tx, companyId, request.params.uuid))
      },
    })

    app.route({
      ...endpoint({
        name: 'reportPromises',
        method: 'GET',
        path: '/admin/promises',
        ...forAdmins,
        summary: 'Report how many promised answer times were kept',
        query: Type.Object({
          days: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 90, default: 7, description: 'Number of past days.' }),
          ),
        }),
        answer: PromiseReportView,
        errors: {},
      }),
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => reportPromises(tx, companyId, request.query.days ?? 7))
      },
    })
  }
