import { StartView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { dismissStart, readStart } from '@askline/domain/companies/start-steps'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'

/** Routes of the first steps of a new company, for admins. */
export const startRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'getStart',
        method: 'GET',
        path: '/admin/start',
        ...forAdmins,
        summary: 'Return the first steps of a new company and whether each is done',
        description:
          'CATEGORY: a category differs from the initial one. EXPERTS: three experts are active. INTEGRATION: an integration has a credential. WIDGET: the widget was opened in a page of `widgetOrigins`. ANSWER: an expert or agent answered a question, or an automatic answer was accepted. BACKUP: Postgres archived its log in the last day, and a base backup was made.',
        answer: StartView,
        errors: {},
      }),
      handler: (request) => inSystem(db, (tx) => readStart(tx.of(principalOf(request).companyId))),
    })

    app.route({
      ...endpoint({
        name: 'dismissStart',
        method: 'POST',
        path: '/admin/start/dismiss',
        ...forAdmins,
        summary: 'Dismiss the page of first steps for all admins of the company',
        body: Type.Object({}),
        answer: Type.Object({ uuid: Type.String({ description: 'The uuid of the company.' }) }),
        errors: {},
      }),
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
