import { MeView, type Scope } from '@askline/contracts'
import { readCompany } from '@askline/db'
import { findMe } from '@askline/domain/people/me'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/answers.ts'
import { principalOf } from '../http/request-state.ts'

/** Serves the identity of the caller. */
export const meRoutes =
  ({ db, gate, config }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('getMe'),
      schema: { response: answers(MeView) },
      handler: async (request) => {
        const { id, kind, companyId, claims } = principalOf(request)
        const found = await readCompany(db, companyId, (tx) => findMe(tx, { id, companyId }))
        return {
          uuid: id,
          role: kind,
          scopes: claims.scope.split(' ') as Scope[],
          socketUrl: config.socketUrl,
          ...found,
        }
      },
    })
  }
