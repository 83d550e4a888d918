import { LivePictureView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findLivePicture } from '@askline/domain/views/live'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RouteContext } from '../../context.ts'
import { principalOf } from '../../http/request-state.ts'
import { answers } from '../../http/response-schema.ts'

/** Routes of what happens at this moment, for admins. */
export const liveRoutes =
  ({ db, gate }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('getLivePicture'),
      schema: { response: answers(LivePictureView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findLivePicture(tx, companyId))
      },
    })
  }
