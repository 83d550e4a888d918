import { limits, ManagedUserView, Paging, roles } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { blockUser, endAccess, ForbiddenError, listUsers } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administer, administerWithAside, uuidOf } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Email, Path, pageFields, Uuid } from '../fields.ts'

/** The company's people, for its admins. */
export const userRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, verifier } = context

    app.route({
      ...gate('listUsers'),
      schema: {
        querystring: Type.Object({
          ...pageFields,
          role: Type.Optional(Type.Enum(roles)),
          userEmail: Type.Optional(Email('Only this person.')),
          isBlocked: Type.Optional(Type.Boolean()),
        }),
        response: answers(Type.Object({ users: Type.Array(ManagedUserView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, role, userEmail: email, isBlocked } = request.query
        const filter = { limit, cursor, role, email, isBlocked }
        const found = await inCompany(db, companyId, (tx) => listUsers(tx, companyId, filter))
        return { users: found.users, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    const Named = Type.Object({ uuid: Type.Optional(Uuid) })
    app.route({
      ...gate('blockUser'),
      schema: { params: Path, body: Named, response: answers(ManagedUserView) },
      handler: async (request, reply) => {
        const userId = uuidOf(request)
        if (userId === principalOf(request).id) {
          throw new ForbiddenError('not_yourself', 'Nobody can block themselves: somebody must be left to undo it')
        }
        const { data, aside: at } = await administerWithAside(context, request, reply, {
          action: 'user_blocked',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const blocked = await blockUser(tx, companyId, userId, true)
            return { data: blocked, aside: await endAccess(tx, companyId, userId) }
          },
        })
        // Committed before it is noted, and noted before it is answered.
        if (at) verifier.noteRevoked('person', userId, at)
        return data
      },
    })

    app.route({
      ...gate('unblockUser'),
      schema: { params: Path, body: Named, response: answers(ManagedUserView) },
      handler: (request, reply) => {
        const userId = uuidOf(request)
        return administer(context, request, reply, {
          action: 'user_unblocked',
          work: (tx, companyId) => blockUser(tx, companyId, userId, false),
        })
      },
    })
  }
