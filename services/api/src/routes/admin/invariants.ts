import { InvariantView, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findInvariants } from '@askline/domain/routing/find-invariants'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'

/** Routes of the invariants of questions, for admins. */
export const invariantRoutes =
  ({ db, endpoint }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...endpoint({
        name: 'listInvariants',
        method: 'GET',
        path: '/admin/invariants',
        ...forAdmins,
        summary: 'List the invariants of questions with current violations and recent repairs',
        answer: Type.Object({ invariants: Type.Array(InvariantView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const invariants = await inCompany(db, companyId, (tx) => findInvariants(tx, companyId))
        // The list is short and fixed, so one page holds it.
        return { invariants, paging: { limit: invariants.length, nextCursor: null } }
      },
    })
  }
