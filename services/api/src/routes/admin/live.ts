import { LivePictureView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findLivePicture } from '@askline/domain/views/live'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'

/** Routes of what happens at this moment, for admins. */
export const liveRoutes =
  ({ db, endpoint }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...endpoint({
        name: 'getLivePicture',
        method: 'GET',
        path: '/admin/live',
        ...forAdmins,
        summary: 'Return the current state: open questions by stage, the last hour, experts, models and queues',
        answer: LivePictureView,
        errors: {},
      }),
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findLivePicture(tx, companyId))
      },
    })
  }
